import { expect, test } from '@jest/globals';
import { type RestoreOrder } from '../../domain/director.port.js';
import { relocationOf } from '../../domain/restore-target.js';
import { placeWords, restorePlace } from './restore-command.js';

const roots = ['/srv/restored'];
const plain = { job: 'RestoreFiles', hasRelocation: false };
const relocating = { job: 'RestoreFiles', hasRelocation: true };

function order(where: string | undefined, anywhere: boolean): RestoreOrder {
  return {
    jobids: [1],
    selection: [],
    restoreClient: 'a-fd',
    replace: 'never',
    mark: 'o:1',
    where,
    anywhere,
  };
}

test('a folder below the roots is sent as where', () => {
  expect(placeWords(restorePlace(order('/srv/restored/a', false), roots, plain))).toEqual([
    ['where', '/srv/restored/a'],
  ]);
});

test('expressions of the restore job are overridden by the same folder in expressions, which stays below the roots', () => {
  const place = restorePlace(order(undefined, false), roots, relocating);
  expect(place).toMatchObject({ relocation: { root: '/srv/restored' } });
  expect(placeWords(place)).toEqual([['regexwhere', '!^([A-Za-z]):/!$1/!,!^/*!/srv/restored/!']]);
});

test('expressions of the restore job are no way out of the roots', () => {
  expect(() => restorePlace(order('/etc', false), roots, relocating)).toThrow(
    expect.objectContaining({
      code: 'where_not_allowed',
      extras: expect.objectContaining({ reason: 'outside_roots' }),
    }),
  );
});

test.each(['/srv/restored/a!b', '/srv/restored/a$1'])(
  'a folder that no expression can name is rejected: %s',
  (where) => {
    expect(() => restorePlace(order(where, true), roots, relocating)).toThrow(
      expect.objectContaining({ code: 'where_not_allowed', detail: expect.stringContaining('cannot be written as') }),
    );
  },
);

test.each([{ addPrefix: '/etc' }, { addSuffix: '.old' }, { regex: '!^/srv/restored!/etc!' }])(
  'a relocation that may leave the roots needs the right to it: %j',
  (input) => {
    const relocation = relocationOf(input);
    expect(() => restorePlace({ ...order(undefined, false), relocation }, roots, plain)).toThrow(
      expect.objectContaining({ code: 'where_not_allowed' }),
    );
    expect(restorePlace({ ...order(undefined, true), relocation }, roots, plain)).toEqual({ relocation });
  },
);
