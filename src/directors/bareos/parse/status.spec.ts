import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clientRuns, currentRuns, daemonText, wholeOf } from './status.js';

describe('the active runs', () => {
  /** Of Bareos 24.0.10 and 25.1.0, in text mode. */
  const lineOf = (words: string): string =>
    `Full          \tBackup  \t 10\t28-Nov-26 06:44   \tBackupMany        \tSide-0016\n    12\tFull  \tBackupNoMedia.2026-11-28_06.08.33_51\t${words}\t\n     2\tFull  \t      14\t       99 \tOK     \t28-Nov-26 06:07\tBackupPlain\n====\n`;

  test.each([
    ['is running', 'R'],
    ['is waiting execution', ''],
    ['is waiting for an appendable Volume', 'm'],
    ['is waiting for a mount request', 'M'],
    ['is waiting on Client a-fd', 'F'],
    ['is waiting for Client a-fd to connect to Storage File', 'F'],
    ['is waiting for Client to connect (Client Initiated Connection)', 'F'],
    ['is waiting on Storage "File"', 'S'],
    ['is waiting on max Storage jobs', 's'],
    ['is waiting on max Client jobs', 'c'],
    ['is waiting on max Job jobs', 'j'],
    ['is waiting on max total jobs', 'd'],
    ['is waiting for its start time at 28-Nov 06:08', 't'],
    ['is waiting for higher priority jobs to finish', 'p'],
    ['SD despooling Data', ''],
    ['is in unknown state q', 'q'],
  ])('that, as the Director says, %s have the letter %j', (words, letter) => {
    expect(currentRuns(lineOf(words))).toEqual([{ jobId: 12, letter }]);
  });
});

describe('the runs at a client', () => {
  test('begin at each JobId, separated by empty lines or not', () => {
    const text = 'Director=x\nJobId=1\nFiles=1,189\nProcessing file=/a=b\n\nJobId=2\nBytes/sec=7\n';
    const records = clientRuns(text);
    expect(records.map((record) => wholeOf(record, 'jobid'))).toEqual([1, 2]);
    expect([wholeOf(records[0]!, 'files'), records[0]?.get('processing file')]).toEqual([1189, '/a=b']);
    expect([wholeOf(records[1]!, 'bytes/sec'), wholeOf(records[1]!, 'files')]).toEqual([7, null]);
  });
});

describe('a daemon', () => {
  test.each([
    [' Handshake: Immediate TLS, Encryption: X\n\na-fd Version: 25.1.0 (03 August 2026) Linux\n', true, '25.1.0'],
    [' Encryption: X\n\nfile-sd Version: 24.0.10 (1 May 2026)\n', true, '24.0.10'],
    [' Encryption: X\n', true, null],
    [
      'Probing client protocol... (result will be saved until config reload)\r\v Handshake: Immediate TLS, Encryption: X\na-fd Version: 25.1.0 (03 August 2026)\n',
      true,
      '25.1.0',
    ],
    ['Probing client protocol... (result will be saved until config reload)\r\v Handshake: Cleartext\n', true, null],
    ['Probing client protocol...\r\v Failed to connect to Client a-fd.\n', false, null],
    ['New words\na-fd Version: 25.1.0 (03 August 2026)\n', true, '25.1.0'],
    ['Failed to connect to Client down-fd.\n====\n', false, null],
    ['Failed to connect to Storage daemon File.\n', false, null],
    [' Handshake: Cleartext\nFailed to connect to Client a-fd.\n', false, null],
    ['Error: Client resource X does not exist.\n', false, null],
    ['', false, null],
  ])('that says %j is up: %s', (text, isUp, version) => {
    expect(daemonText(text)).toEqual({ isUp, version });
  });
});

test('status texts of any kind are read without harm, and no more than 10,000 runs are kept', () => {
  const pieces = fc.constantFrom('JobId=', '1', '\t', 'is waiting for a mount', 'R', '\n', '=', 'Files', ',', ' Encryption: ', 'Version: 9 (', '\u0000', 'é'); // prettier-ignore
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: pieces, maxLength: 200 })), (text) => {
      for (const { jobId } of currentRuns(text)) expect(Number.isSafeInteger(jobId)).toBe(true);
      for (const record of clientRuns(text)) wholeOf(record, 'files');
      daemonText(text);
    }),
  );
  expect(currentRuns('1\tF\ta\tis running\n'.repeat(20_000))).toHaveLength(10_000);
  expect(clientRuns('JobId=1\nFiles=2\n'.repeat(20_000))).toHaveLength(10_000);
});
