import { type RunChoice } from '../../domain/catalog.port.js';
import { type Run } from '../../domain/run.js';
import { type CatalogConnection } from '../connection.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';

/** Records for whoever keeps a record of runs of his own: walks the primary key upwards. */
export async function readRuns(catalog: CatalogConnection, choice: RunChoice): Promise<Run[]> {
  const { name, from, value } = 'ids' in choice ? ofIds(choice.ids) : behind(choice.after, choice.limit);
  const text = `${selectRuns(await catalog.dialect(), '$1', from)} ORDER BY j.jobid`;
  const rows = await catalog.arrays<RunRow>(text, [catalog.timezone, value], name);
  return rows.map((row) => runOf(row, catalog));
}

function ofIds(ids: readonly number[]) {
  return { name: 'runs_of_ids', from: '(SELECT * FROM job WHERE jobid = ANY ($2::bigint[]))', value: ids };
}

/**
 * Asked every second. The limit stands in the text: of one that it does not know a plan expects a tenth of the history. The id does not:
 * else each look is planned anew for its own, which takes longer than the reading.
 */
function behind(after: number, limit: number) {
  const from = `(SELECT * FROM job WHERE jobid > (SELECT $2::bigint) ORDER BY jobid LIMIT ${limit})`;
  return { name: `runs_behind_${limit}`, from, value: after };
}

/** The largest id of the records that are there now. A Director that counts its ids anew answers a smaller one than before. */
export async function newestJobId(catalog: CatalogConnection): Promise<number> {
  // Not asked of a catalog that is not known to be one: an empty answer must mean that no run is there.
  await catalog.dialect();
  const text = 'SELECT max(jobid) AS newest FROM job';
  const [row] = await catalog.rows<{ newest: number | null }>(text, [], 'newest_job_id');
  return row?.newest ?? 0;
}
