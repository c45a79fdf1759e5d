import { type PageKey } from '../../domain/pagination.js';
import { neverExpires, type Volume, type VolumeFilter, type VolumeSort } from '../../domain/volumes.js';
import { type CatalogConnection } from '../connection.js';
import { type TextOrder } from '../dialect.js';
import { epochMs, integerOf, numberAt, type SqlParams, textAt, timeOf } from '../rows.js';

/** Columns of volumes `m`, their pools `p` and storages `s`, in the order that `volumeOf` reads them. */
function volumeColumns(timezone: string): string {
  return `m.volumename, m.mediaid, p.name, s.name, m.mediatype, m.volstatus, m.enabled, m.volbytes, m.maxvolbytes, m.volfiles,
    m.voljobs, m.volmounts, m.volerrors, ${epochMs('m.labeldate', timezone)}, ${epochMs('m.firstwritten', timezone)},
    ${epochMs('m.lastwritten', timezone)}, m.volretention, m.recycle, m.recyclecount, m.slot, m.inchanger, m.volreadtime,
    m.volwritetime`;
}

/** Selects from `source`, a table expression with the columns of Media. */
export function selectVolumes(timezone: string, source: string): string {
  return `SELECT ${volumeColumns(timezone)} FROM ${source} m
    LEFT JOIN pool p ON p.poolid = m.poolid LEFT JOIN storage s ON s.storageid = m.storageid`;
}

/** Integers in Bacula's catalog are 64 bits in that of Bareos, which come as text. */
type Count = number | string | null;

export type VolumeRow = [
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

/** The catalog counts what devices spent in microseconds. */
const perSecond = 1_000_000;

export function volumeOf(row: VolumeRow, catalog: CatalogConnection): Volume {
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

export interface Figure {
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
export const figures: Readonly<Record<Exclude<VolumeSort, 'name'>, Figure>> = {
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

/** The key of a row; a second part says that the page begins with that row and not behind it. */
export function beyondName(order: TextOrder, after: PageKey, sql: SqlParams): string {
  const comparison = after.length > 1 ? order.atLeast : order.more;
  return `m.volumename ${comparison} ${sql.add(textAt(after, 0))}::text`;
}

/** As for names, with a third part. */
export function beyondFigure(figure: string, direction: Figure['direction'], after: PageKey, sql: SqlParams): string {
  const comparison = `${direction === 'ASC' ? '>' : '<'}${after.length > 2 ? '=' : ''}`;
  const [value, mediaId] = [sql.add(numberAt(after, 0)), sql.add(numberAt(after, 1))];
  return `(${figure}, m.mediaid) ${comparison} (${value}::bigint, ${mediaId}::bigint)`;
}

/** A part of the name and the status ignoring case; a name that the catalog lacks matches nothing. */
export function volumeConditions(sql: SqlParams, filter: VolumeFilter): string[] {
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

export function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}
