import { type Client } from 'pg';
import { basename } from 'node:path';
import { type VolumeSegment } from '../task.js';
import { UnreadableVolume, readSegment, type VolumeEntry } from '../volumes/volume-reader.js';
import { SkippedFile } from './skipped-file.js';
import { type RestoreRow } from './restore-rows.js';
import { volumeFile } from '../volumes/volume-path.js';

const blockAddresses = 2 ** 32;

interface SegmentColumns {
  readonly firstindex: number;
  readonly lastindex: number;
  readonly startfile: string;
  readonly startblock: string;
  readonly endfile: string;
  readonly endblock: string;
  readonly volumename: string;
  readonly storage: string | null;
}

/** The segments with one run's files, ascending by FileIndex. A hundred gigabytes are some 25,000 of them. */
export class RunSegments {
  constructor(readonly segments: readonly VolumeSegment[]) {}

  static async load(
    client: Client,
    jobId: number,
    storageFolders: Readonly<Record<string, string>>,
  ): Promise<RunSegments> {
    const { rows } = await client.query<SegmentColumns>(
      `SELECT jm.firstindex, jm.lastindex, jm.startfile, jm.startblock, jm.endfile, jm.endblock, m.volumename, s.name AS storage
       FROM jobmedia jm JOIN media m USING (mediaid) JOIN job j ON j.jobid = jm.jobid
         LEFT JOIN storage s ON s.storageid = coalesce(nullif(m.storageid, 0), j.writestorageid)
       WHERE jm.jobid = $1 ORDER BY jm.firstindex, jm.jobmediaid`,
      [jobId],
    );
    return new RunSegments(rows.map((columns) => segmentOf(columns, storageFolders)));
  }

  /** The segment of an entry, or null if the catalog has none. */
  find(fileIndex: number): VolumeSegment | null {
    let low = 0;
    let high = this.segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.segments[middle]?.lastIndex ?? 0) < fileIndex) low = middle + 1;
      else high = middle;
    }
    const found = this.segments[low];
    return found !== undefined && found.firstIndex <= fileIndex ? found : null;
  }
}

function segmentOf(columns: SegmentColumns, storageFolders: Readonly<Record<string, string>>): VolumeSegment {
  const folder = columns.storage === null ? undefined : storageFolders[columns.storage];
  return {
    // An empty name is no file's: the reader then reports that the volume is not available.
    volumeFile: folder === undefined ? '' : volumeFile(folder, basename(columns.volumename)),
    volumeName: columns.volumename,
    firstIndex: columns.firstindex,
    lastIndex: columns.lastindex,
    start: Number(columns.startfile) * blockAddresses + Number(columns.startblock),
    end: Number(columns.endfile) * blockAddresses + Number(columns.endblock) + 1,
  };
}

interface Batch {
  readonly rank: number;
  readonly segment: VolumeSegment;
  readonly rows: Map<number, RestoreRow[]>;
}

export interface ContentConsumer {
  /** Called once for each entry, with its targets. */
  readonly serve: (rows: readonly RestoreRow[], entry: VolumeEntry) => Promise<void>;
  readonly reject: (row: RestoreRow, error: unknown) => void;
}

/** Brings rows and their volume entries together, a segment at a time; no more than one segment's rows are in memory. */
export class ContentReader {
  private loaded: { readonly rank: number; readonly segments: RunSegments } | null = null;

  constructor(
    private readonly client: Client,
    private readonly storageFolders: Readonly<Record<string, string>>,
    private readonly consumer: ContentConsumer,
  ) {}

  /** Rows should come in the volumes' order: a step back costs a second reading of a segment. */
  async read(rows: AsyncIterable<RestoreRow>): Promise<void> {
    let batch: Batch | null = null;
    for await (const row of rows) {
      const index = contentIndex(row);
      if (batch !== null && !holds(batch, row, index)) {
        await this.readBatch(batch);
        batch = null;
      }
      batch ??= await this.startBatch(row, index);
      if (batch !== null) addRow(batch, index, row);
    }
    if (batch !== null) await this.readBatch(batch);
  }

  private async startBatch(row: RestoreRow, index: number): Promise<Batch | null> {
    const segment = (await this.segmentsOf(row)).find(index);
    if (segment !== null) return { rank: row.rank, segment, rows: new Map() };
    this.consumer.reject(row, new SkippedFile('the catalog does not record its position on a volume'));
    return null;
  }

  private async segmentsOf(row: RestoreRow): Promise<RunSegments> {
    if (this.loaded?.rank !== row.rank) {
      const segments = await RunSegments.load(this.client, row.jobId, this.storageFolders);
      this.loaded = { rank: row.rank, segments };
    }
    return this.loaded.segments;
  }

  private async readBatch(batch: Batch): Promise<void> {
    try {
      await readSegment(batch.segment, new Set(batch.rows.keys()), async (entry) => {
        const rows = batch.rows.get(entry.index) ?? [];
        batch.rows.delete(entry.index);
        await this.consumer.serve(rows, entry);
      });
    } catch (error) {
      if (!(error instanceof UnreadableVolume)) throw error;
      for (const row of [...batch.rows.values()].flat()) this.consumer.reject(row, error);
    }
  }
}

/** FileIndex of the entry with the content: for a further name of a file, that of its first name. */
function contentIndex(row: RestoreRow): number {
  return row.lstat.linkFileIndex === 0 ? row.fileIndex : row.lstat.linkFileIndex;
}

function addRow(batch: Batch, index: number, row: RestoreRow): void {
  const rows = batch.rows.get(index);
  if (rows === undefined) batch.rows.set(index, [row]);
  else rows.push(row);
}

function holds(batch: Batch, row: RestoreRow, index: number): boolean {
  return batch.rank === row.rank && batch.segment.firstIndex <= index && index <= batch.segment.lastIndex;
}
