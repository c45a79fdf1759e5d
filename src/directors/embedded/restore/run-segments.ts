import { basename } from 'node:path';
import { type Client } from 'pg';
import { type VolumeSegment } from '../task.js';
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

/** The segments that hold one run's files, ascending by FileIndex. A hundred gigabytes are some 25,000 of them. */
export class RunSegments {
  constructor(private readonly segments: readonly VolumeSegment[]) {}

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

  /** The segment that holds an entry, or null where the catalog knows none. */
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
    // An empty name is no file's: the reader then says that the volume is not at hand.
    volumeFile: folder === undefined ? '' : volumeFile(folder, basename(columns.volumename)),
    volumeName: columns.volumename,
    firstIndex: columns.firstindex,
    lastIndex: columns.lastindex,
    start: Number(columns.startfile) * blockAddresses + Number(columns.startblock),
    end: Number(columns.endfile) * blockAddresses + Number(columns.endblock) + 1,
  };
}
