import { type RestorePlan, type PlannedVolume } from '../../domain/restore-reader.port.js';
import { entryTypeOfMode } from '../../domain/lstat.js';
import { type CatalogConnection } from '../connection.js';
import { type LiveRow } from './visible-files.js';
import { figuresOf, integerOf, groupBy } from '../rows.js';
import { chainTables } from '../files/newest-versions.js';
import { isVolumeLost, type RunMedia } from '../../domain/restore-chain.js';

const portionFiles = 1_000;

interface DeltaPart {
  readonly jobid: number;
  readonly fileindex: number;
}

/**
 * A file record with a DeltaSeq above 0 holds only what changed since the one before it. Answers, for such records of the
 * chain, the older records of the same client that are read along with them: back to the last that was whole.
 */
export async function findDeltaParts(
  catalog: CatalogConnection,
  jobids: readonly number[],
  fileIds: readonly string[],
): Promise<DeltaPart[]> {
  const parts: DeltaPart[] = [];
  if (fileIds.length === 0) return parts;
  const { files } = await catalog.dialect();
  const sameFile = (run: string) => `SELECT r.jobid, r.fileindex, r.deltaseq, c.ord FROM chain c
    CROSS JOIN LATERAL (SELECT * FROM ${files} o
      WHERE o.jobid = c.jobid AND o.pathid = f.pathid AND o.namekey = f.namekey OFFSET 0) r
    WHERE c.clientid = newest.clientid AND c.ord < newest.ord AND ${run}`;
  const text = `
    WITH ${chainTables('$1')}
    SELECT part.jobid, part.fileindex
    FROM unnest($2::bigint[]) AS wanted(fileid)
    JOIN ${files} f ON f.fileid = wanted.fileid
    JOIN chain newest ON newest.jobid = f.jobid
    CROSS JOIN LATERAL (${sameFile('r.fileindex > 0 AND r.deltaseq < f.deltaseq')}) part
    WHERE NOT EXISTS (${sameFile('c.ord > part.ord AND (r.fileindex <= 0 OR r.deltaseq <= part.deltaseq)')})`;
  for (let from = 0; from < fileIds.length; from += portionFiles)
    parts.push(...(await catalog.rows<DeltaPart>(text, [jobids, fileIds.slice(from, from + portionFiles)])));
  return parts;
}

/** The FileIndexes of each run that were met, one bit each: a plan over millions of files stays within a few megabytes. */
class FileIndexSet {
  private readonly bits = new Map<number, Uint8Array>();

  /** Answers whether it was new. */
  add(jobId: number, fileIndex: number): boolean {
    if (this.has(jobId, fileIndex)) return false;
    const bits = this.roomFor(jobId, fileIndex >> 3);
    bits[fileIndex >> 3] = (bits[fileIndex >> 3] ?? 0) | (1 << (fileIndex & 7));
    return true;
  }

  has(jobId: number, fileIndex: number): boolean {
    return ((this.bits.get(jobId)?.[fileIndex >> 3] ?? 0) & (1 << (fileIndex & 7))) !== 0;
  }

  private roomFor(jobId: number, at: number): Uint8Array {
    const bits = this.bits.get(jobId);
    if (bits && at < bits.length) return bits;
    const larger = new Uint8Array(Math.max(1024, (at + 1) * 2));
    if (bits) larger.set(bits);
    this.bits.set(jobId, larger);
    return larger;
  }
}

interface MediaRow {
  readonly jobid: number;
  readonly mediaid: number;
  readonly volume: string | null;
  readonly status: string | null;
}

/** How a volume is called that runs name but the catalog has no record of. */
function nameOfUnknownVolume(mediaId: number): string {
  return `MediaId ${mediaId}`;
}

/** The volumes of each run. Whether the file or tape itself is at hand the catalog does not know, only the volume's status. */
export async function findRunMedia(
  catalog: CatalogConnection,
  jobIds: readonly number[],
): Promise<ReadonlyMap<number, RunMedia>> {
  const rows = await catalog.rows<MediaRow>(
    `SELECT used.jobid, used.mediaid, m.volumename AS volume, m.volstatus AS status
     FROM (SELECT DISTINCT jobid, mediaid FROM jobmedia WHERE jobid = ANY ($1::bigint[])) used
     LEFT JOIN media m ON m.mediaid = used.mediaid
     ORDER BY used.jobid, used.mediaid`,
    [jobIds],
  );
  const media = new Map<number, RunMedia>();
  for (const [jobId, own] of groupBy(rows, (row) => row.jobid)) {
    const volumes = own.map((row) => ({
      volume: row.volume ?? nameOfUnknownVolume(row.mediaid),
      status: row.status ?? 'Missing',
    }));
    media.set(jobId, { jobId, volumes: own.length, unavailable: volumes.filter(({ status }) => isVolumeLost(status)) });
  }
  return media;
}

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

/** Sums up live files. Hard links wait for the end: only then is it known whether their first name is restored as well. */
export class Tally {
  private files = 0;
  private contents = 0;
  private bytes = 0;
  private readonly met = new FileIndexSet();
  private readonly links: { readonly jobId: number; readonly first: number; readonly size: number }[] = [];

  readonly deltaFileIds: string[] = [];

  constructor(private readonly volumes: NeededVolumes) {}

  add([jobId, fileIndex, lstat, , deltaFileId]: LiveRow): void {
    if (!this.met.add(jobId, fileIndex)) return;
    const { mode, size, linkFileIndex } = figuresOf(lstat);
    this.files += 1;
    this.volumes.need(jobId, fileIndex);
    if (deltaFileId !== null) this.deltaFileIds.push(deltaFileId);
    const type = entryTypeOfMode(mode);
    if (type === 'file' || type === 'symlink') this.contents += 1;
    if (type !== 'file') return;
    if (linkFileIndex > 0) this.links.push({ jobId, first: linkFileIndex, size });
    else this.bytes += size;
  }

  /** Parts of a file that was counted already. */
  addParts(parts: readonly DeltaPart[]): void {
    for (const part of parts) this.volumes.need(part.jobid, part.fileindex);
  }

  /** The content of a hard link lies with its first name; without that one in the selection it is read from there. */
  async finish(): Promise<Omit<RestorePlan, 'missing'>> {
    for (const link of this.links) {
      if (!this.met.add(link.jobId, link.first)) continue;
      this.bytes += link.size;
      this.volumes.need(link.jobId, link.first);
    }
    const { files, contents } = this;
    return { files, contents, bytes: integerOf(this.bytes), volumes: await this.volumes.describe() };
  }
}
