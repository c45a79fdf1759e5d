import { sliceOf, type PageRequest, type Slice, type Total } from '../../domain/pagination.js';
import { type Run, type RunFilter } from '../../domain/run.js';
import { countLimit, totalOf } from '../../domain/bounded-count.js';
import { type CatalogConnection } from '../connection.js';
import { runConditions } from './run-filter.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';
import { numberAt, SqlValues } from '../rows.js';

/** How many of the newest runs a count looks at: a rare filter must not read a history of millions. */
const countWindow = 50_000;

/** A filtered page is first looked for among so many runs; nearly every filter finds it there. */
const firstWindow = 20_000;

/** More than the longest page asks for. */
const unfilteredWindow = 501;

/** Walks the primary key from the newest run down, so a page costs the same at any depth and in any history. */
export async function listRuns(catalog: CatalogConnection, filter: RunFilter, page: PageRequest): Promise<Slice<Run>> {
  const isFiltered = runConditions(new SqlValues(), '', filter).length > 0;
  const rows = await (isFiltered ? findMatching(catalog, filter, page) : findNewest(catalog, page));
  const runs = rows.map((row) => runOf(row, catalog));
  const total = page.count === true ? await countRunList(catalog, filter) : undefined;
  return sliceOf(runs, page.limit, (run) => [run.jobId], total);
}

/**
 * What dashboards poll, so prepared. The constant window tells the planner, which then knows no values, that few rows are
 * wanted: for a bare placeholder it would expect a tenth of the history.
 */
async function findNewest(catalog: CatalogConnection, { limit, after }: PageRequest): Promise<RunRow[]> {
  const beyond = after ? 'WHERE jobid < $3::bigint' : '';
  const from = `(SELECT * FROM (SELECT * FROM job ${beyond} ORDER BY jobid DESC LIMIT ${unfilteredWindow}) j
    ORDER BY jobid DESC LIMIT $2)`;
  const text = `${selectRuns(await catalog.dialect(), '$1', from)} ORDER BY j.jobid DESC`;
  const values = [catalog.timezone, limit + 1, ...(after ? [numberAt(after, 0)] : [])];
  return catalog.arrays<RunRow>(text, values, after ? 'runs_before' : 'newest_runs');
}

/**
 * Where a filter matches too few of the next runs for a page, the whole history is asked through whatever index fits the
 * filter; `jobid + 0` keeps the planner from walking the rest of the primary key instead.
 */
async function findMatching(catalog: CatalogConnection, filter: RunFilter, page: PageRequest): Promise<RunRow[]> {
  const near = await findRuns(catalog, filter, page, 'near');
  return near.length > page.limit ? near : findRuns(catalog, filter, page, 'far');
}

async function findRuns(
  catalog: CatalogConnection,
  filter: RunFilter,
  page: PageRequest,
  reach: 'near' | 'far',
): Promise<RunRow[]> {
  const dialect = await catalog.dialect();
  const sql = new SqlValues();
  const timezone = sql.add(catalog.timezone);
  const conditions = runConditions(sql, timezone, filter);
  const beyond = page.after ? [`j.jobid < ${sql.add(numberAt(page.after, 0))}::bigint`] : [];
  const limit = sql.add(page.limit + 1);
  const near = `(SELECT * FROM (SELECT * FROM job j ${whereOf(beyond)} ORDER BY j.jobid DESC LIMIT ${firstWindow}) j
    ${whereOf(conditions)} ORDER BY j.jobid DESC LIMIT ${limit})`;
  const far = `(SELECT * FROM job j ${whereOf([...beyond, ...conditions])} ORDER BY j.jobid + 0 DESC LIMIT ${limit})`;
  const from = reach === 'near' ? near : far;
  return catalog.arrays<RunRow>(`${selectRuns(dialect, timezone, from)} ORDER BY j.jobid DESC`, sql.values);
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
  const text = selectRuns(await catalog.dialect(), '$2', '(SELECT * FROM job WHERE jobid = $1::bigint)');
  const [row] = await catalog.arrays<RunRow>(text, [jobId, catalog.timezone]);
  return row ? runOf(row, catalog) : null;
}
