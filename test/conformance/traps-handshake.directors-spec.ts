import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { baculaMode } from '../../src/directors/bacula/bacula-mode.js';
import { consoleSettingsOf } from '../../src/directors/console/director-console.js';
import { probeDirector } from '../../src/directors/probe/probe-director.js';
import { ConsoleConnection } from '../../src/directors/protocol/console-connection.js';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { fullScope } from '../../src/domain/principal.js';
import { SystemClock } from '../../src/platform/system-clock.js';
import { type BaculaVersion, testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { until } from '../harness/fixtures/until.js';
import { StagedFolders } from '../../src/directors/staging/staged-folders.js';
import { labFixture, refusalOf, tlsOf } from './lab-fixture.js';
import { settingsOf } from './lab-subject.js';

/** How many failed log-ins the Director has written down. */
function alarms(lab: Lab): number {
  const file = `${lab.folders.logs}/daemon.log`;
  const log = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...log.matchAll(/Unable to authenticate|Security Alert/g)].length;
}

/** The stage that a trial log-in fails at, and its words. */
async function failedStage(lab: Lab, change: Partial<RemoteDirectorSettings>) {
  const settings = settingsOf(lab, change);
  const parts = { clock: new SystemClock(), reach: {}, staging: new StagedFolders() };
  const found = await probeDirector(settings, { url: settings.catalogUrl }, AbortSignal.timeout(60_000), parts);
  return found.find(({ status }) => status === 'failed');
}

await describeWithLab('traps of the log-in', testedVersions, () => {
  const fixture = labFixture();
  const start = (version: BaculaVersion, more: object = {}) => fixture.lab({ version, ...more });
  const describeDirector = ({ director }: ConnectedDirector) => director.describe(fullScope);
  /** Gives its places at the Director back: the labs here have few. */
  const describeOnce = async (lab: Lab, change: Partial<RemoteDirectorSettings> = {}) => {
    const connected = fixture.connect(lab, change);
    try {
      return await describeDirector(connected);
    } finally {
      await connected.close();
    }
  };

  describe.each(testedVersions)('Bacula %s', (version) => {
    let lab: Lab;
    let certified: Lab;
    let plain: Lab;
    beforeAll(async () => {
      [lab, certified, plain] = await Promise.all([
        start(version, { maximumConsoleConnections: 6 }),
        start(version, { tls: 'certificates' }),
        start(version, { tls: 'none' }),
      ]);
    });
    const caOf = (name: string): string => readFileSync(`${certified.folders.certificates}/${name}.pem`, 'utf8');

    test('a wrong password is told as such, and tried once, however many ask: the Director’s places stay free', async () => {
      const before = alarms(lab);
      const wrong = fixture.connect(lab, { password: 'not the password' });
      for (let n = 0; n < 5; n += 1) {
        const asked = Array.from({ length: 10 }, () => refusalOf(describeDirector(wrong)));
        for (const refusal of await Promise.all(asked)) {
          expect(refusal.code).toBe('director_unreachable');
          expect(refusal.detail).toMatch(/password/i);
          expect(refusal.detail).not.toContain('not the password');
        }
      }
      expect(await lab.bconsole(['.jobs'])).toContain('BackupAlpha');
      await describeOnce(lab);
      // Those that began together fail together; one alert or two lines of it each, however long the five rounds take.
      expect(alarms(lab) - before).toBeLessThanOrEqual(10);
    });

    test('an unknown console name is told at the stage of name and password', async () => {
      const failed = await failedStage(lab, { consoleName: 'nobody' });
      expect(failed).toMatchObject({ stage: 'password' });
      expect(failed?.detail).toMatch(/name/i);
    });

    test('the default console and one with a space in its name are let in', async () => {
      const { restricted } = lab.consoles;
      const byDefault = { consoleName: null, password: lab.password };
      expect((await describeOnce(lab, byDefault)).clients).toContain('beta-fd');
      const named = { consoleName: restricted.name, password: restricted.password };
      expect((await describeOnce(lab, named)).clients).toEqual(['alpha-fd']);
    });

    test('with certificates, the authority of the Director is let in', async () => {
      const told = await describeOnce(certified, { tls: tlsOf('required', caOf('ca')) });
      expect(told.clients).toContain('alpha-fd');
      expect(await failedStage(certified, { tls: tlsOf('required', caOf('ca')) })).toBeUndefined();
    });

    test('a Director whose certificate another authority signed is refused, and gets no answer to its challenge', async () => {
      const failed = await failedStage(certified, { tls: tlsOf('required', caOf('stranger')) });
      expect(failed).toMatchObject({ stage: 'tls' });
    });

    test('a Director whose certificate has another name is refused', async () => {
      const tls = { ...tlsOf('required', caOf('ca')), serverName: 'elsewhere.example' };
      expect(await failedStage(certified, { tls })).toMatchObject({ stage: 'tls' });
    });

    test('clear text to a Director that demands certificates is told as a lack of TLS', async () => {
      expect(await failedStage(certified, { tls: tlsOf('none') })).toMatchObject({ stage: 'tls' });
    });

    test('TLS that is required and not there ends the log-in before any proof of the password is sent', async () => {
      const proxy = await fixture.proxy(plain.port);
      const change = { port: proxy.port, tls: tlsOf('required') };
      expect(await failedStage(plain, change)).toMatchObject({ stage: 'tls' });
      const refusal = await refusalOf(describeOnce(plain, change));
      expect(refusal.detail).toMatch(/TLS/);
      // A hello and nothing more: the answer to a challenge would let a listener try passwords at leisure.
      for (const bytes of proxy.sent) expect(bytes.toString('latin1')).toMatch(/^.{4}Hello [^\n]*\n$/s);
    });

    test('TLS that is preferred is done without where the Director has none', async () => {
      expect(await failedStage(plain, { tls: tlsOf('preferred') })).toBeUndefined();
    });

    test('a Director at its limit of consoles is told as busy within the limit, and answers once a place is free', async () => {
      const small = await start(version, { maximumConsoleConnections: 2 });
      const { signal } = new AbortController();
      const hold = () => ConsoleConnection.open(consoleSettingsOf(settingsOf(small)), { mode: baculaMode }, signal);
      const held = [await hold(), await hold()];
      const late = fixture.connect(small);
      const refusal = await refusalOf(describeDirector(late));
      expect(refusal.kind).toBe('unreachable');
      expect(refusal.detail).toMatch(/busy|limit|places|consoles/i);
      for (const connection of held) void connection.close();
      expect((await until(() => describeDirector(late).catch(() => null))).name).toBe(late.director.name);
    });
  });

  test('whoever takes the offer of TLS out of the hello to Bacula 15 wins nothing', async () => {
    const lab = await start('15');
    const proxy = await fixture.proxy(lab.port);
    const strip = (bytes: Buffer): Buffer =>
      Buffer.from(bytes.toString('latin1').replace('tlspsk=100', 'tlspsk=000'), 'latin1');
    proxy.change = strip;
    expect(await failedStage(lab, { port: proxy.port })).toMatchObject({ stage: 'tls' });
    expect(proxy.sent).toHaveLength(1);
    proxy.change = (bytes) => bytes;
    expect(await failedStage(lab, { port: proxy.port })).toBeUndefined();
  });

  test('a wrong password of a pre-shared key is told as a wrong password', async () => {
    const lab = await start('15');
    const failed = await failedStage(lab, { password: 'not the password' });
    expect(failed).toMatchObject({ stage: 'password' });
  });
});
