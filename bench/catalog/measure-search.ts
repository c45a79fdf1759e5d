import { type Client } from 'pg';
import { fullScope } from '../../src/domain/principal.js';
import { flood } from '../load.js';
import { hasRoute, openPeer, peerAsk, withHttp } from './asking.js';
import { using, type BenchFixture } from './bench-scene.js';
import { naiveSearch } from './naive.js';
import { OwnRecord } from './own-record.js';
import { baculaWebSearch, bacularisSearch } from './peer-statements.js';
import { chainLengths, chainOf, clientName, type Search, searchKinds, searchPath } from './searches.js';
import { type Ask, type Contender } from './timings.js';

const pageRows = 100;
/** Theirs take seconds each. */
const peerRounds = { rounds: 1, warmUps: 1 };
const callers = 8;

/** Search over a chain: kinds of names × lengths of chains × clients. */
export async function measureSearch(fixture: BenchFixture): Promise<void> {
  await using(openPeer(fixture.scratch.url(fixture.databases.files)), async (peer) => {
    for (const [kind, searches] of searchKinds(fixture.files)) {
      for (const length of chainLengths) await measureKind(fixture, peer, kind, searches, length);
    }
  });
  await using(OwnRecord.open(fixture), async (own) => {
    for (const [kind, searches] of searchKinds(fixture.files)) {
      for (const length of chainLengths) await measureOwn(fixture, own, kind, searches, length);
    }
  });
  await measureThroughput(fixture);
}

async function measureKind(
  fixture: BenchFixture,
  peer: Client,
  kind: string,
  searches: readonly Search[],
  length: number,
): Promise<void> {
  const questions = questionsOf(fixture, searches, length);
  const part = `search_${kind}_of_${length}`;
  const paths = questions.map(({ search, jobids }) => searchPath(search, jobids, pageRows));
  const fallback = questions.map(({ search, jobids }) => fallbackAsk(fixture, search, jobids));
  await withHttp(fixture.console, 'files', paths, (asks) =>
    fixture.timings.measure(part, [
      { who: 'http', asks, rounds: fixture.rounds * 4 },
      { who: 'fallback', asks: fallback, ...peerRounds },
      ...peersOf(peer, questions, length),
    ]),
  );
  if (length === 7) fixture.timings.faster(part, 'http', 'bacularis', 20);
  if (length === 1) fixture.timings.faster(part, 'http', 'bacula_web', 10);
  fixture.timings.within(part, 'http', 'p99', 50);
}

/** The same searches in this process, without HTTP, once all were asked through it. */
async function measureOwn(
  fixture: BenchFixture,
  own: OwnRecord,
  kind: string,
  searches: readonly Search[],
  length: number,
): Promise<void> {
  const part = `search_${kind}_of_${length}`;
  const asks = questionsOf(fixture, searches, length).map(({ search, jobids }) =>
    own.searchAsk(fixture, search, jobids, pageRows),
  );
  await fixture.timings.measure(part, [{ who: 'database', asks, rounds: fixture.rounds * 2 }]);
  fixture.timings.sameRows(part, 'http', 'database');
  if (length === 7) fixture.timings.faster(part, 'database', 'bacularis', 20);
  if (length === 1) fixture.timings.faster(part, 'database', 'bacula_web', 10);
  fixture.timings.within(part, 'database', 'p99', 50);
}

function questionsOf(
  { askedClients }: BenchFixture,
  searches: readonly Search[],
  length: number,
): readonly ChainQuestion[] {
  return askedClients.flatMap((client) =>
    searches.map((search) => ({ client, search, jobids: chainOf(client, length) })),
  );
}

interface ChainQuestion extends Question {
  readonly jobids: readonly number[];
}

/** A client's jobs are all asked at once, so once is enough; who asks job by job is spared the long chains. */
function peersOf(peer: Client, questions: readonly ChainQuestion[], length: number): readonly Contender[] {
  if (length === 1) {
    const perRun = questions.map(({ search, jobids }) => {
      return peerAsk(peer, ...jobids.map((jobId) => baculaWebSearch(jobId, search)));
    });
    return [{ who: 'bacula_web', asks: perRun, ...peerRounds }];
  }
  if (length !== 7) return [];
  const naive = questions.map(({ search, jobids }) => peerAsk(peer, naiveSearch(search, jobids)));
  const ofClient = questions.map(({ client, search }) => peerAsk(peer, bacularisSearch(clientName(client), search)));
  return [
    { who: 'naive', asks: naive, ...peerRounds },
    { who: 'bacularis', asks: ofClient, ...peerRounds },
  ];
}

/** The console's way without an index of names, at the database. */
function fallbackAsk({ catalog }: BenchFixture, search: Search, jobids: readonly number[]): Ask {
  const query = { text: search.q, ...(search.exact ? { exact: true } : {}) };
  return async () => {
    const chain = await catalog.restore.resolveChain(fullScope, jobids);
    return { rows: (await catalog.files.searchFiles(fullScope, chain, query, { limit: pageRows })).items.length };
  };
}

/** Eight who never pause, each with all kinds of names over a chain of seven, one core a statement. */
async function measureThroughput(fixture: BenchFixture): Promise<void> {
  const { report, seconds } = fixture;
  const questions = [...searchKinds(fixture.files).values()].flatMap((searches, kind) =>
    fixture.askedClients.map((client) => ({ client, search: searches[(kind + client) % searches.length] as Search })),
  );
  const theirs = await peerThroughput(fixture, questions);
  const ours = await ourThroughput(fixture, questions);
  report.add({ name: 'search_throughput_http', value: ours, unit: 'requests/s' });
  report.add({ name: 'search_throughput_bacularis', value: theirs, unit: 'statements/s' });
  const aim = fixture.isFull ? { aim: { atLeast: 30 } } : {};
  report.add({ name: 'search_throughput_to_bacularis', value: ours / theirs, unit: 'ratio', ...aim });
  report.add({ name: 'search_throughput_seconds', value: seconds, unit: 's' });
}

interface Question {
  readonly client: number;
  readonly search: Search;
}

async function peerThroughput(fixture: BenchFixture, questions: readonly Question[]): Promise<number> {
  const startedMs = performance.now();
  let answers = 0;
  await Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      using(openPeer(fixture.scratch.url(fixture.databases.files), false), async (peer) => {
        for (let at = caller; performance.now() - startedMs < fixture.seconds * 1000; at += callers) {
          const { client, search } = questions[at % questions.length] as Question;
          await peerAsk(peer, bacularisSearch(clientName(client), search))();
          answers += 1;
        }
      }),
    ),
  );
  return answers / ((performance.now() - startedMs) / 1000);
}

/** Each caller has questions of its own, in turns. */
async function ourThroughput(fixture: BenchFixture, questions: readonly Question[]): Promise<number> {
  const { console, seconds } = fixture;
  const turn = Math.max(1, Math.ceil(questions.length / callers));
  let answers = 0;
  for (let first = 0; first < turn; first += 1) {
    const floods = Array.from({ length: callers }, (_, caller) => {
      const { client, search } = questions[(first * callers + caller) % questions.length] as Question;
      return flood(console.at('files', searchPath(search, chainOf(client, 7), pageRows)), seconds / turn, 1);
    });
    answers += (await Promise.all(floods)).reduce((sum, perSecond) => sum + perSecond, 0);
  }
  return answers / turn;
}

/** A name over all clients and kept runs. */
export async function measureFileFirst(fixture: BenchFixture): Promise<void> {
  const pathOf = ({ q, exact }: Search) =>
    `/restore/files?q=${encodeURIComponent(q)}${exact ? '&exact=true' : ''}&limit=${pageRows}`;
  for (const [kind, searches] of searchKinds(fixture.files)) {
    const paths = searches.map(pathOf);
    if (!(await hasRoute(fixture.console, 'files', paths[0] ?? ''))) {
      fixture.report.lack('files', 'this console has no GET /restore/files.');
      return;
    }
    await withHttp(fixture.console, 'files', paths, (asks) =>
      fixture.timings.measure(`files_${kind}`, [{ who: 'http', asks, rounds: fixture.rounds }]),
    );
  }
}
