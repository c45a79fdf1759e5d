import { type Volume } from '../../domain/volumes.js';
import { type CatalogConnection } from '../connection.js';
import { epochMs, integerOf, timeOf } from '../rows.js';

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
  volume: string, mediaId: number, pool: string | null, storage: string | null, mediaType: string | null, status: string | null,
  enabled: number | null, bytes: string | null, maxBytes: string | null, fileMarks: Count, jobs: Count,
  mounts: Count, errors: Count, labeled: number | null, firstWritten: number | null, lastWritten: number | null,
  retention: string | null, recycle: number | null, recycleCount: Count, slot: Count, inChanger: number | null,
  readTime: string | null, writeTime: string | null,
]; // prettier-ignore

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
