import { type Pool, type Release, type VolumeGroup } from '../../domain/volumes.js';
import { type CatalogConnection } from './catalog-connection.js';
import { groupBy } from './group-by.js';
import { integerOf } from './sql-values.js';
import { limitOf, retentionOf } from './volume-rows.js';

interface PoolRow {
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
}

interface GroupRow {
  readonly poolid: number;
  readonly status: string;
  readonly storage: string | null;
  readonly volumes: string;
  readonly bytes: string;
}

interface ReleaseRow {
  readonly poolid: number;
  readonly day: string;
  readonly bytes: string;
}

/** Three statements whatever the number of pools; the last two read the catalog's volumes once each. */
export async function listPools(catalog: CatalogConnection): Promise<Pool[]> {
  const { maxPoolBytes } = await catalog.dialect();
  const [pools, groups, releases] = await Promise.all([
    catalog.rows<PoolRow>(poolsText(maxPoolBytes), []),
    catalog.rows<GroupRow>(groupsText, []),
    catalog.rows<ReleaseRow>(releasesText(catalog.isZeroRetentionForever), [catalog.timezone]),
  ]);
  const groupsOf = groupBy(groups, ({ poolid }) => poolid);
  const releasesOf = groupBy(releases, ({ poolid }) => poolid);
  return pools.map((row) => poolOf(row, groupsOf.get(row.poolid) ?? [], releasesOf.get(row.poolid) ?? [], catalog));
}

const nameOf = (id: string): string => `(SELECT o.name FROM pool o WHERE o.poolid = p.${id})`;

function poolsText(maxPoolBytes: string): string {
  return `SELECT p.poolid, p.name, p.pooltype, p.maxvols, p.maxvolbytes, ${maxPoolBytes} AS maxpoolbytes, p.volretention,
      p.recycle, p.autoprune, p.labelformat, ${nameOf('nextpoolid')} AS nextpool, ${nameOf('scratchpoolid')} AS scratchpool,
      ${nameOf('recyclepoolid')} AS recyclepool
    FROM pool p ORDER BY p.name LIMIT 10000`;
}

const groupsText = `SELECT g.poolid, g.volstatus AS status, s.name AS storage, g.volumes, g.bytes
  FROM (SELECT poolid, volstatus, storageid, count(*) AS volumes, sum(volbytes)::text AS bytes
    FROM media GROUP BY poolid, volstatus, storageid) g
  LEFT JOIN storage s ON s.storageid = g.storageid ORDER BY g.volstatus`;

/** Local days are near enough: what is made of it counts in days. */
function releasesText(isZeroForever: boolean): string {
  const ends = `date_part('epoch', m.lastwritten AT TIME ZONE $1) + m.volretention`;
  return `SELECT m.poolid, floor((${ends}) / 86400)::bigint AS day, sum(m.volbytes)::text AS bytes
    FROM media m
    WHERE m.volstatus IN ('Full', 'Used') AND m.recycle = 1 AND m.enabled = 1 AND m.lastwritten IS NOT NULL
      AND m.volretention < 3155760000 ${isZeroForever ? 'AND m.volretention > 0' : ''}
    GROUP BY m.poolid, day ORDER BY m.poolid, day`;
}

function poolOf(
  row: PoolRow,
  groups: readonly GroupRow[],
  releases: readonly ReleaseRow[],
  catalog: CatalogConnection,
): Pool {
  return {
    pool: row.name,
    type: row.pooltype ?? '',
    groups: groupsByStatus(groups),
    maxVolumes: limitOf(row.maxvols),
    maxVolumeBytes: limitOf(row.maxvolbytes),
    maxPoolBytes: limitOf(row.maxpoolbytes),
    retentionSeconds: retentionOf(row.volretention, catalog),
    recycle: row.recycle === 1,
    autoPrune: row.autoprune === 1,
    labelFormat: row.labelformat === '*' ? null : row.labelformat,
    ...{ nextPool: row.nextpool, scratchPool: row.scratchpool, recyclePool: row.recyclepool },
    storages: [...new Set(groups.map(({ storage }) => storage))].filter((storage) => storage !== null).sort(),
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
