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
  ['Fatal error: The console was stopped while it ran; this run did not come to its end.', 'killed'],
  ['Fatal error: The console was stopped before this run came to its end.', 'killed'],
  ['Error: /etc/a: its content on the volume does not have the checksum in the catalog', 'checksum_mismatch'],
  ['Error: /etc/a: volume Default-0001 is not at hand: there is no file /data/Default-0001.tar.gz', 'volume_missing'],
  ["The storage's folder /mnt/v cannot be written to: ERR=No such file or directory", 'storage_unavailable'],
  ['Volume Default-0001 in /mnt/v cannot be written to: ERR=Disk quota exceeded', 'storage_full'],
  ["The storage's folder /mnt/v cannot be written to: ERR=Permission denied", 'permission_denied'],
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
