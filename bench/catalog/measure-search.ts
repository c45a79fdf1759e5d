import { type Client } from 'pg';
import { interleaved, median } from '../figures.js';
import { latencies } from '../http-caller.js';
import { type BenchFixture } from './bench-fixture.js';
import { withConnection } from './query-runner.js';
import { chainOf, clientName, type Search, searchesByKind, searchPath } from './searches.js';

/** A Full and a week of what builds on it. */
const chainLength = 7;
const pageRows = 100;
const rounds = 2;
const requests = { requests: 20, limitMs: 10_000 };
const warmUp = { requests: 20, limitMs: 2_000 };
/** A statement of a peer is canceled after a minute, which is then its time. */
const peerLimitMs = 60_000;
const canceled = '57014';
const least = 20;

/** A page of a search over a chain, compared with the peer's statement on the same catalog, by kind of name. */
export async function measureSearch(fixture: BenchFixture): Promise<void> {
  await withConnection(fixture.scratch.url(fixture.databases.files), async (peer) => {
    await peer.query(`SET statement_timeout = ${peerLimitMs}`);
    for (const [kind, searches] of searchesByKind(fixture.files)) await measureKind(fixture, peer, kind, searches);
  });
}

async function measureKind(
  { report, console, searchedClients, isFull }: BenchFixture,
  peer: Client,
  kind: string,
  searches: readonly Search[],
): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (const client of searchedClients) {
    for (const search of searches) {
      const target = console.at(`${searchPath(search, chainOf(client, chainLength), pageRows)}&director=files`);
      const callConsole = async () => median(await latencies(target, requests));
      const queryPeer = () => searchAsBacularis(peer, clientName(client), search);
      await latencies(target, warmUp);
      await queryPeer();
      const [consoleMs = [], peerMs = []] = await interleaved(rounds, [callConsole, queryPeer]);
      ours.push(...consoleMs);
      theirs.push(...peerMs);
    }
  }
  const aim = isFull ? { atLeast: least } : undefined;
  report.add({ name: `search_${kind}_console`, value: median(ours), unit: 'ms' });
  report.add({ name: `search_${kind}_bacularis`, value: median(theirs), unit: 'ms' });
  report.add({ name: `search_${kind}_bacularis_to_console`, value: median(theirs) / median(ours), unit: 'ratio', aim });
}

/**
 * Milliseconds of Bacularis' search for a name in the jobs of a client, in our words and on Bacula's columns: the nearest
 * statement of another product. It reads all jobs, merges nothing and has no pages; time in Bacularis' own code is not counted.
 */
async function searchAsBacularis(peer: Client, client: string, { like }: Search): Promise<number> {
  const startedMs = performance.now();
  try {
    await peer.query(
      `SELECT job.jobid, job.name, job.starttime, convert_to(path.path, 'SQL_ASCII'), convert_to(file.filename, 'SQL_ASCII'), file.lstat
       FROM client JOIN job ON job.clientid = client.clientid JOIN file ON file.jobid = job.jobid JOIN path ON path.pathid = file.pathid
       WHERE client.clientid = (SELECT clientid FROM client WHERE name = $1) AND file.fileindex > 0 AND file.filename LIKE $2
       ORDER BY job.starttime DESC`,
      [client, like],
    );
  } catch (error) {
    if ((error as { readonly code?: string }).code !== canceled) throw error;
  }
  return performance.now() - startedMs;
}
