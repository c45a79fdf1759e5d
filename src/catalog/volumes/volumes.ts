import { type PageKey, type PageRequest, type Slice, sliceOf, type Total } from '../../domain/pagination.js';
import { keyOfVolume, neverSeconds } from '../../domain/volume-order.js';
import { type Volume, type VolumeFilter, type VolumeSort } from '../../domain/volumes.js';
import { countLimit, totalOf } from '../../domain/bounded-count.js';
import { type CatalogConnection } from '../connection.js';
import { type TextOrder } from '../text-order.js';
import { numberAt, SqlValues, textAt } from '../rows.js';
import { selectVolumes, type VolumeRow, volumeOf } from './volume-rows.js';

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
      return `(CASE WHEN (${written}) = 0 OR ${end} > ${lastSecond} ${isEndless} THEN ${neverSeconds} ELSE ${end} END)`;
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
  const sql = new SqlValues();
  const zone = sql.add(catalog.timezone);
  const place = page.after ? [beyondName(order, page.after, sql)] : [];
  const conditions = [...volumeConditions(sql, filter), ...place];
  const some = `(SELECT * FROM media m ${whereOf(conditions)} ORDER BY ${order.sorted('m.volumename')}
    LIMIT ${sql.add(page.limit + 1)})`;
  const text = `${selectVolumes(zone, some)} ORDER BY ${order.sorted('m.volumename')}`;
  return (await catalog.arrays<VolumeRow>(text, sql.values)).map((row) => volumeOf(row, catalog));
}

/** The key of a row; a second part says that the page begins with that row and not behind it. */
function beyondName(order: TextOrder, after: PageKey, sql: SqlValues): string {
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
  const sql = new SqlValues();
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
function beyondFigure(figure: string, direction: Figure['direction'], after: PageKey, sql: SqlValues): string {
  const comparison = `${direction === 'ASC' ? '>' : '<'}${after.length > 2 ? '=' : ''}`;
  const [value, mediaId] = [sql.add(numberAt(after, 0)), sql.add(numberAt(after, 1))];
  return `(${figure}, m.mediaid) ${comparison} (${value}::bigint, ${mediaId}::bigint)`;
}

async function countVolumes(catalog: CatalogConnection, filter: VolumeFilter): Promise<Total> {
  const sql = new SqlValues();
  const conditions = volumeConditions(sql, filter);
  const [row] = await catalog.rows<{ hits: string }>(
    `SELECT count(*) AS hits FROM (SELECT FROM media m ${whereOf(conditions)} LIMIT ${sql.add(countLimit + 1)}) AS hit`,
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
function volumeConditions(sql: SqlValues, filter: VolumeFilter): string[] {
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
