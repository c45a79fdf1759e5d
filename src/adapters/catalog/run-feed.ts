import { type RunChoice } from '../../domain/catalog.port.js';
import { type Run } from '../../domain/run.js';
import { type CatalogConnection } from './catalog-connection.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';

/** Records for whoever keeps a record of runs of his own: walks the primary key upwards. */
export async function readRuns(catalog: CatalogConnection, choice: RunChoice): Promise<Run[]> {
  const window = '(SELECT * FROM job WHERE jobid > $2::bigint ORDER BY jobid LIMIT $3)';
  const some = '(SELECT * FROM job WHERE jobid = ANY ($2::bigint[]))';
  const [from, values] = 'ids' in choice ? [some, [choice.ids]] : [window, [choice.after, choice.limit]];
  const text = `${selectRuns(await catalog.dialect(), '$1', from)} ORDER BY j.jobid`;
  const rows = await catalog.arrays<RunRow>(text, [catalog.timezone, ...values]);
  return rows.map((row) => runOf(row, catalog.director));
}

/** The largest id of the records that are there now. A Director that counts its ids anew answers a smaller one than before. */
export async function newestJobId(catalog: CatalogConnection): Promise<number> {
  // Not asked of a catalog that is not known to be one: an empty answer must mean that no run is there.
  await catalog.dialect();
  const [row] = await catalog.rows<{ newest: number | null }>('SELECT max(jobid) AS newest FROM job', []);
  return row?.newest ?? 0;
}
