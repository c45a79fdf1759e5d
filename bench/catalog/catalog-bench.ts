import { parseArgs } from 'node:util';
import { BenchConsole } from '../bench-console.js';
import { Report } from '../figures.js';
import { clients, makeFileHistory, nights } from '../generators/file-history.js';
import { makeJobHistory } from '../generators/job-history.js';
import { Scratch } from '../scratch.js';
import { type BenchFixture } from './bench-fixture.js';
import { CatalogConnections } from './catalog-connections.js';
import { checkSets } from './check-sets.js';
import { measureIndexing } from './measure-indexing.js';
import { measureSearch } from './measure-search.js';
import { withConnection } from './query-runner.js';
import { searchedClients } from './searches.js';

/** `--small` compares results with naive statements and measures nothing: `.ci/run` does this. */
const { values: flags } = parseArgs({
  options: { small: { type: 'boolean' }, files: { type: 'string' }, jobs: { type: 'string' } },
});
const fullFiles = 14_500_000;
const files = Number(flags.files ?? (flags.small === true ? 100_000 : fullFiles));
const jobs = Number(flags.jobs ?? (flags.small === true ? 500 : 100_000));
const isFull = files >= fullFiles;
const isSmall = files <= 200_000;
const runsWithFiles = clients * nights;
const mostRequestConnections = 4;
const mostIndexingConnections = 1;
const mostMemory = 400;

const parts: Readonly<Record<string, (fixture: BenchFixture) => Promise<void>>> =
  flags.small === true ? { sets: checkSets } : { sets: checkSets, search: measureSearch, indexing: measureIndexing };
const report = new Report();

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  report.add({ name, value: (performance.now() - startedMs) / 1000, unit: 's' });
  return result;
}

/** Creates both catalogs, and starts a console for them. */
async function withConsole(scratch: Scratch, work: (fixture: BenchFixture, jobRows: number) => Promise<void>) {
  const databases = { files: `files_${files}`, runs: `runs_${jobs}` };
  const fileHistory = await timed('make_files', () =>
    scratch.baculaCatalog(databases.files, (client) => makeFileHistory(client, files)),
  );
  const jobHistory = await timed('make_runs', () =>
    scratch.baculaCatalog(databases.runs, (client) => makeJobHistory(client, jobs)),
  );
  report.add({ name: 'file_records', value: fileHistory.rows, unit: 'rows' });
  report.add({ name: 'job_records', value: jobHistory.rows, unit: 'rows' });
  const console = await BenchConsole.startWithCatalogs(scratch, `${files}_${jobs}`, databases);
  try {
    const fixture: BenchFixture = {
      ...{ report, scratch, console, databases, files: fileHistory, isFull },
      searchedClients: isSmall ? searchedClients.slice(0, 2) : searchedClients,
    };
    await work(fixture, jobHistory.rows);
  } finally {
    await console.stop();
  }
}

async function measureAll(fixture: BenchFixture, jobRows: number): Promise<void> {
  const { console } = fixture;
  const connections = await CatalogConnections.watch(fixture.scratch);
  const objects = await countObjects(fixture);
  await timed('runs_stored_after', async () => {
    await console.waitForRuns('runs', jobRows);
    await console.waitForRuns('files', runsWithFiles);
  });
  await timed('names_indexed_after', () => console.waitForSearchIndex('files', runsWithFiles));
  // Otherwise the rest of the indexing would be measured too.
  await console.waitForSearchIndex('runs', 0);
  if (isFull && (await console.waitUntilIdle()) === 'busy') report.note('The console is not idle.');
  for (const [name, part] of Object.entries(parts)) await timed(`${name}_took`, () => part(fixture));
  const created = (await countObjects(fixture)) - objects;
  report.add({ name: 'objects_made_in_catalogs', value: created, unit: 'objects', aim: { atMost: 0 } });
  for (const [name, highest] of await connections.stop()) {
    const atMost = name.includes('indexing') ? mostIndexingConnections : mostRequestConnections;
    const unit = 'connections';
    report.add({ name: `connections_${name.replaceAll(' ', '_')}`, value: highest, unit, aim: { atMost } });
  }
  report.add({ name: 'memory_peak', value: console.peakMemory(), unit: 'MiB', aim: { atMost: mostMemory } });
  if (created !== 0) throw new Error(`${created} objects were created in the catalogs.`);
}

/** All objects in the databases of the catalogs, whoever created them. */
async function countObjects({ scratch, databases }: BenchFixture): Promise<number> {
  let objects = 0;
  for (const database of Object.values(databases)) {
    objects += await withConnection(scratch.url(database), async (client) => {
      const { rows } = await client.query<{ objects: string }>(
        `SELECT (SELECT count(*) FROM pg_class) + (SELECT count(*) FROM pg_proc) + (SELECT count(*) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%temp\\_%')
           + (SELECT count(*) FROM pg_trigger) + (SELECT count(*) FROM pg_type) + (SELECT count(*) FROM pg_extension) AS objects`,
      );
      return Number(rows[0]?.objects);
    });
  }
  return objects;
}

const scratch = await Scratch.start({ cacheMegabytes: isSmall ? 256 : 4096 });
try {
  await withConsole(scratch, measureAll);
} finally {
  await scratch.stop();
}
report.end();
