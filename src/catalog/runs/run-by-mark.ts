import { type Run } from '../../domain/run.js';
import { type CatalogConnection } from '../connection.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';

/** No index holds comments. An order whose answer was lost is asked for within a day: its run is among the newest. */
const newestLooked = 100_000;

export async function findRunByMark(catalog: CatalogConnection, mark: string): Promise<Run | null> {
  const newest = `(SELECT * FROM job ORDER BY jobid DESC LIMIT ${newestLooked})`;
  const from = `(SELECT * FROM ${newest} newest WHERE newest.comment = $1 ORDER BY newest.jobid DESC LIMIT 1)`;
  const [row] = await catalog.arrays<RunRow>(selectRuns(await catalog.dialect(), '$2', from), [mark, catalog.timezone]);
  return row ? runOf(row, catalog) : null;
}
