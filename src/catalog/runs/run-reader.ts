import { type CatalogEntry } from '../../domain/catalog-entry.js';
import { sliceOf, type PageRequest, type Slice, type Total, countCap, totalOf } from '../../domain/pagination.js';
import { type Scope } from '../../domain/principal.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from '../../domain/run.js';
import {
  type LastGoodBackup,
  type LogTails,
  type RunChoice,
  type RunCounts,
  type RunReader,
} from '../../domain/run-reader.port.js';
import { type CatalogConnection } from '../connection.js';
import { isFromPlaceOn } from '../dialect.js';
import {
  bytesAt,
  endMs,
  entryOf,
  type EntryRow,
  epochMs,
  integerOf,
  numberAt,
  rawBytes,
  rawText,
  SqlParams,
  textAt,
} from '../rows.js';
import { isGoodRun } from './retained-runs.js';
import { runConditions, statusCondition } from './run-filter.js';
import { runOf, selectRuns, type RunRow } from './run-rows.js';

/** End in seconds and JobId in one number, which PostgreSQL compares several times faster than a pair. */
const jobIdRoom = 2 ** 31;

/** Every job that runs at all is nearly always among these newest runs. */
const newestWindow = 5_000;

/** No index holds comments. An order whose answer was lost is asked for within a day: its run is among the newest. */
const newestLooked = 100_000;

/**
 * No catalog has an index on status or end, so counting by them alone would read the whole history at every poll.
 * Job ids grow with time: the newest 50,000 runs hold all that still run and all that ended lately, unless a
 * Director starts more than that in the time asked for.
 */
const countedWindow = 50_000;

/** How many of the newest runs a count reads: a rare filter must not read a history of millions. */
const countWindow = 50_000;

/** A filtered page is first looked for among so many runs; nearly every filter finds it there. */
const firstWindow = 20_000;

/** More than the longest page asks for. */
const unfilteredWindow = 501;

/** Far more than any closing report has, and little enough for hundreds of runs. */
const mostTailBytes = 8_000;

interface LogRow {
  readonly logid: string | number;
  readonly at: number;
  readonly logtext: string;
}

interface VolumeRow {
  readonly volume: string;
  readonly pool: string | null;
  readonly mediatype: string;
  readonly firstindex: number | null;
  readonly lastindex: number | null;
  readonly bytes: string;
}

type RunFileRow = EntryRow & { readonly pathid: string };

export class SqlRunReader implements RunReader {
  constructor(private readonly catalog: CatalogConnection) {}

  /** Walks the primary key from the newest run down, so a page costs the same at any depth and in any history. */
  async listRuns(_scope: Scope, filter: RunFilter, page: PageRequest): Promise<Slice<Run>> {
    const isFiltered = runConditions(new SqlParams(), '', filter).length > 0;
    const rows = await (isFiltered ? this.findMatching(filter, page) : this.findNewest(page));
    const runs = rows.map((row) => runOf(row, this.catalog));
    const total = page.count === true ? await this.countRunList(filter) : undefined;
    return sliceOf(runs, page.limit, (run) => [run.jobId], total);
  }

  /**
   * What dashboards poll, so prepared. From the constant window the planner, which does not know the values, sees that few rows are
   * wanted: for a bare placeholder it would expect a tenth of the history.
   */
  private async findNewest({ limit, after }: PageRequest): Promise<RunRow[]> {
    const beyond = after ? 'WHERE jobid < $3::bigint' : '';
    const from = `(SELECT * FROM (SELECT * FROM job ${beyond} ORDER BY jobid DESC LIMIT ${unfilteredWindow}) j
      ORDER BY jobid DESC LIMIT $2)`;
    const text = `${selectRuns(await this.catalog.dialect(), '$1', from)} ORDER BY j.jobid DESC`;
    const values = [this.catalog.timezone, limit + 1, ...(after ? [numberAt(after, 0)] : [])];
    return this.catalog.arrays<RunRow>(text, values, after ? 'runs_before' : 'newest_runs');
  }

  /**
   * If a filter matches too few of the next runs to fill a page, the query searches the whole history with the index that fits the
   * filter; `jobid + 0` keeps the planner from walking the rest of the primary key instead.
   */
  private async findMatching(filter: RunFilter, page: PageRequest): Promise<RunRow[]> {
    const near = await this.findRuns(filter, page, 'near');
    return near.length > page.limit ? near : this.findRuns(filter, page, 'far');
  }

  private async findRuns(filter: RunFilter, page: PageRequest, reach: 'near' | 'far'): Promise<RunRow[]> {
    const dialect = await this.catalog.dialect();
    const sql = new SqlParams();
    const timezone = sql.add(this.catalog.timezone);
    const conditions = runConditions(sql, timezone, filter);
    const beyond = page.after ? [`j.jobid < ${sql.add(numberAt(page.after, 0))}::bigint`] : [];
    const limit = sql.add(page.limit + 1);
    const near = `(SELECT * FROM (SELECT * FROM job j ${whereOf(beyond)} ORDER BY j.jobid DESC LIMIT ${firstWindow}) j
      ${whereOf(conditions)} ORDER BY j.jobid DESC LIMIT ${limit})`;
    const far = `(SELECT * FROM job j ${whereOf([...beyond, ...conditions])} ORDER BY j.jobid + 0 DESC LIMIT ${limit})`;
    const from = reach === 'near' ? near : far;
    return this.catalog.arrays<RunRow>(`${selectRuns(dialect, timezone, from)} ORDER BY j.jobid DESC`, sql.values);
  }

  private async countRunList(filter: RunFilter): Promise<Total> {
    const sql = new SqlParams();
    const timezone = sql.add(this.catalog.timezone);
    const conditions = runConditions(sql, timezone, filter);
    const window = conditions.length > 0 ? countWindow : countCap;
    const hit = conditions.length > 0 ? conditions.join(' AND ') : 'true';
    const [row] = await this.catalog.rows<{ hits: string; seen: string }>(
      `SELECT count(*) FILTER (WHERE hit) AS hits, count(*) AS seen
       FROM (SELECT (${hit}) AS hit, ${timezone}::text AS zone FROM job j ORDER BY j.jobid DESC LIMIT ${sql.add(window + 1)}) AS newest`,
      sql.values,
    );
    const total = totalOf(Number(row?.hits ?? 0));
    return { value: total.value, exact: total.exact && Number(row?.seen ?? 0) <= window };
  }

  async findRun(_scope: Scope, jobId: number): Promise<Run | null> {
    const text = selectRuns(await this.catalog.dialect(), '$2', '(SELECT * FROM job WHERE jobid = $1::bigint)');
    const [row] = await this.catalog.arrays<RunRow>(text, [jobId, this.catalog.timezone]);
    return row ? runOf(row, this.catalog) : null;
  }

  async findRunByTag(_scope: Scope, mark: string): Promise<Run | null> {
    const newest = `(SELECT * FROM job ORDER BY jobid DESC LIMIT ${newestLooked})`;
    const from = `(SELECT * FROM ${newest} newest WHERE newest.comment = $1 ORDER BY newest.jobid DESC LIMIT 1)`;
    const text = selectRuns(await this.catalog.dialect(), '$2', from);
    const [row] = await this.catalog.arrays<RunRow>(text, [mark, this.catalog.timezone]);
    return row ? runOf(row, this.catalog) : null;
  }

  /** Runs for the sync into the console's database, in ascending order of the primary key. */
  async readRuns(_scope: Scope, choice: RunChoice): Promise<Run[]> {
    const { name, from, value } = 'ids' in choice ? ofIds(choice.ids) : behind(choice.after, choice.limit);
    const text = `${selectRuns(await this.catalog.dialect(), '$1', from)} ORDER BY j.jobid`;
    const rows = await this.catalog.arrays<RunRow>(text, [this.catalog.timezone, value], name);
    return rows.map((row) => runOf(row, this.catalog));
  }

  /** The largest job id in the catalog now. It is smaller than before if the Director has restarted its numbering. */
  async newestJobId(_scope: Scope): Promise<number> {
    // Not asked of a catalog that is not known to be one: an empty answer must mean that no run is there.
    await this.catalog.dialect();
    const text = 'SELECT max(jobid) AS newest FROM job';
    const [row] = await this.catalog.rows<{ newest: number | null }>(text, [], 'newest_job_id');
    return row?.newest ?? 0;
  }

  /**
   * The newest run of each named job. Most are found in a short walk of the primary key; for the rest the index on Name is
   * asked. `jobid + 0` keeps the planner from walking the whole primary key in search of a job that runs seldom.
   */
  async lastRuns(_scope: Scope, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>> {
    const found = new Map<string, Run>();
    await this.addRuns(
      found,
      `(SELECT DISTINCT ON (n.name) n.*
        FROM (SELECT * FROM job ORDER BY jobid DESC LIMIT ${newestWindow}) n
        WHERE n.name = ANY ($1::text[]) ORDER BY n.name, n.jobid DESC)`,
      jobs,
    );
    await this.addRuns(
      found,
      `(SELECT newest.* FROM unnest($1::text[]) AS wanted(name)
        CROSS JOIN LATERAL (SELECT max(o.jobid + 0) AS jobid FROM job o WHERE o.name = wanted.name) last
        JOIN job newest ON newest.jobid = last.jobid)`,
      jobs.filter((job) => !found.has(job)),
    );
    return found;
  }

  private async addRuns(found: Map<string, Run>, from: string, jobs: readonly string[]): Promise<void> {
    if (jobs.length === 0) return;
    const text = selectRuns(await this.catalog.dialect(), '$2', from);
    const rows = await this.catalog.arrays<RunRow>(text, [jobs, this.catalog.timezone]);
    for (const run of rows.map((row) => runOf(row, this.catalog))) found.set(run.job, run);
  }

  async countRuns(_scope: Scope, since: Date): Promise<RunCounts> {
    const lately = 'j.endtime >= ($1::timestamptz AT TIME ZONE $2)';
    const [row] = await this.catalog.rows<Record<keyof RunCounts, string>>(
      `SELECT
         count(*) FILTER (WHERE ${statusCondition('running')}) AS running,
         count(*) FILTER (WHERE ${statusCondition('queued')} OR ${statusCondition('waiting')}) AS waiting,
         count(*) FILTER (WHERE ${statusCondition('error')} AND ${lately}) AS "failed24h",
         count(*) FILTER (WHERE ${statusCondition('warning')} AND ${lately}) AS "warning24h",
         (SELECT count(*) FROM media WHERE volstatus = 'Error') AS "volumesInError"
       FROM (SELECT jobstatus, joberrors, type, jobfiles, endtime FROM job ORDER BY jobid DESC LIMIT ${countedWindow}) j`,
      [since.toISOString(), this.catalog.timezone],
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

  /**
   * The newest backup of each client that really read the client. A virtual Full, a copy or the product of a migration
   * (it names a prior job) did not; the job that was migrated away did.
   * One pass with one small group per client: a look-up per client would, in a catalog without an index on ClientId,
   * read the history once for each client that is silent.
   */
  async lastGoodBackups(_scope: Scope): Promise<LastGoodBackup[]> {
    const dialect = await this.catalog.dialect();
    const rows = await this.catalog.rows<{ client: string; jobid: number; endtime: number }>(
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
      [this.catalog.timezone],
    );
    return rows.map((row) => ({ client: row.client, jobId: row.jobid, endedAt: new Date(Math.floor(row.endtime)) }));
  }

  /** What is not UTF-8 in a message comes out as U+FFFD; a message may have several lines, its last line break is dropped. */
  async listLog(_scope: Scope, jobId: number, page: PageRequest): Promise<Slice<LogLine>> {
    const after = page.after ? numberAt(page.after, 0) : 0;
    const { logOrder } = await this.catalog.dialect();
    const rows = await this.catalog.rows<LogRow>(
      `SELECT logid, ${epochMs('"time"', '$4')} AS at, logtext FROM log
       WHERE jobid = $1::bigint AND logid > $2::bigint ORDER BY ${logOrder} LIMIT $3`,
      [jobId, after, page.limit + 1, this.catalog.timezone],
    );
    const lines = rows.map(lineOf);
    const total = page.count === true ? totalOf(await this.countLines(jobId)) : undefined;
    return sliceOf(lines, page.limit, (line) => [line.id], total);
  }

  private async countLines(jobId: number): Promise<number> {
    const [row] = await this.catalog.rows<{ lines: string }>(
      `SELECT count(*) AS lines FROM (SELECT 1 FROM log WHERE jobid = $1::bigint LIMIT ${countCap + 1}) counted`,
      [jobId],
    );
    return Number(row?.lines ?? 0);
  }

  /** One statement for many runs. A line beyond the limit is cut, maybe in the middle of a character. */
  async lastLogLines(_scope: Scope, jobIds: readonly number[], perRun: number): Promise<LogTails> {
    const { logOrder } = await this.catalog.dialect();
    const rows = await this.catalog.rows<LogRow & { readonly run: string }>(
      `SELECT wanted.run, tail.logid, ${epochMs('tail."time"', '$3')} AS at, left(tail.logtext, ${mostTailBytes}) AS logtext
       FROM unnest($1::bigint[]) AS wanted(run)
       CROSS JOIN LATERAL (SELECT logid, "time", logtext FROM log WHERE jobid = wanted.run ORDER BY ${logOrder} DESC LIMIT $2) tail
       ORDER BY tail.logid`,
      [jobIds, perRun, this.catalog.timezone],
    );
    const tails = new Map<number, LogLine[]>();
    for (const row of rows) {
      const jobId = integerOf(row.run);
      tails.set(jobId, [...(tails.get(jobId) ?? []), lineOf(row)]);
    }
    return tails;
  }

  /** What one run wrote, in the order of the catalog's index: folder by folder as they were first seen. Marks of deletions are no files. */
  async listRunFiles(_scope: Scope, jobId: number, page: PageRequest): Promise<Slice<CatalogEntry>> {
    const { files, names } = await this.catalog.dialect();
    const sql = new SqlParams();
    const conditions = [`f.jobid = ${sql.add(jobId)}::bigint`, 'f.fileindex > 0'];
    if (page.after) {
      const pathId = `${sql.add(textAt(page.after, 0))}::bigint`;
      const key = names.keyOf(rawText(`${sql.add(bytesAt(page.after, 1))}::bytea`));
      const fileId = `${sql.add(textAt(page.after, 2))}::bigint`;
      // The first is what the index can begin at; the second distinguishes records of one name.
      conditions.push(isFromPlaceOn(names.order, 'atLeast', pathId, key));
      conditions.push(`(f.pathid <> ${pathId} OR f.namekey <> ${key} OR f.fileid > ${fileId})`);
    }
    const order = `f.pathid, ${names.order.sorted('f.namekey')}, f.fileid`;
    const rows = await this.catalog.rows<RunFileRow>(
      `SELECT f.fileid::text AS fileid, f.jobid, f.lstat, f.pathid::text AS pathid, ${rawBytes('p.path')} AS path,
         ${rawBytes(names.nameOf('f.namekey'))} AS filename, c.name AS client
       FROM (
         SELECT * FROM ${files} f WHERE ${conditions.join(' AND ')}
         ORDER BY ${order} LIMIT ${sql.add(page.limit + 1)}) f
       JOIN path p ON p.pathid = f.pathid
       JOIN job j ON j.jobid = f.jobid
       LEFT JOIN client c ON c.clientid = j.clientid
       ORDER BY ${order}`,
      sql.values,
    );
    const total = page.count === true ? totalOf(await this.countFiles(jobId)) : undefined;
    const slice = sliceOf(
      rows,
      page.limit,
      (row) => [row.pathid, row.filename.toString('base64url'), row.fileid],
      total,
    );
    return { ...slice, items: slice.items.map(entryOf) };
  }

  private async countFiles(jobId: number): Promise<number> {
    const dialect = await this.catalog.dialect();
    const [row] = await this.catalog.rows<{ files: string }>(
      `SELECT count(*) AS files FROM (
         SELECT 1 FROM ${dialect.files} f WHERE f.jobid = $1::bigint AND f.fileindex > 0 LIMIT ${countCap + 1}) counted`,
      [jobId],
    );
    return Number(row?.files ?? 0);
  }

  /** The volumes of one run in the order of writing. */
  async listRunVolumes(_scope: Scope, jobId: number): Promise<RunVolume[]> {
    const { segmentBytes } = await this.catalog.dialect();
    const rows = await this.catalog.rows<VolumeRow>(
      `SELECT m.volumename AS volume, p.name AS pool, m.mediatype,
         min(NULLIF(jm.firstindex, 0)) AS firstindex, max(jm.lastindex) AS lastindex,
         sum(${segmentBytes})::text AS bytes
       FROM jobmedia jm
       JOIN media m ON m.mediaid = jm.mediaid
       LEFT JOIN pool p ON p.poolid = m.poolid
       WHERE jm.jobid = $1::bigint
       GROUP BY m.mediaid, p.name
       ORDER BY min(jm.jobmediaid)
       LIMIT 10000`,
      [jobId],
    );
    return rows.map((row) => ({
      volume: row.volume,
      pool: row.pool,
      mediaType: row.mediatype,
      firstIndex: row.firstindex ?? 0,
      lastIndex: row.lastindex ?? 0,
      bytes: integerOf(row.bytes),
    }));
  }
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

function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

function lineOf(row: LogRow): LogLine {
  return { id: integerOf(row.logid), at: new Date(Math.floor(row.at)), text: row.logtext.replace(/[\r\n]+$/, '') };
}
