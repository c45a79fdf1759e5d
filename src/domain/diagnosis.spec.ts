import { describe, expect, test } from '@jest/globals';
import { diagnose, diagnoseCutLog } from './diagnosis.js';

const at = new Date('2026-11-20T21:00:00Z');

test.each([
  ['Fatal error: Write error on device. ERR=No space left on device.', 'storage_full'],
  ['Warning: could not open /root/x: EACCES: permission denied', 'permission_denied'],
  ['Fatal error: Unable to connect to Client: web07 on web07:9102. ERR=Connection refused', 'connection_refused'],
  ['Fatal error: volume Default-0001 is missing', 'volume_missing'],
  ['Error: the checksum of /etc/hosts differs from the catalog', 'checksum_mismatch'],
  ['Fatal error: the Director was restarted while the run was on its way', 'killed'],
  ['Warning: lstat /srv/none: ENOENT: no such file or directory', 'source_missing'],
  ['Fatal error: The console was stopped during this run; the run did not finish.', 'killed'],
  ['Fatal error: The console was stopped before this run ended.', 'killed'],
  ['Error: /etc/a: its content on the volume does not have the checksum recorded in the catalog', 'checksum_mismatch'],
  [
    'Error: /etc/a: volume Default-0001 is not available: the file /data/Default-0001.tar.gz does not exist',
    'volume_missing',
  ],
  ["The storage's folder /mnt/v cannot be written to: ERR=No such file or directory", 'storage_unavailable'],
  ['Volume Default-0001 in /mnt/v cannot be written to: ERR=Disk quota exceeded', 'quota_exceeded'],
  ["The storage's folder /mnt/v cannot be written to: ERR=Permission denied", 'permission_denied'],
])('reads %j as %s', (text, code) => {
  expect(
    diagnose('error', [
      { id: 1, at, text: 'Start Backup JobId 2' },
      { id: 2, at, text },
    ]),
  ).toMatchObject({ code, logLine: text });
});

test('finds no cause in an unknown log', () => {
  expect(diagnose('error', [{ id: 1, at, text: 'Something odd happened; SHA-256 sums were written.' }])).toBeNull();
});

test('prefers the most specific sign', () => {
  const texts = [
    'Fatal error: Network error with FD: ERR=Broken pipe',
    'Fatal error: write: ENOSPC: no space left on device',
  ];
  expect(
    diagnose(
      'error',
      texts.map((text, id) => ({ id, at, text })),
    )?.code,
  ).toBe('storage_full');
});

test('explains why nothing of a fileset could be read, and quotes the line with the path', () => {
  const missing = 'embedded-dir JobId 9: Warning: Could not stat "/srv/missing": ERR=No such file or directory';
  const empty = 'embedded-dir JobId 9: Fatal error: Nothing that the fileset includes could be read.';
  const of = (...texts: readonly string[]) =>
    diagnose(
      'error',
      texts.map((text, id) => ({ id, at, text })),
    );
  expect(of(missing, empty)).toMatchObject({ code: 'source_missing', logLine: missing, path: '/srv/missing' });
  expect(of(empty)).toMatchObject({ code: 'fileset_empty', logLine: empty });
});

describe('a run that was canceled', () => {
  const cancelOf = (text: string) => diagnose('canceled', [{ id: 1, at, text }])?.code;

  test.each([
    'lab-15-dir JobId 4: Fatal error: Max run time exceeded. Job canceled.\n',
    'lab-9.6-dir JobId 4: Fatal error: Max wait time exceeded. Job canceled.',
    'my dir JobId 4: Fatal error: Max run sched time exceeded. Job canceled.',
    'bareos-dir JobId 4: Fatal error: Max runsched time exceeded. Job canceled.',
    'bareos-dir JobId 4: Fatal error: Job canceled because max start delay time exceeded.',
    'Max run time exceeded. Job canceled.',
  ])('by a time limit is recognized from its log: %s', (text) => {
    expect(cancelOf(text)).toBe('time_limit');
  });

  test.each([
    'lab-15-dir JobId 4: Canceled by user.',
    'alpha-fd JobId 4: ClientBeforeJob: Max run time exceeded. Job canceled.',
    'lab-dir JobId 4: BeforeJob: Max wait time exceeded.',
    'lab-dir JobId 4: Cancelling duplicate JobId=3.',
    'Network error with FD during Backup: ERR=Connection reset by peer',
  ])('otherwise has no diagnosis: %s', (text) => {
    expect(cancelOf(text)).toBeUndefined();
  });
});

test('a run that ended well, or has not ended, has no diagnosis', () => {
  const lines = [{ id: 1, at, text: 'dir JobId 1: Warning: Could not stat "/a": ERR=No such file or directory' }];
  expect([diagnose('completed', lines), diagnose('running', lines)]).toEqual([null, null]);
});

function diagnoseTexts(status: 'error' | 'warning', ...texts: readonly string[]) {
  return diagnose(
    status,
    texts.map((text, id) => ({ id, at, text })),
  );
}

test('warnings have a cause, with the line that shows it', () => {
  const line = 'alpha-fd JobId 12:      Could not stat "/missing": ERR=No such file or directory';
  const found = diagnoseTexts('warning', 'lab-dir JobId 12: Start Backup JobId 12, Job=A', line);
  expect(found).toMatchObject({ code: 'source_missing', logLine: line });
});

test.each([
  ['alpha-fd JobId 12:      Could not stat "/srv/a b": ERR=No such file or directory', '/srv/a b'],
  ['Warning: lstat /srv/none: ENOENT: no such file or directory', '/srv/none'],
  ['alpha-fd JobId 12:      Cannot stat file /srv/none: ERR=No such file or directory', '/srv/none'],
  ['Warning: Could not open directory "/root": ERR=Permission denied', undefined],
])('a missing path is named: %s', (line, path) => {
  expect(diagnoseTexts('warning', line)?.path).toBe(path);
});

test('what ended a run counts more than what it only warned of, and than a broken connection', () => {
  const warning = 'alpha-fd JobId 1:      Could not open directory "/root": ERR=Permission denied';
  const broken = 'dir JobId 1: Fatal error: Network error with FD during Backup: ERR=No data available';
  expect(diagnoseTexts('error', broken, 'dir JobId 1: Warning: Cannot open "/x": ERR=Permission denied')?.code).toBe('connection_lost'); // prettier-ignore
  const full = 'sd JobId 1: Error: block.c:1 Write error at 1:2 on device "D" Vol=V. ERR=No space left on device.';
  expect(diagnoseTexts('error', warning.replace('Could', 'Warning: Could'), broken, full)?.code).toBe('storage_full');
});

test('output of a script and the closing report are not considered for the cause', () => {
  const script = 'dir JobId 1: BeforeJob: ERR=No space left on device';
  const report =
    'dir JobId 1: Error: Bacula dir 15.0.3:\n  Job: Max run time exceeded\n  Termination: *** Backup Error ***';
  expect(diagnoseTexts('error', script, report)).toBeNull();
});

test('a failed run without a closing report was ended by the death of its Director, unless it names something fatal', () => {
  const start = { id: 1, at, text: 'dir JobId 1: Start Backup JobId 1, Job=A' };
  const fatal = { id: 2, at, text: 'dir JobId 1: Fatal error: Something odd' };
  const report = { id: 3, at, text: 'dir JobId 1: Bacula dir 15.0.3:\n  Termination:            *** Backup Error ***' };
  expect(diagnoseCutLog('error', [start])).toMatchObject({ code: 'killed', logLine: start.text });
  expect([diagnoseCutLog('error', [start, fatal]), diagnoseCutLog('error', [start, report])]).toEqual([null, null]);
  expect([diagnoseCutLog('error', []), diagnoseCutLog('canceled', [start])]).toEqual([null, null]);
});
