import { expect, test } from '@jest/globals';
import { Reply, type ReplyItem } from '../protocol/reply.js';
import { mediaAnswer } from './media-errors.js';

function replyOf(...items: readonly (readonly [ReplyItem['kind'], string])[]): Reply {
  const frames = items.map(([kind, text]) => ({ kind, bytes: Buffer.from(text) }));
  return new Reply(frames, 'ok', true, false, false);
}

function toAppError(reply: Reply): unknown {
  try {
    return mediaAnswer('one', reply, false);
  } catch (error) {
    return error;
  }
}

test('leaves out the lecture that comes before each purge', () => {
  const lecture = '\nThis command can be DANGEROUS!!!\n\nIt purges (deletes) all Files from a Job.\n';
  const reply = replyOf(['warning', lecture], ['warning', 'Marking it purged.\n'], ['text', '\n']);
  expect(mediaAnswer('one', reply, true)).toEqual({ words: 'Marking it purged.' });
});

test('contains the reason next to the error', () => {
  const reply = replyOf(['text', '3999 Device "FileChanger" not found.\n'], ['error', 'Label command failed.\n']);
  expect(toAppError(reply)).toMatchObject({
    code: 'director_error',
    detail: 'Director one answered: 3999 Device "FileChanger" not found.\nLabel command failed.',
  });
});

test('contains the next step if the Director returns nothing', () => {
  const detail = expect.stringContaining('Check that the storage is running');
  expect(toAppError(replyOf())).toMatchObject({ code: 'director_error', detail });
});

test('calls the state of a volume a conflict', () => {
  const text = 'Cannot prune Volume "V" because the volume status is "Append" and should be Full or Used.\n';
  expect(toAppError(replyOf(['error', text]))).toMatchObject({ code: 'conflict' });
});
