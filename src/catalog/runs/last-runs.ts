import { type Run } from '../../domain/run.js';
import { type CatalogConnection } from '../connection.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';

/** Every job that runs at all is nearly always among these newest runs. */
const newestWindow = 5_000;

/**
 * The newest run of each named job. Most are found in a short walk of the primary key; for the rest the index on Name is
 * asked. `jobid + 0` keeps the planner from walking the whole primary key in search of a job that runs seldom.
 */
export async function lastRuns(catalog: CatalogConnection, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>> {
  const found = new Map<string, Run>();
  await addRuns(
    catalog,
    found,
    `(SELECT DISTINCT ON (n.name) n.*
      FROM (SELECT * FROM job ORDER BY jobid DESC LIMIT ${newestWindow}) n
      WHERE n.name = ANY ($1::text[]) ORDER BY n.name, n.jobid DESC)`,
    jobs,
  );
  await addRuns(
    catalog,
    found,
    `(SELECT newest.* FROM unnest($1::text[]) AS wanted(name)
      CROSS JOIN LATERAL (SELECT max(o.jobid + 0) AS jobid FROM job o WHERE o.name = wanted.name) last
      JOIN job newest ON newest.jobid = last.jobid)`,
    jobs.filter((job) => !found.has(job)),
  );
  return found;
}

async function addRuns(
  catalog: CatalogConnection,
  found: Map<string, Run>,
  from: string,
  jobs: readonly string[],
): Promise<void> {
  if (jobs.length === 0) return;
  const rows = await catalog.arrays<RunRow>(selectRuns(await catalog.dialect(), '$2', from), [jobs, catalog.timezone]);
  for (const run of rows.map((row) => runOf(row, catalog))) found.set(run.job, run);
}
