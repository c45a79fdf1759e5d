import { sliceOf, type PageRequest, type Slice, type Total, countCap, totalOf } from '../../domain/pagination.js';
import { type Run, type RunFilter, runStatuses, statusOf, type RunStatus } from '../../domain/run.js';
import { type CatalogConnection } from '../connection.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';
import { numberAt, SqlParams, endMs } from '../rows.js';
import { type LastGoodBackup, type RunCounts, type RunChoice } from '../../domain/catalog.port.js';
import { isGoodRun } from './retained-runs.js';
import { levelLetters, typeLetters } from '../../domain/job.js';

/** End in seconds and JobId in one number, which PostgreSQL compares several times faster than a pair. */
const jobIdRoom = 2 ** 31;

/**
 * The newest backup of each client that really read the client. A virtual Full, a copy or the product of a migration
 * (it names a prior job) did not; the job that was migrated away did.
 * One pass with one small group per client: a look-up per client would, in a catalog without an index on ClientId,
 * read the history once for each client that is silent.
 */
export async function lastGoodBackups(catalog: CatalogConnection): Promise<LastGoodBackup[]> {
  const dialect = await catalog.dialect();
  const rows = await catalog.rows<{ client: string; jobid: number; endtime: number }>(
    `SELECT c.name AS client, j.jobid, ${endMs(dialect, '$1')} AS endtime
     FROM (
       SELECT j.clientid, max(floor(date_part('epoch', j.endtime))::bigint * ${jobIdRoom} + j.jobid) AS newest
       FROM job j
       WHERE j.type IN ('B', 'M') AND ${isGoodRun} AND j.endtime IS NOT NULL
         AND ${dialect.isNoVirtualFull} AND (j.priorjobid = 0 OR j.priorjobid IS NULL)
       GROUP BY j.clientid) g
     JOIN client c ON c.clientid = g.clientid
     JOIN job j ON j.jobid = g.newest % ${jobIdRoom}
     ORDER BY c.name`,
    [catalog.timezone],
  );
  return rows.map((row) => ({ client: row.client, jobId: row.jobid, endedAt: new Date(Math.floor(row.endtime)) }));
}

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

/** No index holds comments. An order whose answer was lost is asked for within a day: its run is among the newest. */
const newestLooked = 100_000;

export async function findRunByTag(catalog: CatalogConnection, mark: string): Promise<Run | null> {
  const newest = `(SELECT * FROM job ORDER BY jobid DESC LIMIT ${newestLooked})`;
  const from = `(SELECT * FROM ${newest} newest WHERE newest.comment = $1 ORDER BY newest.jobid DESC LIMIT 1)`;
  const [row] = await catalog.arrays<RunRow>(selectRuns(await catalog.dialect(), '$2', from), [mark, catalog.timezone]);
  return row ? runOf(row, catalog) : null;
}

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
/** Errors, or a restore that restored nothing: `statusOf` reads both alike. */
const flaws = "(COALESCE(j.joberrors, 0) > 0 OR (j.type = 'R' AND COALESCE(j.jobfiles, 0) = 0))";

/** The letters of each status as the domain reads them, so that filter and record never disagree. */
const lettersOf = new Map<RunStatus, readonly string[]>(
  runStatuses.map((status) => [status, alphabet.filter((letter) => statusOf(letter, 0) === status)]),
);
/** Letters that mean something else as soon as there are errors. */
const shiftingLetters = alphabet.filter((letter) => statusOf(letter, 1) !== statusOf(letter, 0));

function quoted(letters: readonly string[]): string {
  return letters.map((letter) => `'${letter}'`).join(', ');
}

/** SQL that holds for the rows which the domain gives this status. Letters are inlined: the planner then knows how rare they are. */
function statusCondition(status: RunStatus): string {
  // What no letter says is waiting, digits and letters of later versions included.
  if (status === 'waiting') {
    const known = alphabet.filter((letter) => statusOf(letter, 0) !== 'waiting');
    return `j.jobstatus NOT IN (${quoted(known)})`;
  }
  const letters = lettersOf.get(status) ?? [];
  const steady = letters.filter((letter) => !shiftingLetters.includes(letter));
  const calm = letters.filter((letter) => shiftingLetters.includes(letter));
  const shifted = shiftingLetters.filter((letter) => statusOf(letter, 1) === status);
  const parts = [
    ...(steady.length > 0 ? [`j.jobstatus IN (${quoted(steady)})`] : []),
    ...(calm.length > 0 ? [`(j.jobstatus IN (${quoted(calm)}) AND NOT ${flaws})`] : []),
    ...(shifted.length > 0 ? [`(j.jobstatus IN (${quoted(shifted)}) AND ${flaws})`] : []),
  ];
  return `(${parts.join(' OR ')})`;
}

/** Words ignoring case to Bacula's letters; a letter of its own stands for itself. An unknown word matches no run. */
function lettersOfWords(words: readonly string[], letters: Readonly<Record<string, string>>): string[] {
  return words.flatMap((word) => {
    const known = Object.keys(letters).find((name) => name.toLowerCase() === word.toLowerCase());
    const letter = known === undefined ? word : letters[known];
    return letter?.length === 1 ? [letter] : [];
  });
}

function namedIn(values: SqlParams, table: string, id: string, names: readonly string[]): string {
  return `j.${id} = ANY (ARRAY(SELECT ${id} FROM ${table} WHERE name = ANY (${values.add(names)}::text[])))`;
}

function isGiven<T>(list: readonly T[] | undefined): list is readonly T[] {
  return list !== undefined && list.length > 0;
}

function timeConditions(values: SqlParams, timezone: string, filter: RunFilter): string[] {
  const queuedAt = 'COALESCE(j.schedtime, j.starttime)';
  const local = (time: string) => `((${time}) AT TIME ZONE ${timezone})`;
  const hour = "interval '1 hour'";
  // Where the clock is turned back within the hour, a later run may have an earlier time: rather one run too many than one too few.
  const since = (time: string) => `least(${local(time)}, ${local(`${time} + ${hour}`)} - ${hour})`;
  const until = (time: string) => `greatest(${local(time)}, ${local(`${time} - ${hour}`)} + ${hour})`;
  const bound = (time: Date) => `${values.add(time.toISOString())}::timestamptz`;
  return [
    ...(filter.since ? [`${queuedAt} >= ${since(bound(filter.since))}`] : []),
    ...(filter.until ? [`${queuedAt} < ${until(bound(filter.until))}`] : []),
  ];
}

/** The conditions that a filter puts on job rows `j`; none for an empty filter. `timezone` is a placeholder. */
function runConditions(values: SqlParams, timezone: string, filter: RunFilter): string[] {
  const { jobs, clients, pools, statuses, levels, types } = filter;
  const letterIn = (column: string, letters: string[]) => `j.${column} = ANY (${values.add(letters)}::char(1)[])`;
  return [
    ...(isGiven(jobs) ? [`j.name = ANY (${values.add(jobs)}::text[])`] : []),
    ...(isGiven(clients) ? [namedIn(values, 'client', 'clientid', clients)] : []),
    ...(isGiven(pools) ? [namedIn(values, 'pool', 'poolid', pools)] : []),
    ...(isGiven(statuses) ? [`(${statuses.map(statusCondition).join(' OR ')})`] : []),
    ...(isGiven(levels) ? [letterIn('level', lettersOfWords(levels, levelLetters))] : []),
    ...(isGiven(types) ? [letterIn('type', lettersOfWords(types, typeLetters))] : []),
    ...timeConditions(values, timezone, filter),
  ];
}

/**
 * No catalog has an index on status or end, so counting by them alone would read the whole history at every poll.
 * Job ids grow with time: the newest 50,000 runs hold all that still run and all that ended lately, unless a
 * Director starts more than that in the time asked for.
 */
const countedWindow = 50_000;

export async function countRuns(catalog: CatalogConnection, since: Date): Promise<RunCounts> {
  const lately = 'j.endtime >= ($1::timestamptz AT TIME ZONE $2)';
  const [row] = await catalog.rows<Record<keyof RunCounts, string>>(
    `SELECT
       count(*) FILTER (WHERE ${statusCondition('running')}) AS running,
       count(*) FILTER (WHERE ${statusCondition('queued')} OR ${statusCondition('waiting')}) AS waiting,
       count(*) FILTER (WHERE ${statusCondition('error')} AND ${lately}) AS "failed24h",
       count(*) FILTER (WHERE ${statusCondition('warning')} AND ${lately}) AS "warning24h",
       (SELECT count(*) FROM media WHERE volstatus = 'Error') AS "volumesInError"
     FROM (SELECT jobstatus, joberrors, type, jobfiles, endtime FROM job ORDER BY jobid DESC LIMIT ${countedWindow}) j`,
    [since.toISOString(), catalog.timezone],
  );
  if (row === undefined) throw new Error('An aggregate without groups returned no row.');
  return {
    running: Number(row.running),
    waiting: Number(row.waiting),
    failed24h: Number(row.failed24h),
    warning24h: Number(row.warning24h),
    volumesInError: Number(row.volumesInError),
  };
}

/** Runs for the sync into the console's database, in ascending order of the primary key. */
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
 * Runs every second. The limit is part of the text, because the planner expects a tenth of the history for a limit that it does not know.
 * The id is a parameter, because planning each query again would take longer than reading the rows.
 */
function behind(after: number, limit: number) {
  const from = `(SELECT * FROM job WHERE jobid > (SELECT $2::bigint) ORDER BY jobid LIMIT ${limit})`;
  return { name: `runs_behind_${limit}`, from, value: after };
}

/** The largest job id in the catalog now. It is smaller than before if the Director has restarted its numbering. */
export async function newestJobId(catalog: CatalogConnection): Promise<number> {
  // Not asked of a catalog that is not known to be one: an empty answer must mean that no run is there.
  await catalog.dialect();
  const text = 'SELECT max(jobid) AS newest FROM job';
  const [row] = await catalog.rows<{ newest: number | null }>(text, [], 'newest_job_id');
  return row?.newest ?? 0;
}

/** How many of the newest runs a count looks at: a rare filter must not read a history of millions. */
const countWindow = 50_000;

/** A filtered page is first looked for among so many runs; nearly every filter finds it there. */
const firstWindow = 20_000;

/** More than the longest page asks for. */
const unfilteredWindow = 501;

/** Walks the primary key from the newest run down, so a page costs the same at any depth and in any history. */
export async function listRuns(catalog: CatalogConnection, filter: RunFilter, page: PageRequest): Promise<Slice<Run>> {
  const isFiltered = runConditions(new SqlParams(), '', filter).length > 0;
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
 * If a filter matches too few of the next runs to fill a page, the query searches the whole history with the index that fits the
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
  const sql = new SqlParams();
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
  const sql = new SqlParams();
  const timezone = sql.add(catalog.timezone);
  const conditions = runConditions(sql, timezone, filter);
  const window = conditions.length > 0 ? countWindow : countCap;
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
