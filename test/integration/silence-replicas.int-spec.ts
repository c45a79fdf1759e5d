import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { copyDatabase } from '../harness/fixtures/database.js';
import { makeClient } from '../harness/builders/domain-records.js';
import { FakeDirector } from '../harness/fakes/fake-director.js';
import { SilenceFixture } from '../harness/fixtures/silence-fixture.js';
import { until } from '../harness/fixtures/until.js';

let url: string;
let fixture: SilenceFixture;
let other: SilenceFixture;

beforeEach(async () => {
  url = await copyDatabase('template_console');
  fixture = await SilenceFixture.open(url);
  other = await SilenceFixture.open(url, fixture.clock);
});

afterEach(async () => {
  await fixture.close();
  await other.close();
});

describe('two consoles on one database', () => {
  test('tell each change once, also when both decide at the same time', async () => {
    fixture.director.clients = Array.from({ length: 300 }, (_, at) =>
      makeClient({ name: `c${at}`, firstSeenAt: null }),
    );
    await fixture.monitor.tick();
    fixture.clock.advance(100 * 3600);
    const looks = [fixture, other, fixture, other].map(({ evaluation }) => evaluation.evaluate({ director: 'one' }));
    await Promise.all(looks);
    expect(await fixture.toldTypes()).toEqual(Array(300).fill('client.silence.crit'));
  });

  test('take turns: the other one goes on when the first is gone', async () => {
    let looks = 0;
    other.director.gate = () => {
      looks += 1;
      return Promise.resolve();
    };
    await fixture.run(100);
    await fixture.monitor.tick();
    await other.monitor.tick();
    expect(looks).toBe(0);
    await fixture.session.onApplicationShutdown();
    await until(async () => {
      await other.monitor.tick();
      return looks > 0;
    });
    await other.run(0, { jobId: 50 });
    await until(async () => (await other.toldTypes()).length === 2);
  });

  test('look each at the Directors that it alone has', async () => {
    const two = new FakeDirector('two', true);
    two.clients = [makeClient({ director: 'two', firstSeenAt: null })];
    other.directors.put(two);
    await other.writes.take({ director: 'two', runs: [], newest: 0 });
    await other.writes.noteRead('two');
    for (const hours of [0, 100]) {
      fixture.clock.advance(hours * 3600);
      await fixture.monitor.tick();
      await other.monitor.tick();
    }
    const told = (await fixture.told()).map(({ subject, type }) => `${type} ${subject}`);
    expect(told).toEqual(['client.silence.crit client:one:laptop', 'client.silence.crit client:two:laptop']);
  });

  test('take no Director for gone whose catalog another one fails to read', async () => {
    await fixture.monitor.tick();
    await fixture.later(100);
    other.directors.remove('one');
    await other.database.query(`UPDATE run_sync_state SET read_at = now() - interval '1 hour'`);
    await fixture.writes.noteFailure('one', 'The catalog does not answer.');
    await other.monitor.tick();
    expect(await fixture.toldTypes()).toEqual(['client.silence.crit']);
    await other.database.query(`UPDATE run_sync_state SET failed_at = now() - interval '1 hour'`);
    await other.monitor.tick();
    expect((await fixture.told()).map(({ data }) => data['cause'])).toContain('removed');
  });
});
