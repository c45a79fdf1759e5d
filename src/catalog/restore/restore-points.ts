import { type PointOptions, type RestorePoint } from '../../domain/restore-reader.port.js';
import { type PageRequest, type Total, countCap, totalOf } from '../../domain/pagination.js';
import { byDataTime, chainOf, restorabilityOf, type RunMedia } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import { type Backup, backupColumns, backupOf, type BackupRow, findBaseJobs } from './backups.js';
import { isGoodBackup, isPointLevel, isRestorable, isUnpurged, readNoFile } from '../runs/retained-runs.js';
import { groupBy, endMs, integerOf, numberAt, SqlParams, timeOf } from '../rows.js';
import { findRunMedia } from './restore-plan.js';

interface Point extends Backup {
  readonly job: string;
  readonly endedAt: Date;
}

type PointRow = BackupRow & { readonly name: string; readonly endtime: number | null };

/** A chain longer than this is cut at its old end, and then shown as one without a Full. */
const historyLimit = 2_000;

function pointsFrom(sql: SqlParams, client: string, options: PointOptions): string {
  const fileset = options.fileset === undefined ? '' : `AND fs.fileset = ${sql.add(options.fileset)}`;
  const before = options.before ? `AND j.jobtdate < ${sql.add(options.before.getTime() / 1000)}::float8` : '';
  return `FROM job j LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
    WHERE j.clientid = (SELECT clientid FROM client WHERE name = ${sql.add(client)})
      AND ${isGoodBackup} AND ${isUnpurged} AND ${isPointLevel} ${fileset} ${before}`;
}

export async function findPoints(
  catalog: CatalogConnection,
  client: string,
  options: PointOptions,
  page: PageRequest,
): Promise<Point[]> {
  const dialect = await catalog.dialect();
  const sql = new SqlParams();
  const from = pointsFrom(sql, client, options);
  const key = page.after ? [numberAt(page.after, 0), numberAt(page.after, 1)] : undefined;
  const after = key ? `AND (j.jobtdate, j.jobid) < (${sql.add(key[0])}::bigint, ${sql.add(key[1])}::bigint)` : '';
  const columns = `${backupColumns}, j.name, ${endMs(dialect, sql.add(catalog.timezone))} AS endtime`;
  // The newest of each fileset is chosen before the page begins: a later page must not show older points of the same ones.
  const points =
    options.perFileset === true
      ? `SELECT * FROM (SELECT DISTINCT ON (fs.fileset) ${columns} ${from}
           ORDER BY fs.fileset, j.jobtdate DESC, j.jobid DESC) j WHERE true ${after}`
      : `SELECT ${columns} ${from} ${after}`;
  const rows = await catalog.rows<PointRow>(
    `${points} ORDER BY j.jobtdate DESC, j.jobid DESC LIMIT ${sql.add(page.limit + 1)}`,
    sql.values,
  );
  return rows.map((row) =>
    Object.assign(backupOf(row), {
      job: row.name,
      endedAt: timeOf(row.endtime) ?? new Date(integerOf(row.jobtdate) * 1000),
    }),
  );
}

export async function countPoints(catalog: CatalogConnection, client: string, options: PointOptions): Promise<Total> {
  const sql = new SqlParams();
  const from = pointsFrom(sql, client, options);
  const each = options.perFileset === true ? 'DISTINCT fs.fileset' : '1';
  const [row] = await catalog.rows<{ points: string }>(
    `SELECT count(*) AS points FROM (SELECT ${each} ${from} LIMIT ${countCap + 1}) counted`,
    sql.values,
  );
  return totalOf(Number(row?.points ?? 0));
}

export async function describePoints(
  catalog: CatalogConnection,
  client: string,
  points: readonly Point[],
): Promise<RestorePoint[]> {
  if (points.length === 0) return [];
  const history = await findHistory(catalog, client, points);
  const chains = points.map((point) => ({ point, chain: chainOf(history.get(point.fileset) ?? [], point) }));
  const runs = [...new Map(chains.flatMap(({ chain }) => chain.runs.map((run) => [run.jobId, run]))).values()];
  const bases = await findBaseJobs(
    catalog,
    runs.filter((run) => run.hasBase).map((run) => run.jobId),
  );
  const media = await findRunMedia(
    catalog,
    runs.map((run) => run.jobId),
  );
  return chains.map(({ point, chain }) => describePoint(client, point, chain, bases, media));
}

function describePoint(
  client: string,
  point: Point,
  chain: ReturnType<typeof chainOf<Backup>>,
  bases: ReadonlyMap<number, readonly number[]>,
  media: ReadonlyMap<number, RunMedia>,
): RestorePoint {
  const jobids = chain.runs.map((run) => run.jobId);
  const sum = (figure: (run: Backup) => number) => chain.runs.reduce((total, run) => total + figure(run), 0);
  return {
    jobId: point.jobId,
    client,
    fileset: point.fileset,
    job: point.job,
    level: point.level,
    endedAt: point.endedAt,
    files: sum((run) => run.files),
    bytes: integerOf(sum((run) => run.bytes)),
    jobids: [...new Set([...jobids.flatMap((id) => bases.get(id) ?? []), ...jobids])],
    ...restorabilityOf(chain, media),
  };
}

/**
 * For each FileSet name on the page all good runs, purged ones too, from the last Full at or before the page's oldest
 * point up to its newest: what the chains of all its points are made of.
 */
async function findHistory(
  catalog: CatalogConnection,
  client: string,
  points: readonly Point[],
): Promise<ReadonlyMap<string, readonly Backup[]>> {
  const filesets = [...new Set(points.map((point) => point.fileset))];
  const spans = filesets.map((fileset) => {
    const own = points.filter((point) => point.fileset === fileset).sort(byDataTime);
    return { oldest: own[0], newest: own.at(-1) };
  });
  const rows = await catalog.rows<BackupRow>(historyText, [
    client,
    filesets,
    spans.map(({ oldest }) => oldest?.dataTime),
    spans.map(({ oldest }) => oldest?.jobId),
    spans.map(({ newest }) => newest?.dataTime),
    spans.map(({ newest }) => newest?.jobId),
  ]);
  return groupBy(rows.map(backupOf), (run) => run.fileset);
}

/** Chains that pass over a run that read no file name it. */
const ofClientAndFileset = `FROM job j LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
  WHERE j.clientid = (SELECT clientid FROM client WHERE name = $1)
    AND COALESCE(fs.fileset, '') = span.fileset AND ${isRestorable} AND ${isPointLevel}`;

const historyText = `
  SELECT run.*
  FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS span(fileset, oldest_time, oldest_id, newest_time, newest_id)
  LEFT JOIN LATERAL (
    SELECT j.jobtdate, j.jobid ${ofClientAndFileset} AND ${isUnpurged} AND NOT ${readNoFile} AND j.level IN ('F', 'f')
      AND (j.jobtdate, j.jobid) <= (span.oldest_time, span.oldest_id)
    ORDER BY j.jobtdate DESC, j.jobid DESC LIMIT 1) base ON true
  CROSS JOIN LATERAL (
    SELECT ${backupColumns} ${ofClientAndFileset}
      AND (j.jobtdate, j.jobid) >= (COALESCE(base.jobtdate, -1), COALESCE(base.jobid, -1))
      AND (j.jobtdate, j.jobid) <= (span.newest_time, span.newest_id)
    ORDER BY j.jobtdate DESC, j.jobid DESC LIMIT ${historyLimit}) run`;
