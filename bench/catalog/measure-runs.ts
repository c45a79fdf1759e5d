import { type Client } from 'pg';
import { connectBehind } from '../../test/support/console-process.js';
import { selectKnown } from '../../src/monitoring/known-client.js';
import { hasRoute, openPeer, peerAsk, withHttp } from './asking.js';
import { using, type BenchScene } from './bench-scene.js';
import { bacularisJobs, groupByDay, lastBackups, type Statement, topClients } from './peer-statements.js';
import { type Ask } from './timings.js';

const peerRounds = 1;
const pageRows = 100;
const day = 86_400_000;

interface AskedFilter {
  readonly name: string;
  readonly query: string;
  /** The same for a peer that has it. */
  readonly peer?: Statement;
}

/** Filters that most, some, few and no runs pass. */
function filtersOf(clients: number): readonly AskedFilter[] {
  const one = `client${String(Math.ceil(clients / 3)).padStart(5, '0')}-fd`;
  const other = `client${String(Math.ceil(clients / 2)).padStart(5, '0')}-fd`;
  const ago = (days: number) => encodeURIComponent(new Date(Date.now() - days * day).toISOString());
  return [
    { name: 'all', query: '', peer: bacularisJobs() },
    { name: 'client', query: `&client=${one}`, peer: bacularisJobs('client.name = $1', [one]) },
    { name: 'failed', query: '&status=error', peer: bacularisJobs("job.jobstatus IN ('f', 'E')") },
    { name: 'running', query: '&status=running' },
    { name: 'waiting_none', query: '&status=waiting' },
    { name: 'two_clients', query: `&client=${one},${other}` },
    { name: 'client_failed', query: `&client=${one}&status=error` },
    { name: 'job', query: `&job=backup-client${String(Math.ceil(clients / 4)).padStart(5, '0')}` },
    { name: 'nobody', query: '&job=no-such-job' },
    { name: 'level_full', query: '&level=Full' },
    { name: 'level_none', query: '&level=VirtualFull' },
    { name: 'type_restore', query: '&type=Restore' },
    { name: 'pool', query: '&pool=Pool3' },
    { name: 'pool_rare', query: '&pool=Pool9' },
    { name: 'pool_failed', query: '&pool=Pool3&status=error,warning&level=Full' },
    { name: 'last_week', query: `&since=${ago(7)}` },
    { name: 'long_ago', query: `&since=${ago(80)}&until=${ago(70)}` },
    { name: 'long_ago_failed', query: `&since=${ago(80)}&until=${ago(70)}&status=error` },
    { name: 'beyond', query: `&until=${ago(400)}` },
  ];
}

/** The list of runs: each filter at its first page and as deep as a second of reading goes. */
export async function measureRuns(scene: BenchScene): Promise<void> {
  await using(openPeer(scene.scratch.url(scene.databases.runs)), async (peer) => {
    for (const { name, query, peer: statement } of filtersOf(scene.jobs.clients)) {
      const path = `/operations/runs?limit=${pageRows}${query}`;
      const deep = await deepCursor(scene, `/operations/runs?limit=500${query}`);
      const peerAsks = statement ? [{ who: 'bacularis', asks: [peerAsk(peer, statement)], rounds: peerRounds }] : [];
      await withHttp(scene.console, 'runs', [path, ...(deep === null ? [] : [path + deep.cursor])], async (asks) => {
        await measurePage(scene, `runs_${name}`, asks[0], peerAsks);
        if (deep !== null) await measurePage(scene, `runs_${name}_at_${deep.depth}`, asks[1], []);
      });
    }
  });
}

async function measurePage(
  scene: BenchScene,
  part: string,
  ask: Ask | undefined,
  peers: readonly { who: string; asks: readonly Ask[]; rounds: number }[],
): Promise<void> {
  if (!ask) return;
  await scene.timings.measure(part, [{ who: 'http', asks: [ask], rounds: scene.rounds * 5 }, ...peers]);
  scene.timings.within(part, 'http', 'p95', 5);
  scene.timings.faster(part, 'http', 'bacularis');
}

/** Reads on from page one until half of the list or the limit of time; null where there is only one page. */
async function deepCursor(
  { console, seconds }: BenchScene,
  path: string,
): Promise<{ cursor: string; depth: number } | null> {
  const startedMs = performance.now();
  const cursors: { cursor: string; depth: number }[] = [];
  for (let at = '', depth = 0; performance.now() - startedMs < seconds * 2_000;) {
    const { body } = await console.get<{ items: readonly unknown[]; nextCursor: string | null }>(
      'runs',
      `${path}${at}`,
    );
    if (typeof body.nextCursor !== 'string') break;
    at = `&cursor=${body.nextCursor}`;
    depth += body.items.length;
    cursors.push({ cursor: at, depth });
  }
  // The middle of what was read: the end of a list is as easy as its beginning.
  return cursors[Math.floor(cursors.length / 2)] ?? null;
}

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
  const since = `since=${encodeURIComponent(new Date(Date.now() - 90 * day).toISOString())}`;
  await using(openPeer(scene.scratch.url(scene.databases.runs)), async (peer) => {
    for (const { name, path, peer: statement } of statistics) {
      const ranged =
        name === 'stats_days' || name === 'stats_outliers' ? path : `${path}${path.includes('?') ? '&' : '?'}${since}`;
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
  if (!(await hasRoute(scene.console, 'runs', path)))
    return scene.report.lack('metrics', `this console has no GET ${path}.`);
  const target = { ...scene.console.at('runs', path) };
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
