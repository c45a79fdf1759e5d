import { connectBehind } from '../../test/harness/fixtures/console-process.js';
import { type Client } from 'pg';
import { selectAllOf, selectChosen, selectDue } from '../../src/features/monitoring/client-silences.repository.js';
import { hasRoute, openPeer, peerAsk, withHttp } from './asking.js';
import { using, type BenchFixture } from './bench-scene.js';
import { measureOwnPage, OwnRecord } from './own-record.js';
import { groupByDay, lastBackups, type Statement, topClients } from './peer-statements.js';
import { type Ask } from './timings.js';

const statistics: readonly { readonly name: string; readonly path: string; readonly peer?: Statement }[] = [
  { name: 'stats_jobs', path: '/stats/jobs?days=90', peer: groupByDay },
  { name: 'stats_summary', path: '/stats/summary?days=90', peer: groupByDay },
  { name: 'stats_clients', path: '/stats/clients?limit=20&days=90', peer: topClients },
  { name: 'stats_storage', path: '/stats/storage?days=90', peer: groupByDay },
  { name: 'stats_days', path: '/stats/days?limit=50' },
  { name: 'stats_outliers', path: '/stats/outliers?limit=50' },
];

/** What dashboards and the page ask besides. Its Director is down, and says nothing to it. */
const pictures = [
  { name: 'health', path: '/director/health' },
  { name: 'calendar', path: '/operations/calendar?limit=50' },
] as const;

/** Answers for each round that are not counted. What makes these answers is compiled for good only after several hundred of them; a console in service is past that. */
const warmUpRounds = 100;

/** Ninety days of statistics. */
export async function measureStatistics(fixture: BenchFixture): Promise<void> {
  await using(openPeer(fixture.scratch.url(fixture.databases.runs)), async (peer) => {
    for (const { name, path, peer: statement } of statistics) {
      if (!(await hasRoute(fixture.console, 'runs', path))) {
        fixture.report.lack(name, `this console has no GET ${path.replace(/\?.*/, '')}.`);
        continue;
      }
      await withHttp(fixture.console, 'runs', [path], (asks) =>
        fixture.timings.measure(name, [
          { who: 'http', asks, rounds: fixture.rounds * 100, warmUps: fixture.rounds * warmUpRounds },
          ...(statement ? [{ who: 'group_by', asks: [peerAsk(peer, statement)], rounds: 3 }] : []),
        ]),
      );
      fixture.timings.within(name, 'http', 'p95', 5);
      fixture.timings.faster(name, 'http', 'group_by');
    }
  });
  await using(OwnRecord.open(fixture), async (own) => {
    for (const [name, ask] of own.statisticsAsks(new Date())) await measureOwnPage(fixture, name, ask, 'group_by');
  });
  for (const { name, path } of pictures) {
    await withHttp(fixture.console, 'runs', [path], (asks) =>
      fixture.timings.measure(name, [{ who: 'http', asks, rounds: fixture.rounds * 10 }]),
    );
  }
}

/** What a scrape costs; it must not grow with what the catalog holds. */
export async function measureScrape(fixture: BenchFixture): Promise<void> {
  const path = '/stats/metrics';
  const target = fixture.console.at('runs', path);
  const ask: Ask = async () => {
    const response = await fetch(`${target.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${target.token}` },
    });
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`The scrape was answered with ${response.status}: ${text.slice(0, 300)}`);
    return { rows: text.split('\n').length };
  };
  await fixture.timings.measure('scrape', [{ who: 'http', asks: [ask], rounds: fixture.rounds }]);
}

/** The clients of a Director that is down are told by their runs alone; here the monitor knows them already. */
const knownClientsText = `
  INSERT INTO client_silence (director, client, status, since, first_seen_at, enabled, evaluated, warn_seconds, crit_seconds, revision)
  SELECT DISTINCT director, client, 'ok', now(), now(), true, true, 129600, 259200, 1 FROM run
  WHERE director = 'runs' AND client IS NOT NULL ON CONFLICT DO NOTHING`;

/**
 * One client in a hundred exceeds a threshold in the minute that is asked for, far more than in life; the others do so later.
 * That minute lies ahead, so that the console, which looks meanwhile, finds none of them due.
 */
const duesText = `UPDATE client_silence s SET due_at = CASE WHEN place % 100 = 0 THEN $1::timestamptz ELSE $1 + interval '1 day' END
  FROM (SELECT client, row_number() OVER (ORDER BY client) AS place FROM client_silence WHERE director = 'runs') placed
  WHERE s.director = 'runs' AND s.client = placed.client`;
const lookedAt = '2999-01-01T00:00:00Z';

/** Both statements of the look of a minute, the second for what the first found. */
function dueAsk(record: Client): Ask {
  return async () => {
    const { rows } = await record.query<{ client: string }>(selectDue, ['runs', lookedAt]);
    const known = await record.query(selectChosen, ['runs', rows.map(({ client }) => client)]);
    return { rows: known.rowCount ?? 0 };
  };
}

/** The look of a minute at the database, beside the look at all clients, which is seldom, and what peers ask. */
export async function measureSilenceTick(fixture: BenchFixture): Promise<void> {
  const all = { text: selectAllOf, values: ['runs'] };
  await using(connectBehind(fixture.console.app.dataDir, 'console'), async (record) => {
    await record.query(knownClientsText);
    await record.query(duesText, [lookedAt]);
    await record.query('VACUUM ANALYZE client_silence');
    await using(openPeer(fixture.scratch.url(fixture.databases.runs)), (peer) =>
      fixture.timings.measure('silence_tick', [
        { who: 'database', asks: [dueAsk(record)], rounds: fixture.rounds * 20, warmUps: fixture.rounds },
        { who: 'group_by', asks: [peerAsk(peer, lastBackups)], rounds: 3 },
      ]),
    );
    // By itself: what ten thousand rows leave behind is not to be cleared away in the time of the look of a minute.
    await fixture.timings.measure('silence_whole', [
      { who: 'database', asks: [peerAsk(record, all)], rounds: fixture.rounds },
    ]);
  });
  fixture.timings.within('silence_tick', 'database', 'p95', 5);
  fixture.timings.faster('silence_tick', 'database', 'group_by');
}
