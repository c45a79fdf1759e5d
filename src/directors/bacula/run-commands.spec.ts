import { describe, expect, test } from '@jest/globals';
import { type RunReader } from '../../domain/run-reader.port.js';
import { type DirectorConsole } from '../console/director-console.js';
import { RunControl } from './run-commands.js';

/** A Director with this reply to a cancel while the run is still active in the catalog. */
function controlReturning(text: string): RunControl {
  const reply = { text, errorText: text, prompted: false };
  const console = { settings: { name: 'site' }, ask: () => Promise.resolve(reply) };
  const runs = { findRun: () => Promise.resolve({ status: 'running' }) };
  return new RunControl(console as unknown as DirectorConsole, runs as unknown as RunReader);
}

describe('a cancel', () => {
  test.each([
    'JobId 30, Job BackupAlpha.2026-11-20_20.37.35_25 marked to be canceled.',
    'Cannot cancel JobId 22, Job BackupAlpha.2026-11-20_20.37.35_25 is not in work queue',
    '[DE0029] Unable to connect to Client: gone-fd on 127.0.0.1:23417. ERR=Connection refused',
    'Failed to connect to File daemon.',
    'Failed to connect to Storage daemon.',
  ])('is taken where the Director answers "%s"', async (words) => {
    await expect(controlReturning(words).cancel(30)).resolves.toBeUndefined();
  });

  test('fails with the reply of a Director that did not cancel', async () => {
    const words = 'JobId 30: is an invalid argument';
    await expect(controlReturning(words).cancel(30)).rejects.toMatchObject({
      code: 'director_error',
      detail: `Director site answered: ${words}`,
    });
  });
});
