import { expect, test } from '@jest/globals';
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
])('reads %j as %s', (text, code) => {
  expect(
    diagnose([
      { id: 1, at, text: 'Start Backup JobId 2' },
      { id: 2, at, text },
    ]),
  ).toMatchObject({ code, logLine: text });
});

test('says nothing of a log it does not understand', () => {
  expect(diagnose([{ id: 1, at, text: 'Something odd happened; SHA-256 sums were written.' }])).toBeNull();
});

test('prefers the sign that tells most', () => {
  const texts = ['Network error with FD: connection timed out', 'ENOSPC: no space left on device'];
  expect(diagnose(texts.map((text, id) => ({ id, at, text })))?.code).toBe('storage_full');
});
