import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { queuedJobId, namesIn } from '../console/replies.js';
import { Reply, type ReplyItem } from '../protocol/reply.js';
import { observeHeader, readHeaderOf } from './daemon-status.js';
import { type FieldRecord, fieldRecords, numberIn, timeIn } from './parse/fields.js';
import { jobDefaultsOf } from './inventory.js';
import { shownClients, shownJobs } from './parse/show-output.js';

// Replies as Directors of 9.6 and 15 gave them, shortened.
const recorded = [
  'header:\nname=lab-dir\nversion=9.6.7 (10 December 2020)\nstarted_epoch=1795206750\nstarted=2026-11-20 20:32:30\npid=30602\n\n',
  '{"header":{"name":"lab-dir","version":"15.0.3 (25 March 2025)","started_epoch":1795206891,"started":"2026-11-20 20:34:51"},"error":0,"errmsg":""}',
  '{"running":[{"jobid":20,"level":"F","status":"R","status_desc":"is running","jobbytes":0,"job":"BackupSlow.2026-11-20_20.50.43_08"}],"error":0}',
  'running:\n\njobid=4\nlevel=F\nstatus=F\nstatus_desc=is waiting on Client gone-fd\njobbytes=1,234\nschedtime_epoch=1795298026\n\n\n]\nerror=0\nerrmsg=\n',
  'BackupAlpha\nBackupBeta\nJob With Space\nRestoreFiles',
  'job=BackupAlpha\npool=FullPool\nclient=alpha-fd\nstorage=File1\nwhere=\nlevel=Incremental\ntype=Backup\nenabled=1\npriority=10',
  'Job: name=Job With Space JobType=66 level=Incremental Priority=10 Enabled=1\n  --> Client: Name=alpha-fd Enabled=1 Address=127.0.0.1 FDport=9102\n  --> Schedule: Name=Nightly Enabled=1\n',
  'Using Catalog "MyCatalog"\nJob queued. JobId=19\n',
  'No Jobs running.\n====\n',
];

/** Everything that is read out of replies, over one text; each cut of it into frames is one reply. */
function readAll(frames: readonly Buffer[]): void {
  const items = frames.map((bytes): ReplyItem => ({ kind: 'text', bytes }));
  const reply = new Reply(items, 'ok', true, false, false);
  for (const record of fieldRecords(reply.text)) checkFigures(record);
  const names = namesIn(reply);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('');
  for (const count of [queuedJobId(reply) ?? 1, jobDefaultsOf(items)?.priority ?? 1]) {
    expect(Number.isSafeInteger(count) && count > 0).toBe(true);
  }
  const header = readHeaderOf(reply);
  if (header) observeHeader(header, { timezone: 'UTC' } as Parameters<typeof observeHeader>[1]);
  shownJobs(reply.text);
  shownClients(reply.text);
}

function checkFigures(record: FieldRecord): void {
  for (const field of record.keys()) {
    const figures = [numberIn(record, field) ?? 0, timeIn(record, field)?.getTime() ?? 0];
    if (!figures.every(Number.isSafeInteger)) throw new Error(`${field} became ${figures.join(' and ')}.`);
  }
}

const anyByte = fc.uint8Array({ minLength: 1, maxLength: 12 });
const words = fc.constantFrom(
  '=',
  '\n',
  '\n\n',
  '{',
  '}',
  '[',
  '"',
  '\0',
  '-->',
  'jobid=',
  'Job queued. JobId=',
  '99999999999999999999',
  '-1',
);
const mutation = fc.record({
  at: fc.nat(),
  remove: fc.nat(20),
  insert: fc.oneof(
    anyByte.map((bytes) => Buffer.from(bytes)),
    words.map((text) => Buffer.from(text)),
  ),
});

function mutate(text: string, mutations: readonly { at: number; remove: number; insert: Buffer }[]): Buffer {
  return mutations.reduce((bytes, { at, remove, insert }) => {
    const place = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)]);
  }, Buffer.from(text));
}

function framesOf(bytes: Buffer, size: number): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) frames.push(bytes.subarray(at, at + size));
  return frames;
}

describe('replies that no Director should give', () => {
  it('of any bytes, in frames of any size, are read as nothing or as something, and never fail', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
        readAll(framesOf(Buffer.from(bytes), size));
      }),
      { numRuns: 1_000 },
    );
  });

  it('that were good before bytes in them were changed never fail', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recorded),
        fc.array(mutation, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 80 }),
        (text, mutations, size) => readAll(framesOf(mutate(text, mutations), size)),
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['a line without an end', 'x'],
    ['empty lines', '\n'],
    ['lines of spaces', '\n \t'],
    ['signs of equality', '='],
    ['records', 'a=1\n\n'],
    ['jobs', 'Job: name=a JobType='],
    ['clients without an address', 'Client: Name=a Enabled=1'],
    ['arrows', '  --> '],
    ['open objects', '{"a":'],
    ['open lists', '{"a":['],
    ['queued runs', 'Job queued. JobId=0 '],
    ['digits', '{"jobid":9'],
  ])('of a million bytes of %s are read to their end', (_, piece) => {
    readAll([Buffer.from(piece.repeat(Math.ceil(1_000_000 / piece.length)))]);
  });

  it('with a time that no calendar has are read without it', () => {
    const reply = (epoch: string) =>
      new Reply(
        [{ kind: 'text', bytes: Buffer.from(`version=15.0.3 (x)\nstarted_epoch=${epoch}\n`) }],
        'ok',
        true,
        false,
        false,
      );
    expect(readHeaderOf(reply('1795206750'))).toMatchObject({ version: '15.0.3' });
    expect(readHeaderOf(reply('9007199254740991'))).toBeNull();
    expect(readHeaderOf(reply('-5'))).toBeNull();
  });
});
