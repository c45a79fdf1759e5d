import { type PageRequest, type Slice, sliceOf, type Total, countCap, totalOf } from '../../domain/pagination.js';
import { type Scope } from '../../domain/principal.js';
import { type RunReader } from '../../domain/run-reader.port.js';
import { type ForgetChoice, type RunImpact, type VolumeImpact } from '../../domain/volume-impact.js';
import { type VolumeReader, type VolumeSum } from '../../domain/volume-reader.port.js';
import {
  keyOfVolume,
  type Pool,
  type Volume,
  type VolumeFilter,
  type VolumeShare,
  type VolumeSort,
} from '../../domain/volumes.js';
import { type CatalogConnection } from '../connection.js';
import { groupBy, integerOf, numberAt, SqlParams } from '../rows.js';
import { isUnpurged } from '../runs/retained-runs.js';
import {
  groupsText,
  type GroupRow,
  poolOf,
  type PoolRow,
  poolsText,
  releasesText,
  type ReleaseRow,
  sharesText,
  type ShareRow as PoolShareRow,
} from './pool-rows.js';
import { lossOf } from './volume-impact.js';
import {
  beyondFigure,
  beyondName,
  type Figure,
  figures,
  selectVolumes,
  volumeConditions,
  volumeOf,
  type VolumeRow,
  whereOf,
} from './volume-rows.js';

type ShareRow = [jobId: number, bytes: string];

/** Far more than any installation has pools and words for how a volume stands. */
const mostSums = 10_000;

export class SqlVolumeReader implements VolumeReader {
  constructor(
    private readonly catalog: CatalogConnection,
    private readonly runs: RunReader,
  ) {}

  get isZeroRetentionForever(): boolean {
    return this.catalog.isZeroRetentionForever;
  }

  /**
   * A page of volumes. By name it walks the index on names; by a figure it sorts the catalog's volumes, which are tens of
   * thousands at most. What runs lie on them is never looked up here.
   */
  async listVolumes(_scope: Scope, filter: VolumeFilter, sort: VolumeSort, page: PageRequest): Promise<Slice<Volume>> {
    const volumes = await (sort === 'name'
      ? this.volumesByName(filter, page)
      : this.volumesByFigure(filter, figures[sort], page));
    const total = page.count === true ? await this.countVolumes(filter) : undefined;
    return sliceOf(volumes, page.limit, (volume) => keyOfVolume(sort, volume), total);
  }

  private async volumesByName(filter: VolumeFilter, page: PageRequest): Promise<Volume[]> {
    const { volumeOrder: order } = await this.catalog.dialect();
    const sql = new SqlParams();
    const zone = sql.add(this.catalog.timezone);
    const place = page.after ? [beyondName(order, page.after, sql)] : [];
    const conditions = [...volumeConditions(sql, filter), ...place];
    const some = `(SELECT * FROM media m ${whereOf(conditions)} ORDER BY ${order.sorted('m.volumename')}
      LIMIT ${sql.add(page.limit + 1)})`;
    const text = `${selectVolumes(zone, some)} ORDER BY ${order.sorted('m.volumename')}`;
    return (await this.catalog.arrays<VolumeRow>(text, sql.values)).map((row) => volumeOf(row, this.catalog));
  }

  private async volumesByFigure(
    filter: VolumeFilter,
    { expression, direction }: Figure,
    page: PageRequest,
  ): Promise<Volume[]> {
    await this.catalog.dialect();
    const sql = new SqlParams();
    const zone = sql.add(this.catalog.timezone);
    const figure = expression(this.catalog, zone);
    const place = page.after ? [beyondFigure(figure, direction, page.after, sql)] : [];
    const conditions = [...volumeConditions(sql, filter), ...place];
    const some = `(SELECT * FROM media m ${whereOf(conditions)} ORDER BY ${figure} ${direction}, m.mediaid ${direction}
      LIMIT ${sql.add(page.limit + 1)})`;
    const text = `${selectVolumes(zone, some)} ORDER BY ${figure} ${direction}, m.mediaid ${direction}`;
    return (await this.catalog.arrays<VolumeRow>(text, sql.values)).map((row) => volumeOf(row, this.catalog));
  }

  private async countVolumes(filter: VolumeFilter): Promise<Total> {
    const sql = new SqlParams();
    const conditions = volumeConditions(sql, filter);
    const [row] = await this.catalog.rows<{ hits: string }>(
      `SELECT count(*) AS hits FROM (SELECT FROM media m ${whereOf(conditions)} LIMIT ${sql.add(countCap + 1)}) AS hit`,
      sql.values,
    );
    return totalOf(Number(row?.hits ?? 0));
  }

  async findVolume(_scope: Scope, volume: string): Promise<Volume | null> {
    // No text of PostgreSQL holds one, and none can be asked for.
    if (volume.includes('\0')) return null;
    await this.catalog.dialect();
    const text = selectVolumes('$2', '(SELECT * FROM media WHERE volumename = $1::text)');
    const [row] = await this.catalog.arrays<VolumeRow>(text, [volume, this.catalog.timezone]);
    return row ? volumeOf(row, this.catalog) : null;
  }

  /** Runs that wrote on a volume, newest first, with what of each lies there. */
  async listVolumeShares(_scope: Scope, mediaId: number, page: PageRequest): Promise<Slice<VolumeShare>> {
    const { segmentBytes } = await this.catalog.dialect();
    const beyond = page.after ? 'AND jm.jobid < $3::bigint' : '';
    const rows = await this.catalog.arrays<ShareRow>(
      `SELECT jm.jobid, sum(${segmentBytes})::text
       FROM jobmedia jm JOIN media m ON m.mediaid = jm.mediaid
       WHERE jm.mediaid = $1::bigint ${beyond} AND EXISTS (SELECT FROM job j WHERE j.jobid = jm.jobid)
       GROUP BY jm.jobid ORDER BY jm.jobid DESC LIMIT $2`,
      [mediaId, page.limit + 1, ...(page.after ? [numberAt(page.after, 0)] : [])],
    );
    const shares = rows.map((row) => ({ jobId: row[0], bytes: integerOf(row[1]) }));
    const total = page.count === true ? totalOf(await this.countShares(mediaId)) : undefined;
    return sliceOf(shares, page.limit, ({ jobId }) => [jobId], total);
  }

  private async countShares(mediaId: number): Promise<number> {
    const [row] = await this.catalog.rows<{ runs: string }>(
      `SELECT count(*) AS runs FROM (
         SELECT DISTINCT jm.jobid FROM jobmedia jm
         WHERE jm.mediaid = $1::bigint AND EXISTS (SELECT FROM job j WHERE j.jobid = jm.jobid) LIMIT ${countCap + 1}) counted`,
      [mediaId],
    );
    return Number(row?.runs ?? 0);
  }

  /** One pass over the volumes, of which even large catalogs have some ten thousand. */
  async sumVolumes(_scope: Scope): Promise<VolumeSum[]> {
    const rows = await this.catalog.rows<{ pool: string | null; status: string; volumes: string; bytes: string }>(
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

  /** A fixed number of statements for any number of pools; two of them read the catalog's volumes once each. */
  async listPools(_scope: Scope): Promise<Pool[]> {
    const dialect = await this.catalog.dialect();
    const [pools, groups, releases, shares] = await Promise.all([
      this.catalog.rows<PoolRow>(poolsText(dialect), []),
      this.catalog.rows<GroupRow>(groupsText, []),
      this.catalog.rows<ReleaseRow>(releasesText(this.catalog.isZeroRetentionForever), [this.catalog.timezone]),
      this.catalog.countsContent ? this.catalog.rows<PoolShareRow>(sharesText(dialect.segmentBytes), []) : [],
    ]);
    const groupsOf = groupBy(groups, ({ poolid }) => poolid);
    const releasesOf = groupBy(releases, ({ poolid }) => poolid);
    return pools.map((row) => {
      const share = shares.find(({ poolid }) => poolid === row.poolid);
      const storedShare = this.catalog.countsContent ? (share ? share.stored / share.counted : null) : 1;
      const own = { groups: groupsOf.get(row.poolid) ?? [], releases: releasesOf.get(row.poolid) ?? [], storedShare };
      return poolOf(row, own, this.catalog);
    });
  }

  /**
   * What the catalog would lose with these runs. A volume may hold a hundred thousand runs of thousands of clients: rows come in portions,
   * and of the clients' histories only figures are kept.
   */
  async volumeImpact(scope: Scope, name: string, choice: ForgetChoice): Promise<VolumeImpact | null> {
    const volume = await this.findVolume(scope, name);
    if (!volume) return null;
    return { volume, ...(await lossOf(this.catalog, volume.mediaId, choice)) };
  }

  /** What the catalog would lose with this run, on all of its volumes. */
  async runImpact(scope: Scope, jobId: number): Promise<RunImpact | null> {
    const run = await this.runs.findRun(scope, jobId);
    if (!run) return null;
    return { run, ...(await lossOf(this.catalog, null, { runs: [jobId] })) };
  }

  /** Those of the runs that have not been purged from the catalog. */
  async recordedRuns(_scope: Scope, jobids: readonly number[]): Promise<readonly number[]> {
    const rows = await this.catalog.arrays<[number]>(
      `SELECT j.jobid FROM job j WHERE j.jobid = ANY ($1::bigint[]) AND ${isUnpurged} ORDER BY j.jobid`,
      [jobids],
    );
    return rows.map(([jobid]) => jobid);
  }
}
