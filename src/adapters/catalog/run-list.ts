import { sliceOf, type PageRequest, type Slice, type Total } from '../../domain/page.js';
import { type Run, type RunFilter } from '../../domain/run.js';
import { countLimit, totalOf } from './bounded-count.js';
import { type CatalogConnection } from './catalog-connection.js';
import { baculaDialect } from './catalog-dialect.js';
import { runConditions } from './run-filter.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';
import { numberAt, SqlValues } from './sql-values.js';

/** How many of the newest runs a count looks at: a rare filter must not read a history of millions. */
const countWindow = 50_000;

/** Walks the primary key from the newest run down, so a page costs the same at any depth and in any history. */
export async function listRuns(catalog: CatalogConnection, filter: RunFilter, page: PageRequest): Promise<Slice<Run>> {
  const sql = new SqlValues();
  const timezone = sql.add(catalog.timezone);
  const conditions = runConditions(sql, timezone, filter);
  if (page.after) conditions.push(`j.jobid < ${sql.add(numberAt(page.after, 0))}::bigint`);
  const picked = `(SELECT * FROM job j ${whereOf(conditions)} ORDER BY j.jobid DESC LIMIT ${sql.add(page.limit + 1)})`;
  const text = `${selectRuns(baculaDialect, timezone, picked)} ORDER BY j.jobid DESC`;
  const rows = await catalog.rows<RunRow>(text, sql.values);
  const runs = rows.map((row) => runOf(row, catalog.director));
  const total = page.count === true ? await countRunList(catalog, filter) : undefined;
  return sliceOf(runs, page.limit, (run) => [run.jobId], total);
}

async function countRunList(catalog: CatalogConnection, filter: RunFilter): Promise<Total> {
  const sql = new SqlValues();
  const timezone = sql.add(catalog.timezone);
  const conditions = runConditions(sql, timezone, filter);
  const window = conditions.length > 0 ? countWindow : countLimit;
  const hit = conditions.length > 0 ? conditions.join(' AND ') : 'true';
  const [row] = await catalog.rows<{ hits: string; seen: string }>(
    `SELECT count(*) FILTER (WHERE hit) AS hits, count(*) AS seen
     FROM (SELECT (${hit}) AS hit, ${timezone}::text AS zone FROM job j ORDER BY j.jobid DESC LIMIT ${sql.add(window + 1)}) AS newest`,
    sql.values,
  );
  const total = totalOf(Number(row?.hits ?? 0));
  return { value: total.value, exact: total.exact && Number(row?.seen ?? 0) <= window };
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

export async function findRun(catalog: CatalogConnection, jobId: number): Promise<Run | null> {
  const text = selectRuns(baculaDialect, '$2', '(SELECT * FROM job WHERE jobid = $1::bigint)');
  const [row] = await catalog.rows<RunRow>(text, [jobId, catalog.timezone]);
  return row ? runOf(row, catalog.director) : null;
}
