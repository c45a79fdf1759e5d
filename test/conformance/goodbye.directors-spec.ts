import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { baculaMode } from '../../src/directors/bacula/bacula-mode.js';
import { consoleSettingsOf } from '../../src/directors/console/director-console.js';
import { ConnectionPool } from '../../src/directors/protocol/connection-pool.js';
import { type BaculaVersion, testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { type LabTls } from '../harness/lab/configuration/lab-plan.js';
import { startLab } from '../harness/lab/start-lab.js';
import { until } from '../harness/fixtures/until.js';
import { tlsOf } from './lab-fixture.js';
import { settingsOf } from './lab-subject.js';

const rounds = 20;
const limit = { limitMs: 30_000 };

/** Everything that the Director and its daemons wrote down, and what waits for people in its console. */
async function wordsOf(lab: Lab): Promise<string> {
  const { logs } = lab.folders;
  const files = existsSync(logs) ? readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8')) : [];
  return [...files, await lab.bconsole(['messages'])].join('\n');
}

function byAuthority({ folders }: Lab) {
  return tlsOf('required', readFileSync(join(folders.certificates, 'ca.pem'), 'utf8'));
}

await describeWithLab('the goodbye to real Directors', testedVersions, () => {
  const all: [BaculaVersion, LabTls][] = [['9.6', 'none'], ['9.6', 'certificates'], ['15', 'psk'], ['15', 'none']]; // prettier-ignore
  const ways = all.filter(([version]) => testedVersions.includes(version));

  test.each(ways)('leaves no alert in the log of Bacula %s with TLS %s', async (version, tls) => {
    const lab = await startLab({ version, tls });
    try {
      const settings = consoleSettingsOf(settingsOf(lab, tls === 'certificates' ? { tls: byAuthority(lab) } : {}));
      const pool = () => new ConnectionPool(settings, { mode: baculaMode, idleMs: 1 });
      const idle = pool();
      for (let round = 0; round < rounds; round += 1) {
        // Closed after it was idle, after an answer in pieces, and with a command in flight that a caller gives up.
        await idle.command('.jobs', limit);
        await until(() => idle.state.open === 0);
        const used = pool();
        await used.command('list jobs', limit);
        await used.close();
        const busy = pool();
        const dropped = busy.command('show all', { ...limit, onData: () => void busy.close() });
        await expect(dropped).rejects.toThrow('The console closed the connection');
        await busy.close();
      }
      await idle.close();
      // What the Director had to say about the last connection it says before it lets the next one in.
      expect(await lab.bconsole(['version'])).toMatch(/Version/);
      expect(await wordsOf(lab)).not.toMatch(/Security Alert|Broken pipe|reset by peer/);
    } finally {
      await lab.stop();
    }
  });
});
