import { type RunFilter, type RunStatus } from '../../src/domain/run.js';
import { openPeer, pageOf, peerAsk, withHttp } from './asking.js';
import { using, type BenchFixture } from './bench-scene.js';
import { measureOwnPage, OwnRecord } from './own-record.js';
import { bacularisJobs, type Statement } from './peer-statements.js';
import { type Ask } from './timings.js';

const peerRounds = 1;
const pageRows = 100;
const day = 86_400_000;

interface DeepPlace {
  readonly cursor: string;
  readonly depth: number;
  /** Of the last run before it. */
  readonly jobId: number;
}

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
export async function measureRuns(fixture: BenchFixture): Promise<void> {
  await using(OwnRecord.open(fixture), (own) => measureFilters(fixture, own));
}

async function measureFilters(fixture: BenchFixture, own: OwnRecord): Promise<void> {
  await using(openPeer(fixture.scratch.url(fixture.databases.runs)), async (peer) => {
    for (const { name, query, peer: statement } of filtersOf(fixture.jobs.clients)) {
      const path = `/operations/runs?limit=${pageRows}${query}`;
      const deep = await deepCursor(fixture, `/operations/runs?limit=500${query}`);
      const peerAsks = statement ? [{ who: 'bacularis', asks: [peerAsk(peer, statement)], rounds: peerRounds }] : [];
      await withHttp(fixture.console, 'runs', [path, ...(deep === null ? [] : [path + deep.cursor])], async (asks) => {
        await measurePage(fixture, `runs_${name}`, asks[0], peerAsks);
        if (deep !== null) await measurePage(fixture, `runs_${name}_at_${deep.depth}`, asks[1], []);
      });
      const filter = filterOf(query);
      await measureOwnPage(fixture, `runs_${name}`, own.runsAsk(filter, pageRows, null), 'bacularis');
      if (deep === null) continue;
      const after = await own.placeOf(deep.jobId);
      await measureOwnPage(fixture, `runs_${name}_at_${deep.depth}`, own.runsAsk(filter, pageRows, after), 'bacularis');
    }
  });
}

async function measurePage(
  fixture: BenchFixture,
  part: string,
  ask: Ask | undefined,
  peers: readonly { who: string; asks: readonly Ask[]; rounds: number }[],
): Promise<void> {
  if (!ask) return;
  await fixture.timings.measure(part, [
    { who: 'http', asks: [ask], rounds: fixture.rounds * 100, warmUps: fixture.rounds * 30 },
    ...peers,
  ]);
  fixture.timings.within(part, 'http', 'p95', 5);
  fixture.timings.faster(part, 'http', 'bacularis');
}

/** The words of the query as the list of runs takes them. */
function filterOf(query: string): RunFilter {
  const words = new URLSearchParams(query);
  const listed = (name: string): string[] | undefined => words.get(name)?.split(',');
  const time = (name: 'since' | 'until'): Partial<RunFilter> => {
    const text = words.get(name);
    return text === null ? {} : { [name]: new Date(text) };
  };
  const lists = {
    ...{ jobs: listed('job'), clients: listed('client'), statuses: listed('status') as RunStatus[] | undefined },
    ...{ levels: listed('level'), types: listed('type'), pools: listed('pool') },
  };
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  return { ...(Object.fromEntries(given) as RunFilter), ...time('since'), ...time('until') };
}

/** Reads on from page one until half of the list or the limit of time; null where there is only one page. */
async function deepCursor({ console, seconds }: BenchFixture, path: string): Promise<DeepPlace | null> {
  const startedMs = performance.now();
  const cursors: DeepPlace[] = [];
  for (let at = '', depth = 0; performance.now() - startedMs < seconds * 2_000;) {
    const { items, nextCursor } = await pageOf<{ readonly jobId: number }>(console, 'runs', `${path}${at}`);
    const jobId = items.at(-1)?.jobId;
    if (nextCursor === null || jobId === undefined) break;
    at = `&cursor=${nextCursor}`;
    depth += items.length;
    cursors.push({ cursor: at, depth, jobId });
  }
  // The middle of what was read: the end of a list is as easy as its beginning.
  return cursors[Math.floor(cursors.length / 2)] ?? null;
}
