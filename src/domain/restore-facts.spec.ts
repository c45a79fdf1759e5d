import { describe, expect, test } from '@jest/globals';
import { mergeFacts, noFacts, readRestoreReport, restoreSentence, storedRefs } from './restore-facts.js';

const at = new Date('2026-11-27T12:00:00Z');
const line = (text: string) => ({ id: 1, at, text });

/** As Bacula 15 writes it. */
const bacula = `bacula-dir JobId 12: Bacula bacula-dir 15.0.3 (25Mar25):
  Build OS:               x86_64-pc-linux-gnu debian trixie/sid
  JobId:                  12
  Job:                    RestoreFiles.2026-11-27_12.00.00_07
  Restore Client:         "alpha-fd" 15.0.3 (25Mar25) x86_64-pc-linux-gnu,debian,trixie/sid
  Where:                  /srv/restored
  Replace:                Always
  Start time:             27-Nov-2026 12:00:00
  Files Expected:         1,204
  Files Restored:         1,203
  Bytes Restored:         52,428,800 (52.42 MB)
  FD Errors:              0
  Termination:            Restore OK -- warning file count mismatch
`;

describe('the closing report', () => {
  test('of Bacula has the target, the policy, and both counts; what is missing is null', () => {
    expect(readRestoreReport(12, [line('Start Restore Job'), line(bacula)], null)).toEqual({
      where: '/srv/restored',
      replace: 'always',
      restoreClient: 'alpha-fd',
      chosen: 1204,
      restored: 1203,
      skipped: null,
      failed: null,
    });
  });

  test.each(['Never', 'IfNewer', 'IfOlder'])(
    'of Bacula with the policy %s counts skipped files as restored, and is not believed',
    (policy) => {
      const text = bacula.replace('Always', policy).replace('1,203', '1,204');
      const none = { restored: null, skipped: null, failed: null };
      expect(readRestoreReport(12, [line(text)], 'always')).toMatchObject({ chosen: 1204, ...none });
      expect(readRestoreReport(12, [line(text.replace(/^ +Replace.*\n/m, ''))], null)).toMatchObject(none);
      expect(readRestoreReport(12, [line(text.replace(/^ +Replace.*\n/m, ''))], 'always')).toMatchObject({
        restored: 1204,
      });
    },
  );

  test('with a line for skipped files is trusted for any policy', () => {
    const own = bacula
      .replace('Always', 'Never')
      .replace('  Bytes', '  Files Skipped:          1\n  Files Failed:           0\n  Bytes');
    expect(readRestoreReport(12, [line(own)], null)).toMatchObject({ restored: 1203, skipped: 1, failed: 0 });
  });

  test('that restored all it expected left nothing out', () => {
    const all = bacula.replace('1,203', '1,204');
    expect(readRestoreReport(12, [line(all)], null)).toMatchObject({ restored: 1204, skipped: 0, failed: 0 });
  });

  test.each([
    ['another run', bacula.replace('JobId:                  12', 'JobId:                  13')],
    ['no report', 'Warning: Not restored: /a\n  Files Restored:   9'],
  ])('is not taken from %s', (_, text) => {
    expect(readRestoreReport(12, [line(text)], null)).toBeNull();
  });

  test('is the last one: the name of a file cannot pretend to be one', () => {
    const name = `Warning: Not restored: /a\n${bacula.replace('1,203', '1,204')}`;
    expect(readRestoreReport(12, [line(name), line(bacula)], null)).toMatchObject({ restored: 1203 });
  });

  test.each(['many', '-1', '1.5', '99999999999999999999'])('with the number %s is ignored', (number) => {
    expect(readRestoreReport(12, [line(bacula.replace('1,203', number))], null)).toMatchObject({ restored: null });
  });
});

test('a report that names expressions as the folder is a relocation, and not a folder', () => {
  const text = bacula.replace('/srv/restored', '!^/!/srv/!');
  const reported = readRestoreReport(12, [line(text)], null);
  expect(reported).toMatchObject({ where: null, relocation: { regex: '!^/!/srv/!' } });
  const relocation = { addPrefix: '/srv' };
  expect(mergeFacts({ ...noFacts, relocation }, reported)).toMatchObject({ where: null, relocation });
});

test('a report adds to the request and does not take away from it', () => {
  const request = { ...noFacts, jobids: [3], where: '/srv', chosen: 2 };
  expect(mergeFacts(request, { where: null, chosen: 1, restored: 1 })).toEqual({ ...request, chosen: 1, restored: 1 });
  expect(mergeFacts(null, null)).toEqual(noFacts);
});

test.each([
  [{ chosen: 1, restored: 0, skipped: 1, failed: 0, replace: 'never' }, '0 of 1 restored, 1 skipped (already exists)'],
  [{ chosen: 1500, restored: 1498, skipped: 0, failed: 2, replace: 'always' }, '1,498 of 1,500 restored, 2 failed'],
  [{ chosen: 3, restored: 1, skipped: 2, failed: 0, replace: 'ifnewer' }, '1 of 3 restored, 2 skipped (not newer)'],
  [{ chosen: null, restored: 4, skipped: null, failed: null, replace: null }, '4 restored'],
  [{ chosen: 4, restored: null, skipped: null, failed: null, replace: null }, ''],
] as const)('%j is written as %j', (facts, sentence) => {
  expect(restoreSentence(facts)).toBe(sentence);
});

test('refs are stored up to the length that an address of the page carries', () => {
  expect(storedRefs(['YQ', 'Yg'])).toEqual(['YQ', 'Yg']);
  expect(storedRefs(Array.from({ length: 1001 }, () => 'YQ'))).toBeNull();
});
