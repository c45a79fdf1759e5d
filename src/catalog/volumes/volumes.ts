import {
  type PageKey,
  type PageRequest,
  type Slice,
  sliceOf,
  type Total,
  countCap,
  totalOf,
} from '../../domain/pagination.js';
import {
  keyOfVolume,
  neverExpires,
  type Volume,
  type VolumeFilter,
  type VolumeSort,
  type VolumeShare,
} from '../../domain/volumes.js';
import { type CatalogConnection } from '../connection.js';
import { type TextOrder } from '../dialect.js';
import { numberAt, SqlParams, textAt, epochMs, integerOf, timeOf } from '../rows.js';
import { type VolumeSum } from '../../domain/catalog.port.js';

/** Columns of volumes `m`, their pools `p` and storages `s`, in the order that `volumeOf` reads them. */
function volumeColumns(timezone: string): string {
  return `m.volumename, m.mediaid, p.name, s.name, m.mediatype, m.volstatus, m.enabled, m.volbytes, m.maxvolbytes, m.volfiles,
    m.voljobs, m.volmounts, m.volerrors, ${epochMs('m.labeldate', timezone)}, ${epochMs('m.firstwritten', timezone)},
    ${epochMs('m.lastwritten', timezone)}, m.volretention, m.recycle, m.recyclecount, m.slot, m.inchanger, m.volreadtime,
    m.volwritetime`;
}

/** Selects from `source`, a table expression with the columns of Media. */
function selectVolumes(timezone: string, source: string): string {
  return `SELECT ${volumeColumns(timezone)} FROM ${source} m
    LEFT JOIN pool p ON p.poolid = m.poolid LEFT JOIN storage s ON s.storageid = m.storageid`;
}

/** Integers in Bacula's catalog are 64 bits in that of Bareos, which come as text. */
type Count = number | string | null;

type VolumeRow = [
  volume: string,
  mediaId: number,
  pool: string | null,
  storage: string | null,
  mediaType: string | null,
  status: string | null,
  enabled: number | null,
  bytes: string | null,
  maxBytes: string | null,
  fileMarks: Count,
  jobs: Count,
  mounts: Count,
  errors: Count,
  labeled: number | null,
  firstWritten: number | null,
  lastWritten: number | null,
  retention: string | null,
  recycle: number | null,
  recycleCount: Count,
  slot: Count,
  inChanger: number | null,
  readTime: string | null,
  writeTime: string | null,
];
// prettier-ignore

/** The catalog counts what devices spent in microseconds. */
const perSecond = 1_000_000;

function volumeOf(row: VolumeRow, catalog: CatalogConnection): Volume {
  const lastWrittenAt = timeOf(row[15]);
  const retentionSeconds = retentionOf(row[16], catalog);
  return {
    volume: row[0],
    mediaId: row[1],
    pool: row[2],
    storage: row[3],
    mediaType: row[4] ?? '',
    status: row[5] ?? '',
    enabled: row[6] === 1,
    bytes: integerOf(row[7]),
    maxBytes: limitOf(row[8]),
    fileMarks: integerOf(row[9]),
    jobs: integerOf(row[10]),
    mounts: integerOf(row[11]),
    errors: integerOf(row[12]),
    labeledAt: timeOf(row[13]),
    firstWrittenAt: timeOf(row[14]),
    lastWrittenAt,
    retentionSeconds,
    expiresAt: expiryOf(lastWrittenAt, retentionSeconds),
    recycle: row[17] === 1,
    recycleCount: integerOf(row[18]),
    slot: limitOf(row[19]),
    inChanger: row[20] === 1,
    readSeconds: Math.round(integerOf(row[21]) / perSecond),
    writeSeconds: Math.round(integerOf(row[22]) / perSecond),
  };
}

/** 0 stands for no limit. */
export function limitOf(text: string | number | null): number | null {
  const value = integerOf(text);
  return value > 0 ? value : null;
}

/** null: for good. */
export function retentionOf(text: string | number | null, catalog: CatalogConnection): number | null {
  const seconds = integerOf(text);
  return seconds === 0 && catalog.isZeroRetentionForever ? null : Math.max(0, seconds);
}

/** The last moment that a Date holds. */
const lastMs = 8_640_000_000_000_000;

function expiryOf(lastWrittenAt: Date | null, retentionSeconds: number | null): Date | null {
  if (lastWrittenAt === null || retentionSeconds === null) return null;
  const ms = lastWrittenAt.getTime() + retentionSeconds * 1000;
  return ms > lastMs ? null : new Date(ms);
}

type ShareRow = [jobId: number, bytes: string];

/** Runs that wrote on a volume, newest first, with what of each lies there. */
export async function listVolumeShares(
  catalog: CatalogConnection,
  mediaId: number,
  page: PageRequest,
): Promise<Slice<VolumeShare>> {
  const { segmentBytes } = await catalog.dialect();
  const beyond = page.after ? 'AND jm.jobid < $3::bigint' : '';
  const rows = await catalog.arrays<ShareRow>(
    `SELECT jm.jobid, sum(${segmentBytes})::text
     FROM jobmedia jm JOIN media m ON m.mediaid = jm.mediaid
     WHERE jm.mediaid = $1::bigint ${beyond} AND EXISTS (SELECT FROM job j WHERE j.jobid = jm.jobid)
     GROUP BY jm.jobid ORDER BY jm.jobid DESC LIMIT $2`,
    [mediaId, page.limit + 1, ...(page.after ? [numberAt(page.after, 0)] : [])],
  );
  const shares = rows.map((row) => ({ jobId: row[0], bytes: integerOf(row[1]) }));
  const total = page.count === true ? totalOf(await countShares(catalog, mediaId)) : undefined;
  return sliceOf(shares, page.limit, ({ jobId }) => [jobId], total);
}

async function countShares(catalog: CatalogConnection, mediaId: number): Promise<number> {
  const [row] = await catalog.rows<{ runs: string }>(
    `SELECT count(*) AS runs FROM (
       SELECT DISTINCT jm.jobid FROM jobmedia jm
       WHERE jm.mediaid = $1::bigint AND EXISTS (SELECT FROM job j WHERE j.jobid = jm.jobid) LIMIT ${countCap + 1}) counted`,
    [mediaId],
  );
  return Number(row?.runs ?? 0);
}

/** Far more than any installation has pools and words for how a volume stands. */
const mostSums = 10_000;

/** One pass over the volumes, of which even large catalogs have some ten thousand. */
export async function sumVolumes(catalog: CatalogConnection): Promise<VolumeSum[]> {
  const rows = await catalog.rows<{ pool: string | null; status: string; volumes: string; bytes: string }>(
    `SELECT p.name AS pool, m.volstatus AS status, count(*)::text AS volumes, COALESCE(sum(m.volbytes), 0)::text AS bytes
     FROM media m LEFT JOIN pool p ON p.poolid = m.poolid
     GROUP BY p.name, m.volstatus ORDER BY p.name, m.volstatus LIMIT ${mostSums}`,
    [],
  );
  return rows.map(({ pool, status, volumes, bytes }) => ({
    pool,
    status,
    volumes: integerOf(volumes),
    bytes: integerOf(bytes),
  }));
}

interface Figure {
  readonly expression: (catalog: CatalogConnection, zone: string) => string;
  readonly direction: 'ASC' | 'DESC';
}

/** As `figureOf` of the domain has it for times: in seconds, 0 for none and for the first day, which means none. */
function secondsOf(column: string, zone: string): string {
  const seconds = `floor(date_part('epoch', ${column} AT TIME ZONE ${zone}))::bigint`;
  return `CASE WHEN ${seconds} > 86400 THEN ${seconds} ELSE 0 END`;
}

/** The last second that a Date holds. */
const lastSecond = 8_640_000_000_000;

/** Orders by a figure, then by id in the same direction. */
const figures: Readonly<Record<Exclude<VolumeSort, 'name'>, Figure>> = {
  lastWritten: { expression: (_, zone) => `(${secondsOf('m.lastwritten', zone)})`, direction: 'DESC' },
  expires: {
    expression: (catalog, zone) => {
      const written = secondsOf('m.lastwritten', zone);
      const isEndless = catalog.isZeroRetentionForever ? 'OR m.volretention = 0' : '';
      const end = `(${written}) + greatest(m.volretention, 0)`;
      return `(CASE WHEN (${written}) = 0 OR ${end} > ${lastSecond} ${isEndless} THEN ${neverExpires} ELSE ${end} END)`;
    },
    direction: 'ASC',
  },
  bytes: { expression: () => 'm.volbytes', direction: 'DESC' },
};

/**
 * A page of volumes. By name it walks the index on names; by a figure it sorts the catalog's volumes, which are tens of
 * thousands at most. What runs lie on them is never looked up here.
 */
export async function listVolumes(
  catalog: CatalogConnection,
  filter: VolumeFilter,
  sort: VolumeSort,
  page: PageRequest,
): Promise<Slice<Volume>> {
  const volumes = await (sort === 'name'
    ? volumesByName(catalog, filter, page)
    : volumesByFigure(catalog, filter, figures[sort], page));
  const total = page.count === true ? await countVolumes(catalog, filter) : undefined;
  return sliceOf(volumes, page.limit, (volume) => keyOfVolume(sort, volume), total);
}

async function volumesByName(catalog: CatalogConnection, filter: VolumeFilter, page: PageRequest): Promise<Volume[]> {
  const { volumeOrder: order } = await catalog.dialect();
  const sql = new SqlParams();
  const zone = sql.add(catalog.timezone);
  const place = page.after ? [beyondName(order, page.after, sql)] : [];
  const conditions = [...volumeConditions(sql, filter), ...place];
  const some = `(SELECT * FROM media m ${whereOf(conditions)} ORDER BY ${order.sorted('m.volumename')}
    LIMIT ${sql.add(page.limit + 1)})`;
  const text = `${selectVolumes(zone, some)} ORDER BY ${order.sorted('m.volumename')}`;
  return (await catalog.arrays<VolumeRow>(text, sql.values)).map((row) => volumeOf(row, catalog));
}

/** The key of a row; a second part says that the page begins with that row and not behind it. */
function beyondName(order: TextOrder, after: PageKey, sql: SqlParams): string {
  const comparison = after.length > 1 ? order.atLeast : order.more;
  return `m.volumename ${comparison} ${sql.add(textAt(after, 0))}::text`;
}

async function volumesByFigure(
  catalog: CatalogConnection,
  filter: VolumeFilter,
  { expression, direction }: Figure,
  page: PageRequest,
): Promise<Volume[]> {
  await catalog.dialect();
  const sql = new SqlParams();
  const zone = sql.add(catalog.timezone);
  const figure = expression(catalog, zone);
  const place = page.after ? [beyondFigure(figure, direction, page.after, sql)] : [];
  const conditions = [...volumeConditions(sql, filter), ...place];
  const some = `(SELECT * FROM media m ${whereOf(conditions)} ORDER BY ${figure} ${direction}, m.mediaid ${direction}
    LIMIT ${sql.add(page.limit + 1)})`;
  const text = `${selectVolumes(zone, some)} ORDER BY ${figure} ${direction}, m.mediaid ${direction}`;
  return (await catalog.arrays<VolumeRow>(text, sql.values)).map((row) => volumeOf(row, catalog));
}

/** As for names, with a third part. */
function beyondFigure(figure: string, direction: Figure['direction'], after: PageKey, sql: SqlParams): string {
  const comparison = `${direction === 'ASC' ? '>' : '<'}${after.length > 2 ? '=' : ''}`;
  const [value, mediaId] = [sql.add(numberAt(after, 0)), sql.add(numberAt(after, 1))];
  return `(${figure}, m.mediaid) ${comparison} (${value}::bigint, ${mediaId}::bigint)`;
}

async function countVolumes(catalog: CatalogConnection, filter: VolumeFilter): Promise<Total> {
  const sql = new SqlParams();
  const conditions = volumeConditions(sql, filter);
  const [row] = await catalog.rows<{ hits: string }>(
    `SELECT count(*) AS hits FROM (SELECT FROM media m ${whereOf(conditions)} LIMIT ${sql.add(countCap + 1)}) AS hit`,
    sql.values,
  );
  return totalOf(Number(row?.hits ?? 0));
}

export async function findVolume(catalog: CatalogConnection, volume: string): Promise<Volume | null> {
  // No text of PostgreSQL holds one, and none can be asked for.
  if (volume.includes('\0')) return null;
  await catalog.dialect();
  const text = selectVolumes('$2', '(SELECT * FROM media WHERE volumename = $1::text)');
  const [row] = await catalog.arrays<VolumeRow>(text, [volume, catalog.timezone]);
  return row ? volumeOf(row, catalog) : null;
}

/** A part of the name and the status ignoring case; a name that the catalog lacks matches nothing. */
function volumeConditions(sql: SqlParams, filter: VolumeFilter): string[] {
  const { volume, part, pools, storage, statuses, mediaType } = filter;
  const idsOf = (table: string, id: string, names: readonly string[]): string =>
    `m.${id} = ANY (ARRAY(SELECT ${id} FROM ${table} WHERE name = ANY (${sql.add(names)}::text[])))`;
  return [
    ...(volume === undefined ? [] : [`m.volumename = ${sql.add(volume)}::text`]),
    ...(part === undefined ? [] : [`strpos(lower(m.volumename), lower(${sql.add(part)}::text)) > 0`]),
    ...(pools === undefined ? [] : [idsOf('pool', 'poolid', pools)]),
    ...(storage === undefined ? [] : [idsOf('storage', 'storageid', [storage])]),
    ...(statuses === undefined
      ? []
      : [`lower(m.volstatus) = ANY (${sql.add(statuses.map((status) => status.toLowerCase()))}::text[])`]),
    ...(mediaType === undefined ? [] : [`m.mediatype = ${sql.add(mediaType)}::text`]),
  ];
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}
