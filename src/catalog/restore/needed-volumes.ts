import { type PlannedVolume } from '../../domain/catalog.port.js';
import { isVolumeLost } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import { groupBy } from '../group-by.js';
import { nameOfUnknownVolume } from './run-media.js';

interface Span {
  readonly jobid: number;
  readonly mediaid: number;
  readonly first: number;
  readonly last: number;
}

/** Finds out, file by file, which volumes a restore reads. A run writes its files in the order of FileIndex, so each volume holds one span of them. */
export class NeededVolumes {
  private readonly used = new Set<number>();
  private readonly runsWithoutVolume = new Set<number>();

  /** `untouched` are the spans of each run that no file has asked for yet. */
  private constructor(
    private readonly catalog: CatalogConnection,
    private readonly untouched: Map<number, Span[]>,
  ) {}

  static async ofChain(catalog: CatalogConnection, jobids: readonly number[]): Promise<NeededVolumes> {
    const spans = await catalog.rows<{ jobid: number; mediaid: number; first: number; last: number }>(
      `SELECT jobid, mediaid, min(firstindex) AS first, max(lastindex) AS last
       FROM jobmedia WHERE jobid = ANY ($1::bigint[]) GROUP BY jobid, mediaid`,
      [jobids],
    );
    return new NeededVolumes(
      catalog,
      groupBy(spans, (span) => span.jobid),
    );
  }

  need(jobId: number, fileIndex: number): void {
    const spans = this.untouched.get(jobId);
    if (spans === undefined) {
      this.runsWithoutVolume.add(jobId);
      return;
    }
    const touches = (span: Span) => span.first <= fileIndex && fileIndex <= span.last;
    if (!spans.some(touches)) return;
    for (const span of spans.filter(touches)) this.used.add(span.mediaid);
    this.untouched.set(
      jobId,
      spans.filter((span) => !touches(span)),
    );
  }

  /** In the order in which they were labelled. A run whose volumes the catalog has forgotten shows as one missing volume. */
  async describe(): Promise<PlannedVolume[]> {
    const rows = await this.catalog.rows<VolumeRow>(
      `SELECT u.mediaid, m.volumename AS volume, p.name AS pool, s.name AS storage, m.volstatus AS status
       FROM unnest($1::integer[]) AS u(mediaid)
       LEFT JOIN media m ON m.mediaid = u.mediaid
       LEFT JOIN pool p ON p.poolid = m.poolid
       LEFT JOIN storage s ON s.storageid = m.storageid
       ORDER BY u.mediaid`,
      [[...this.used]],
    );
    return [...rows.map(plannedVolume), ...[...this.runsWithoutVolume].map(forgottenVolume)];
  }
}

interface VolumeRow {
  readonly mediaid: number;
  readonly volume: string | null;
  readonly pool: string | null;
  readonly storage: string | null;
  readonly status: string | null;
}

function plannedVolume(row: VolumeRow): PlannedVolume {
  const volume = row.volume ?? nameOfUnknownVolume(row.mediaid);
  const status = row.status ?? 'Missing';
  return {
    volume,
    pool: row.pool,
    storage: row.storage,
    status,
    available: !isVolumeLost(status),
    ...reasonOf(status),
  };
}

function reasonOf(status: string): Pick<PlannedVolume, 'reasonCode' | 'reason'> {
  if (!isVolumeLost(status)) return { reasonCode: null, reason: null };
  if (status === 'Missing') {
    return { reasonCode: 'not_recorded', reason: 'The catalog no longer has a record of this volume.' };
  }
  if (status === 'Error') return { reasonCode: 'faulty', reason: 'The volume is marked as in error.' };
  const reason = 'The volume was recycled for new backups. Its previous contents may be overwritten.';
  return { reasonCode: 'released', reason };
}

function forgottenVolume(jobId: number): PlannedVolume {
  return {
    volume: `unknown volume of run ${jobId}`,
    pool: null,
    storage: null,
    status: 'Missing',
    available: false,
    reasonCode: 'not_named',
    reason: `The catalog lists no volume for run ${jobId}.`,
  };
}
