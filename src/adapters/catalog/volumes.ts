import { type PageKey, type PageRequest, type Slice, sliceOf, type Total } from '../../domain/page.js';
import { type Volume, type VolumeFilter, type VolumeSort } from '../../domain/volumes.js';
import { countLimit, totalOf } from './bounded-count.js';
import { type CatalogConnection } from './catalog-connection.js';
import { type TextOrder } from './text-order.js';
import { numberAt, SqlValues, textAt } from './sql-values.js';
import { selectVolumes, type VolumeRow, volumeOf } from './volume-rows.js';

/** In place of a time for volumes that never expire: behind all that do. */
const never = 9_000_000_000_000_000;

/** The number of seconds between the epoch and a local time: only for sorting. */
const localSeconds = (column: string): string => `COALESCE(date_part('epoch', ${column})::bigint, 0)`;

interface Figure {
  readonly expression: (catalog: CatalogConnection) => string;
  readonly direction: 'ASC' | 'DESC';
}

/** Orders by a figure, then by id in the same direction. */
const figures: Readonly<Record<Exclude<VolumeSort, 'name'>, Figure>> = {
  lastWritten: { expression: () => localSeconds('m.lastwritten'), direction: 'DESC' },
  expires: {
    expression: (catalog) => {
      const isEndless = catalog.isZeroRetentionForever ? 'OR m.volretention = 0' : '';
      return `(CASE WHEN m.lastwritten IS NULL ${isEndless} THEN ${never}
        ELSE ${localSeconds('m.lastwritten')} + m.volretention END)`;
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
  const keyed = await (sort === 'name'
    ? volumesByName(catalog, filter, page)
    : volumesByFigure(catalog, filter, figures[sort], page));
  const total = page.count === true ? await countVolumes(catalog, filter) : undefined;
  const { items, next } = sliceOf(keyed, page.limit, ({ key }) => key);
  return { items: items.map(({ volume }) => volume), next, ...(total ? { total } : {}) };
}

interface Keyed {
  readonly volume: Volume;
  readonly key: PageKey;
}

async function volumesByName(catalog: CatalogConnection, filter: VolumeFilter, page: PageRequest): Promise<Keyed[]> {
  const { volumeOrder: order } = await catalog.dialect();
  const sql = new SqlValues();
  const zone = sql.add(catalog.timezone);
  const place = page.after ? [beyondName(order, page.after, sql)] : [];
  const conditions = [...volumeConditions(sql, filter), ...place];
  const some = `(SELECT * FROM media m ${whereOf(conditions)} ORDER BY ${order.sorted('m.volumename')}
    LIMIT ${sql.add(page.limit + 1)})`;
  const text = `${selectVolumes(zone, some)} ORDER BY ${order.sorted('m.volumename')}`;
  const rows = await catalog.arrays<VolumeRow>(text, sql.values);
  return rows.map((row) => ({ volume: volumeOf(row, catalog), key: [row[0]] }));
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
): Promise<Keyed[]> {
  await catalog.dialect();
  const sql = new SqlValues();
  const zone = sql.add(catalog.timezone);
  const figure = expression(catalog);
  const comparison = `${direction === 'ASC' ? '>' : '<'}${(page.after?.length ?? 0) > 2 ? '=' : ''}`;
  const place = page.after
    ? [
        `(${figure}, m.mediaid) ${comparison} (${sql.add(numberAt(page.after, 0))}::bigint, ${sql.add(numberAt(page.after, 1))}::bigint)`,
      ]
    : [];
  const conditions = [...volumeConditions(sql, filter), ...place];
  const some = `(SELECT *, ${figure} AS figure FROM media m ${whereOf(conditions)}
    ORDER BY ${figure} ${direction}, m.mediaid ${direction} LIMIT ${sql.add(page.limit + 1)})`;
  const text = `${selectVolumes(zone, some).replace('SELECT ', 'SELECT m.figure, ')}
    ORDER BY m.figure ${direction}, m.mediaid ${direction}`;
  const rows = await catalog.arrays<[string, ...VolumeRow]>(text, sql.values);
  return rows.map((row) => {
    const volume = volumeOf(row.slice(1) as VolumeRow, catalog);
    return { volume, key: [Number(row[0]), volume.mediaId] };
  });
}

async function countVolumes(catalog: CatalogConnection, filter: VolumeFilter): Promise<Total> {
  const sql = new SqlValues();
  const conditions = volumeConditions(sql, filter);
  const [row] = await catalog.rows<{ hits: string }>(
    `SELECT count(*) AS hits FROM (SELECT FROM media m ${whereOf(conditions)} LIMIT ${sql.add(countLimit + 1)}) some`,
    sql.values,
  );
  return totalOf(Number(row?.hits ?? 0));
}

export async function findVolume(catalog: CatalogConnection, volume: string): Promise<Volume | null> {
  await catalog.dialect();
  const text = selectVolumes('$2', '(SELECT * FROM media WHERE volumename = $1::text)');
  const [row] = await catalog.arrays<VolumeRow>(text, [volume, catalog.timezone]);
  return row ? volumeOf(row, catalog) : null;
}

/** Status and media type in any letter case; a name that the catalog lacks matches nothing. */
function volumeConditions(sql: SqlValues, filter: VolumeFilter): string[] {
  const { volume, pools, storage, statuses, mediaType } = filter;
  const idsOf = (table: string, id: string, names: readonly string[]): string =>
    `m.${id} = ANY (ARRAY(SELECT ${id} FROM ${table} WHERE name = ANY (${sql.add(names)}::text[])))`;
  return [
    ...(volume === undefined ? [] : [`m.volumename = ${sql.add(volume)}::text`]),
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
