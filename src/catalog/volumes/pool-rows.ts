import { type KeepRules } from '../../domain/keep-rules.js';
import { type Pool, type Release, type VolumeGroup } from '../../domain/volumes.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { groupBy, integerOf } from '../rows.js';
import { limitOf, retentionOf } from './volume-rows.js';

export interface PoolRow {
  readonly poolid: number;
  readonly name: string;
  readonly pooltype: string | null;
  readonly maxvols: number | null;
  readonly maxvolbytes: string | null;
  readonly maxpoolbytes: string | null;
  readonly volretention: string | null;
  readonly recycle: number | null;
  readonly autoprune: number | null;
  readonly labelformat: string | null;
  readonly nextpool: string | null;
  readonly scratchpool: string | null;
  readonly recyclepool: string | null;
  readonly keep: KeepRules | null;
}

export interface GroupRow {
  readonly poolid: number;
  readonly status: string;
  readonly storage: string | null;
  readonly volumes: string;
  readonly bytes: string;
}

export interface ReleaseRow {
  readonly poolid: number;
  readonly day: string;
  readonly bytes: string;
}

export interface ShareRow {
  readonly poolid: number;
  readonly counted: number;
  readonly stored: number;
}

const nameOf = (id: string): string => `(SELECT o.name FROM pool o WHERE o.poolid = p.${id})`;

export function poolsText({ maxPoolBytes, keepRules }: Pick<CatalogDialect, 'maxPoolBytes' | 'keepRules'>): string {
  return `SELECT p.poolid, p.name, p.pooltype, p.maxvols, p.maxvolbytes, ${maxPoolBytes} AS maxpoolbytes, p.volretention,
      p.recycle, p.autoprune, p.labelformat, ${nameOf('nextpoolid')} AS nextpool, ${nameOf('scratchpoolid')} AS scratchpool,
      ${nameOf('recyclepoolid')} AS recyclepool, ${keepRules} AS keep
    FROM pool p ORDER BY p.name LIMIT 10000`;
}

export const groupsText = `SELECT g.poolid, g.volstatus AS status, s.name AS storage, g.volumes, g.bytes
  FROM (SELECT poolid, volstatus, storageid, count(*) AS volumes, sum(volbytes)::text AS bytes
    FROM media GROUP BY poolid, volstatus, storageid) g
  LEFT JOIN storage s ON s.storageid = g.storageid ORDER BY g.volstatus`;

/** Of the newest runs: how well data can be compressed changes slowly. */
export function sharesText(segmentBytes: string): string {
  return `SELECT j.poolid, sum(j.jobbytes)::float AS counted, sum(j.stored)::float AS stored
    FROM (SELECT poolid, jobbytes, (SELECT sum(${segmentBytes}) FROM jobmedia jm JOIN media m ON m.mediaid = jm.mediaid
        WHERE jm.jobid = newest.jobid) AS stored
      FROM (SELECT jobid, poolid, jobbytes, type, jobstatus FROM job ORDER BY jobid DESC LIMIT 500) newest
      WHERE type = 'B' AND jobstatus IN ('T', 'W')) j
    WHERE j.stored > 0 AND j.jobbytes > 0 GROUP BY j.poolid`;
}

/** Local days are near enough: what is made of it counts in days. */
export function releasesText(isZeroForever: boolean): string {
  const ends = `date_part('epoch', m.lastwritten AT TIME ZONE $1) + m.volretention`;
  return `SELECT m.poolid, floor((${ends}) / 86400)::bigint AS day, sum(m.volbytes)::text AS bytes
    FROM media m
    WHERE m.volstatus IN ('Full', 'Used') AND m.recycle = 1 AND m.enabled = 1 AND m.lastwritten IS NOT NULL
      AND m.volretention < 3155760000 ${isZeroForever ? 'AND m.volretention > 0' : ''}
    GROUP BY m.poolid, day ORDER BY m.poolid, day`;
}

interface PoolParts {
  readonly groups: readonly GroupRow[];
  readonly releases: readonly ReleaseRow[];
  readonly storedShare: number | null;
}

export function poolOf(row: PoolRow, { groups, releases, storedShare }: PoolParts, catalog: CatalogConnection): Pool {
  return {
    pool: row.name,
    type: row.pooltype ?? '',
    groups: groupsByStatus(groups),
    maxVolumes: limitOf(row.maxvols),
    maxVolumeBytes: limitOf(row.maxvolbytes),
    maxPoolBytes: limitOf(row.maxpoolbytes),
    retentionSeconds: retentionOf(row.volretention, catalog),
    keep: row.keep,
    recycle: row.recycle === 1,
    autoPrune: row.autoprune === 1,
    labelFormat: row.labelformat === '*' ? null : row.labelformat,
    nextPool: row.nextpool,
    scratchPool: row.scratchpool,
    recyclePool: row.recyclepool,
    storages: [...new Set(groups.map(({ storage }) => storage))].filter((storage) => storage !== null).sort(),
    storedShare,
    releases: releases.map(releaseOf),
  };
}

function groupsByStatus(rows: readonly GroupRow[]): VolumeGroup[] {
  return [...groupBy(rows, ({ status }) => status)].map(([status, own]) => ({
    status,
    volumes: own.reduce((sum, { volumes }) => sum + Number(volumes), 0),
    bytes: own.reduce((sum, { bytes }) => sum + integerOf(bytes), 0),
  }));
}

function releaseOf({ day, bytes }: ReleaseRow): Release {
  return { at: new Date(Number(day) * 86_400_000), bytes: integerOf(bytes) };
}
