import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BaculaCatalog } from '../../src/catalog/bacula-catalog.js';
import { Report } from '../figures.js';
import { BenchConsole } from './bench-console.js';
import { type BenchFixture } from './bench-scene.js';
import { CatalogConnections } from './catalog-connections.js';
import { checkSets } from './check-sets.js';
import { clients, makeFileHistory, nights } from './file-history.js';
import { makeJobHistory } from './job-history.js';
import { measureFeed, objectsIn } from './measure-feed.js';
import { measureRestore } from './measure-restore.js';
import { measureRuns } from './measure-runs.js';
import { measureScrape, measureSilenceTick, measureStatistics } from './measure-statistics.js';
import { measureFileFirst, measureSearch } from './measure-search.js';
import { askedClients } from './searches.js';
import { Scratch } from './scratch.js';
import { Timings } from './timings.js';

/** `--small` only compares the answers with the naive ones, unless `--only` names other parts; all else is for measuring. */
const { values: flags } = parseArgs({
  options: {
    small: { type: 'boolean' },
    files: { type: 'string' },
    jobs: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    keep: { type: 'string' },
    growth: { type: 'boolean' },
  },
});
const files = Number(flags.files ?? (flags.small === true ? 100_000 : 14_500_000));
const jobs = Number(flags.jobs ?? (flags.small === true ? 500 : 1_000_000));
const isFull = files >= 14_500_000 && jobs >= 1_000_000;
const isSmall = files <= 200_000;
const report = new Report();
const timings = new Timings(report, isFull);
const runsOfFiles = clients * nights;
/** Of the requests to one catalog, and the one that the feeds take beside them. */
const mostRequestConnections = 4;

const parts: Readonly<Record<string, (fixture: BenchFixture) => Promise<void>>> = {
  sets: checkSets,
  search: measureSearch,
  files: measureFileFirst,
  restore: measureRestore,
  runs: measureRuns,
  stats: measureStatistics,
  silence: measureSilenceTick,
  metrics: measureScrape,
  feed: measureFeed,
};

/** Those in which the console reads catalogs of itself. */
const partsThatFeed: readonly string[] = ['feed'];

type Measure = (typeof parts)[string];

function wantedParts(): readonly (readonly [name: string, measure: Measure])[] {
  const names = flags.only?.split(',') ?? (flags.small === true ? ['sets'] : Object.keys(parts));
  return names.map((name) => {
    const measure = parts[name];
    if (!measure) throw new Error(`--only names "${name}"; there is ${Object.keys(parts).join(', ')}.`);
    return [name, measure];
  });
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  report.add({ name, value: (performance.now() - startedMs) / 1000, unit: 's' });
  return result;
}

/** Brings the console up before both catalogs and waits until it has followed them to the end. */
async function withConsole(scratch: Scratch, work: (fixture: BenchFixture) => Promise<void>): Promise<void> {
  const databases = { files: `files_${files}`, runs: `runs_${jobs}` };
  const history = await timed('make_files', () =>
    scratch.catalog(databases.files, (client) => makeFileHistory(client, files)),
  );
  const jobHistory = await timed('make_runs', () =>
    scratch.catalog(databases.runs, (client) => makeJobHistory(client, jobs)),
  );
  report.add({ name: 'file_records', value: history.rows, unit: 'rows' });
  report.add({ name: 'job_records', value: jobHistory.rows, unit: 'rows' });
  const console = await BenchConsole.start(scratch, `${files}_${jobs}`, databases);
  const catalog = new BaculaCatalog({ director: 'files', url: scratch.url(databases.files), timezone: 'UTC' });
  try {
    await work({
      ...{ report, timings, scratch, console, databases, catalog, files: history, jobs: jobHistory, isFull },
      askedClients: isSmall ? askedClients.slice(0, 2) : askedClients,
      rounds: Number(flags.rounds ?? (isSmall ? 1 : 10)),
      seconds: Number(flags.seconds ?? (isSmall ? 0.05 : 12)),
    });
  } finally {
    await catalog.close();
    await console.stop();
  }
}

async function measureAll(fixture: BenchFixture, scratch: Scratch): Promise<void> {
  const connections = await CatalogConnections.watch(scratch);
  const objects = await objectsIn(fixture);
  report.add({
    name: 'record_whole_after',
    value: await fixture.console.recordIsWhole('runs', fixture.jobs.rows),
    unit: 's',
  });
  await fixture.console.recordIsWhole('files', runsOfFiles);
  const indexSeconds = await fixture.console.indexIsWhole('files', runsOfFiles);
  if (indexSeconds === null) report.lack('index', 'this console has no index of names; searches go by the fallback.');
  else report.add({ name: 'index_whole_after', value: indexSeconds, unit: 's' });
  // What is still fed would be measured with everything else.
  await fixture.console.indexIsWhole('runs', 0);
  if (fixture.isFull || fixture.jobs.rows > 100_000) await fixture.console.isQuiet();
  for (const [name, measure] of wantedParts()) {
    connections.look(partsThatFeed.includes(name) ? 'closely' : 'seldom');
    await measure(fixture);
  }
  const made = (await objectsIn(fixture)) - objects;
  report.add({ name: 'objects_made_in_catalogs', value: made, unit: 'objects', aim: { atMost: 0 } });
  for (const [what, most] of await connections.stop()) {
    const aim = what.includes('feed') ? 1 : mostRequestConnections;
    report.add({
      name: `connections_${what.replaceAll(' ', '_')}`,
      value: most,
      unit: 'connections',
      aim: { atMost: aim },
    });
  }
  const { sampled, peak } = fixture.console.memory();
  report.add({ name: 'memory_sampled', value: sampled, unit: 'MiB' });
  report.add({ name: 'memory_peak', value: peak, unit: 'MiB', aim: { atMost: 400 } });
  if (made !== 0) throw new Error(`${made} objects were made in the catalogs.`);
}

const scratch = await Scratch.start({ keep: flags.keep ?? null, cacheMegabytes: isSmall ? 256 : 4096 });
try {
  await withConsole(scratch, (fixture) => measureAll(fixture, scratch));
} finally {
  await scratch.stop();
  report.write('bench/results.json');
}
// What growth-picture.ts draws.
if (flags.growth === true) {
  mkdirSync('bench/growth', { recursive: true });
  writeFileSync(
    `bench/growth/${files}-${jobs}.json`,
    `${JSON.stringify({ files, jobs, timings: timings.whole }, null, 1)}\n`,
  );
}
