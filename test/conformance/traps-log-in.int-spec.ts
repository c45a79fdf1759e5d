import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { baculaMode } from '../../src/adapters/director/bacula/bacula-mode.js';
import { consoleSettingsOf } from '../../src/adapters/director/console/director-console.js';
import { probeDirector } from '../../src/adapters/director/probe/probe-director.js';
import { ConsoleConnection } from '../../src/adapters/director/wire/console-connection.js';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { everything } from '../../src/domain/scope.js';
import { type BaculaVersion, baculaVersions } from '../lab/bacula-version.js';
import { describeWithLab } from '../lab/lab-suites.js';
import { type Lab } from '../lab/lab.js';
import { until } from '../support/until.js';
import { labScene, refusalOf, tlsOf } from './lab-scene.js';
import { settingsOf } from './lab-subject.js';

jest.setTimeout(120_000);

const alarms = (lab: Lab): number =>
  [...readFileSync(`${lab.folders.logs}/daemon.log`, 'utf8').matchAll(/Security Alert|Unable to authenticate/g)].length;

/** The stage that a trial log-in fails at, and its words. */
async function failedStage(lab: Lab, change: Partial<RemoteDirectorSettings>) {
  const found = await probeDirector(settingsOf(lab, change), AbortSignal.timeout(20_000));
  return found.find(({ status }) => status === 'failed');
}

await describeWithLab('traps of the log-in', baculaVersions, () => {
  const scene = labScene();
  const start = (version: BaculaVersion, more: object = {}) => scene.lab({ version, ...more });
  const describeDirector = ({ director }: ConnectedDirector) => director.describe(everything);

  describe.each(baculaVersions)('Bacula %s', (version) => {
    let lab: Lab;
    let certified: Lab;
    beforeAll(async () => {
      [lab, certified] = await Promise.all([
        start(version, { maximumConsoleConnections: 6 }),
        start(version, { tls: 'certificates' }),
      ]);
    });
    const caOf = (name: string): string => readFileSync(`${certified.folders.certificates}/${name}.pem`, 'utf8');

    test('a wrong password is told as such, and tried once, however many ask: the Director’s places stay free', async () => {
      const before = alarms(lab);
      const wrong = scene.connect(lab, { password: 'not the password' });
      for (let n = 0; n < 5; n += 1) {
        const asked = Array.from({ length: 10 }, () => refusalOf(describeDirector(wrong)));
        for (const refusal of await Promise.all(asked)) {
          expect(refusal.code).toBe('director_unreachable');
          expect(refusal.detail).toMatch(/password/i);
          expect(refusal.detail).not.toContain('not the password');
        }
      }
      expect(await lab.bconsole(['.jobs'])).toContain('BackupAlpha');
      await describeDirector(scene.connect(lab));
      // Those that began together fail together; one alert or two lines of it each.
      expect(alarms(lab) - before).toBeLessThanOrEqual(8);
    });

    test('an unknown console name is told at the stage of name and password', async () => {
      const failed = await failedStage(lab, { consoleName: 'nobody' });
      expect(failed).toMatchObject({ stage: 'password' });
      expect(failed?.detail).toMatch(/name/i);
    });

    test('the default console and one with a space in its name are let in', async () => {
      const { restricted } = lab.consoles;
      const byDefault = scene.connect(lab, { consoleName: null, password: lab.password });
      expect((await describeDirector(byDefault)).clients).toContain('beta-fd');
      const named = scene.connect(lab, { consoleName: restricted.name, password: restricted.password });
      expect((await describeDirector(named)).clients).toEqual(['alpha-fd']);
    });

    test('a Director at its limit of consoles is told as busy within the limit, and answers once a place is free', async () => {
      const hold = () =>
        ConsoleConnection.open(consoleSettingsOf(settingsOf(lab)), { mode: baculaMode }, new AbortController().signal);
      const held: ConsoleConnection[] = [];
      // Places that earlier log-ins still hold count too: the last one is the one that gets no answer.
      for (let full = false; !full;) {
        await hold().then(
          (connection) => held.push(connection),
          () => (full = true),
        );
        expect(held.length).toBeLessThanOrEqual(6);
      }
      const late = scene.connect(lab);
      const began = performance.now();
      const refusal = await refusalOf(describeDirector(late));
      expect(refusal.kind).toBe('unreachable');
      expect(refusal.detail).toMatch(/busy|limit|places|consoles/i);
      expect(performance.now() - began).toBeLessThan(20_000);
      for (const connection of held) connection.close();
      expect((await until(() => describeDirector(late).catch(() => null), 60_000)).name).toBe(late.director.name);
    });

    test('with certificates, the authority of the Director is let in', async () => {
      const connected = scene.connect(certified, { tls: tlsOf('required', caOf('ca')) });
      expect((await describeDirector(connected)).clients).toContain('alpha-fd');
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

    test('clear text is refused by a Director that demands certificates, or by us', async () => {
      const failed = await failedStage(certified, { tls: tlsOf('none') });
      if (version === '9.6') expect(failed).toBeDefined();
      // Version 15 takes clear text although its configuration demands TLS: only our own setting protects.
      else expect(failed).toBeUndefined();
      expect(await failedStage(certified, { tls: tlsOf('required', caOf('ca')) })).toBeUndefined();
    });

    test('TLS that is required and not there ends the log-in before any proof of the password is sent', async () => {
      const plain = version === '9.6' ? lab : await start(version, { tls: 'none' });
      const proxy = await scene.proxy(plain.port);
      const change = { port: proxy.port, tls: tlsOf('required') };
      expect(await failedStage(plain, change)).toMatchObject({ stage: 'tls' });
      const refusal = await refusalOf(describeDirector(scene.connect(plain, change)));
      expect(refusal.detail).toMatch(/TLS/);
      // A hello and nothing more: the answer to a challenge would let a listener try passwords at leisure.
      for (const bytes of proxy.sent) expect(bytes.toString('latin1')).toMatch(/^.{4}Hello [^\n]*\n$/s);
    });

    test('TLS that is preferred is done without where the Director has none', async () => {
      const plain = version === '9.6' ? lab : await start(version, { tls: 'none' });
      expect(await failedStage(plain, { tls: tlsOf('preferred') })).toBeUndefined();
    });
  });

  test('whoever takes the offer of TLS out of the hello to Bacula 15 wins nothing', async () => {
    const lab = await start('15');
    const proxy = await scene.proxy(lab.port);
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
