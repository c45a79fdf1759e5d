import { connectBehind } from '../../test/support/console-process.js';
import { selectKnown } from '../../src/monitoring/known-client.js';
import { hasRoute, openPeer, peerAsk, withHttp } from './asking.js';
import { using, type BenchScene } from './bench-scene.js';
import { groupByDay, lastBackups, type Statement, topClients } from './peer-statements.js';
import { type Ask } from './timings.js';

const statistics: readonly { readonly name: string; readonly path: string; readonly peer?: Statement }[] = [
  { name: 'stats_jobs', path: '/stats/jobs', peer: groupByDay },
  { name: 'stats_summary', path: '/stats/summary', peer: groupByDay },
  { name: 'stats_clients', path: '/stats/clients?limit=20', peer: topClients },
  { name: 'stats_storage', path: '/stats/storage', peer: groupByDay },
  { name: 'stats_days', path: '/stats/days?limit=50' },
  { name: 'stats_outliers', path: '/stats/outliers?limit=50' },
];

/** Ninety days of statistics. */
export async function measureStatistics(scene: BenchScene): Promise<void> {
  await using(openPeer(scene.scratch.url(scene.databases.runs)), async (peer) => {
    for (const { name, path, peer: statement } of statistics) {
      const ranged =
        name === 'stats_days' || name === 'stats_outliers' ? path : `${path}${path.includes('?') ? '&' : '?'}days=90`;
      if (!(await hasRoute(scene.console, 'runs', ranged))) {
        scene.report.lack(name, `this console has no GET ${path.replace(/\?.*/, '')}.`);
        continue;
      }
      await withHttp(scene.console, 'runs', [ranged], (asks) =>
        scene.timings.measure(name, [
          { who: 'http', asks, rounds: scene.rounds * 5 },
          ...(statement ? [{ who: 'group_by', asks: [peerAsk(peer, statement)], rounds: 3 }] : []),
        ]),
      );
      scene.timings.within(name, 'http', 'p95', 5);
      scene.timings.faster(name, 'http', 'group_by');
    }
  });
}

/** What a scrape costs; it must not grow with what the catalog holds. */
export async function measureScrape(scene: BenchScene): Promise<void> {
  const path = '/stats/metrics';
  const target = scene.console.at('runs', path);
  const ask: Ask = async () => {
    const response = await fetch(`${target.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${target.token}` },
    });
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`The scrape was answered with ${response.status}: ${text.slice(0, 300)}`);
    return { rows: text.split('\n').length };
  };
  await scene.timings.measure('scrape', [{ who: 'http', asks: [ask], rounds: scene.rounds }]);
}

/** The clients of a Director that is down are told by their runs alone; here the monitor knows them already. */
const knownClientsText = `
  INSERT INTO client_silence (director, client, status, since, first_seen_at, enabled, evaluated, warn_seconds, crit_seconds, revision)
  SELECT DISTINCT director, client, 'ok', now(), now(), true, true, 129600, 259200, 1 FROM run
  WHERE director = 'runs' AND client IS NOT NULL ON CONFLICT DO NOTHING`;

/** The statement of a look of the silence monitor at all clients, at the database. */
export async function measureSilenceTick(scene: BenchScene): Promise<void> {
  const known = { text: `${selectKnown} WHERE s.director = 'runs' ORDER BY s.client COLLATE "C"`, values: [] };
  await using(connectBehind(scene.console.app.dataDir, 'console'), async (record) => {
    await record.query(knownClientsText);
    await record.query('VACUUM ANALYZE client_silence');
    await using(openPeer(scene.scratch.url(scene.databases.runs)), (peer) =>
      scene.timings.measure('silence_tick', [
        { who: 'database', asks: [peerAsk(record, known)], rounds: scene.rounds },
        { who: 'group_by', asks: [peerAsk(peer, lastBackups)], rounds: 3 },
      ]),
    );
  });
  scene.timings.within('silence_tick', 'database', 'p95', 5);
  scene.timings.faster('silence_tick', 'database', 'group_by');
}
