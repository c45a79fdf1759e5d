import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { namesIn, nameIn, rowsIn, wholeIn, yesIn, type Fields } from './json-reply.js';
import { clockLead, isOtherZone, observeClock, startOf } from './daemon-status.js';
import { jobDefaultsOf, parseShownJob } from './inventory.js';
import { commandsIn } from './permissions.js';
import { queuedJobId } from './run-commands.js';
import { startsIn } from './schedule-plan.js';

const keys = ['jobs', 'name', 'enabled', 'run', 'jobid', 'schedules', 'preview', 'schedule', 'runtime', 'time', 'year', 'priority']; // prettier-ignore
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('*None*', '1', 1e300, -1, 1.5, Number.MAX_SAFE_INTEGER, ''));
const rows = fc.array(fc.oneof(odd, fc.dictionary(fc.constantFrom(...keys), odd)), { maxLength: 5 });
const results = fc.dictionary(fc.constantFrom(...keys), fc.oneof(odd, rows, fc.dictionary(fc.string(), rows)));

test('answers of any shape are read without harm', () => {
  fc.assert(
    fc.property(results, fc.constantFrom(...keys), (result: Fields, key) => {
      for (const name of namesIn(result, key)) expect(name).not.toBe('');
      for (const row of rowsIn(result, key)) expect(Array.isArray(row)).toBe(false);
      const jobId = queuedJobId(result);
      expect(jobId === null || (Number.isSafeInteger(jobId) && jobId > 0)).toBe(true);
      commandsIn(result);
      parseShownJob(result, result, result);
      const job = jobDefaultsOf(result, { ...result, job: 'x' }, result);
      for (const { at } of startsIn('site', result, job ? [job] : [])) expect(Number.isNaN(at.getTime())).toBe(false);
      const lead = clockLead(result, 'Europe/Berlin', new Date(0));
      if (lead !== null) observeClock(lead, 'Europe/Berlin');
    }),
  );
});

test('the `show` output of a job has the storage of its pool, and else its own', () => {
  const fields = { name: 'a', type: 'Backup', level: 'Full', client: 'a-fd', fileset: 'Home', pool: 'Full', where: '', priority: 5, storage: ['Own'] }; // prettier-ignore
  const shownOf = (storage: readonly string[], change: Fields = {}) =>
    parseShownJob({ name: 'a', enabled: false }, { a: { ...fields, ...change } }, { Full: { storage } });
  const job = { job: 'a', type: 'Backup', level: 'Full', client: 'a-fd', fileset: 'Home', pool: 'Full', where: '', hasRelocation: false, priority: 5, enabled: false }; // prettier-ignore
  expect(shownOf(['Pool'])).toEqual({ ...job, storage: 'Pool' });
  expect(shownOf([])).toEqual({ ...job, storage: 'Own' });
  expect(shownOf([], { type: undefined })).toBeNull();
});

test.each(['regexwhere', 'stripprefix', 'addprefix', 'addsuffix'])(
  '%s of a job is known where jobs are shown',
  (key) => {
    const relocates = (value: string) =>
      parseShownJob({ name: 'r' }, { r: { name: 'r', type: 'Restore', [key]: value } }, {})?.hasRelocation;
    expect([relocates('!a!b!'), relocates('')]).toEqual([true, false]);
  },
);

test('a missing name is written in two ways', () => {
  expect([{ client: '*None*' }, { client: '' }, {}].map((fields) => nameIn(fields, 'client'))).toEqual([
    null,
    null,
    null,
  ]);
});

test('yes and no come in many forms', () => {
  const forms = [true, 1, '1', 'yes', 'Yes', false, 0, '0', 'no', undefined, 'maybe'];
  expect(forms.map((form) => yesIn({ form }, 'form'))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    null,
    null,
  ]);
});

test('numbers with leading zeros are numbers', () => {
  expect(['00', '08', '-1', ' 7 ', '0x1', '1e3'].map((text) => wholeIn({ text }, 'text'))).toEqual([
    0,
    8,
    -1,
    7,
    null,
    null,
  ]);
});

test('an answer without commands is no list of commands', () => {
  expect(commandsIn({})).toBeNull();
  expect(commandsIn({ run: { command: 'run' }, cancel: { permission: false }, jobs: 'x' })).toEqual(new Set(['run']));
});

test('the start of a Director is read in its own zone, on both sides of a change of clocks', () => {
  const start = (text: string): string | undefined => startOf(text, 'Europe/Berlin')?.toISOString();
  expect(start('20-Nov-26 20:33')).toBe('2026-11-20T19:33:00.000Z');
  expect(start('Version: 24 (03 August 2026)\nDaemon started 20-Jul-26 20:33. Jobs')).toBe('2026-07-20T18:33:00.000Z');
  expect(start('25-Oct-26 02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(start('25-Oct-26 03:30')).toBe('2026-10-25T02:30:00.000Z');
  expect(start('29-Mar-26 02:30')).toBe('2026-03-29T01:30:00.000Z');
  expect([start(''), start('20-Xyz-26 20:33'), start('99-Nov-2026 20:33')]).toEqual([undefined, undefined, undefined]);
});

test('texts of any kind are no start of a Director, or one that is a time', () => {
  const pieces = fc.constantFrom('20', '-', 'Nov', '-26 ', '20:33', '99', ' ', '\n');
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 30 }), (text) => {
      const start = startOf(text, 'America/St_Johns');
      if (start) expect(Number.isNaN(start.getTime())).toBe(false);
    }),
  );
});

test('a clock that is hours ahead lives elsewhere, and one that is minutes ahead goes wrong', () => {
  const minutes = (count: number): boolean => isOtherZone(count * 60_000);
  expect([60, -60, 59, 330, 45, -480].map(minutes)).toEqual([true, true, true, true, true, true]);
  expect([3, 7, -10, 22, 52].map(minutes)).toEqual([false, false, false, false, false]);
  expect(observeClock(90_000, 'UTC')).toEqual([]);
  expect(observeClock(null, 'UTC')).toEqual([]);
});
