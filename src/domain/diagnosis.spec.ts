import { describe, expect, test } from '@jest/globals';
import { diagnose } from './diagnosis.js';

const at = new Date('2026-11-20T21:00:00Z');

test.each([
  ['Fatal error: Write error on device. ERR=No space left on device.', 'storage_full'],
  ['Warning: could not open /root/x: EACCES: permission denied', 'permission_denied'],
  ['Fatal error: Unable to connect to Client: web07 on web07:9102. ERR=Connection refused', 'client_unreachable'],
  ['Fatal error: volume Default-0001 is missing', 'volume_missing'],
  ['Error: the checksum of /etc/hosts differs from the catalog', 'checksum_mismatch'],
  ['Fatal error: the Director was restarted while the run was on its way', 'killed'],
  ['lstat /srv/none: ENOENT: no such file or directory', 'source_missing'],
  ['Fatal error: The console was stopped while it ran; this run did not come to its end.', 'killed'],
  ['Fatal error: The console was stopped before this run came to its end.', 'killed'],
  ['Error: /etc/a: its content on the volume does not have the checksum in the catalog', 'checksum_mismatch'],
  ['Error: /etc/a: volume Default-0001 is not at hand: there is no file /data/Default-0001.tar.gz', 'volume_missing'],
  ["The storage's folder /mnt/v cannot be written to: ERR=No such file or directory", 'storage_unavailable'],
  ['Volume Default-0001 in /mnt/v cannot be written to: ERR=Disk quota exceeded', 'storage_full'],
  ["The storage's folder /mnt/v cannot be written to: ERR=Permission denied", 'permission_denied'],
])('reads %j as %s', (text, code) => {
  expect(
    diagnose('error', [
      { id: 1, at, text: 'Start Backup JobId 2' },
      { id: 2, at, text },
    ]),
  ).toMatchObject({ code, logLine: text });
});

test('says nothing of a log it does not understand', () => {
  expect(diagnose('error', [{ id: 1, at, text: 'Something odd happened; SHA-256 sums were written.' }])).toBeNull();
});

test('prefers the sign that tells most', () => {
  const texts = ['Network error with FD: connection timed out', 'ENOSPC: no space left on device'];
  expect(
    diagnose(
      'error',
      texts.map((text, id) => ({ id, at, text })),
    )?.code,
  ).toBe('storage_full');
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
  ])('by a time limit is told from its log: %s', (text) => {
    expect(cancelOf(text)).toBe('time_limit');
  });

  test.each([
    'lab-15-dir JobId 4: Canceled by user.',
    'alpha-fd JobId 4: ClientBeforeJob: Max run time exceeded. Job canceled.',
    'lab-dir JobId 4: BeforeJob: Max wait time exceeded.',
    'lab-dir JobId 4: Duplicate job not allowed. Canceling duplicate JobId=3.',
    'Network error with FD during Backup: ERR=Connection reset by peer',
  ])('otherwise has no diagnosis: %s', (text) => {
    expect(cancelOf(text)).toBeUndefined();
  });
});

test('a run that ended well has no diagnosis', () => {
  const lines = [{ id: 1, at, text: 'Max run time exceeded. Job canceled.' }];
  expect([diagnose('completed', lines), diagnose('warning', lines), diagnose('running', lines)]).toEqual([
    null,
    null,
    null,
  ]);
});
