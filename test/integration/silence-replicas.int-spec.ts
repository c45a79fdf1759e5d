import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { copyDatabase } from '../support/database.js';
import { makeClient } from '../support/makers.js';
import { PaperDirector } from '../support/paper-director.js';
import { SilenceScene } from '../support/silence-scene.js';
import { until } from '../support/until.js';

let url: string;
let scene: SilenceScene;
let other: SilenceScene;

beforeEach(async () => {
  url = await copyDatabase('template_console');
  scene = await SilenceScene.open(url);
  other = await SilenceScene.open(url, scene.clock);
});

afterEach(async () => {
  await scene.close();
  await other.close();
});

describe('two consoles on one database', () => {
  test('tell each change once, also when both decide at the same time', async () => {
    scene.director.clients = Array.from({ length: 300 }, (_, at) => makeClient({ name: `c${at}`, firstSeenAt: null }));
    await scene.monitor.tick();
    scene.clock.advance(100 * 3600);
    const looks = [scene, other, scene, other].map(({ evaluation }) => evaluation.evaluate({ director: 'one' }));
    await Promise.all(looks);
    expect(await scene.toldTypes()).toEqual(Array(300).fill('client.silence.crit'));
  });

  test('take turns: the other one goes on when the first is gone', async () => {
    let looks = 0;
    other.director.gate = () => {
      looks += 1;
      return Promise.resolve();
    };
    await scene.run(100);
    await scene.monitor.tick();
    await other.monitor.tick();
    expect(looks).toBe(0);
    await scene.session.onApplicationShutdown();
    await until(async () => {
      await other.monitor.tick();
      return looks > 0;
    });
    await other.run(0, { jobId: 50 });
    await until(async () => (await other.toldTypes()).length === 2);
  });

  test('look each at the Directors that it alone has', async () => {
    const two = new PaperDirector('two', true);
    two.clients = [makeClient({ director: 'two', firstSeenAt: null })];
    other.directors.put(two);
    await other.writes.take({ director: 'two', runs: [], newest: 0 });
    await other.writes.noteRead('two');
    for (const hours of [0, 100]) {
      scene.clock.advance(hours * 3600);
      await scene.monitor.tick();
      await other.monitor.tick();
    }
    const told = (await scene.told()).map(({ subject, type }) => `${type} ${subject}`);
    expect(told).toEqual(['client.silence.crit client:one:laptop', 'client.silence.crit client:two:laptop']);
  });

  test('take no Director for gone whose catalog another one fails to read', async () => {
    await scene.monitor.tick();
    await scene.later(100);
    other.directors.remove('one');
    await other.database.query(`UPDATE run_feed SET read_at = now() - interval '1 hour'`);
    await scene.writes.noteFailure('one', 'The catalog does not answer.');
    await other.monitor.tick();
    expect(await scene.toldTypes()).toEqual(['client.silence.crit']);
    await other.database.query(`UPDATE run_feed SET failed_at = now() - interval '1 hour'`);
    await other.monitor.tick();
    expect((await scene.told()).map(({ data }) => data['cause'])).toContain('removed');
  });
});
