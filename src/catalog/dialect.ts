import { namesInFiles, namesOfTheirOwn, type NameKeys } from './name-keys.js';
import { type SchemaFacts } from './schema-facts.js';
import { textOrderOf, type TextOrder } from './text-order.js';

/**
 * Where the catalogs of the Bacula family differ; every statement takes these pieces from here, none asks for a product.
 * In statements on runs `j` is the job, on segments of volumes `jm` is JobMedia and `m` Media.
 */
export interface CatalogDialect {
  readonly product: 'Bacula' | 'Bareos';
  /** What the catalog's table Version says. */
  readonly version: number;
  /**
   * A table expression with the columns fileid, fileindex, jobid, pathid, namekey, lstat, md5, deltaseq, which PostgreSQL
   * flattens. Its index is on (jobid, pathid, namekey).
   */
  readonly files: string;
  readonly names: NameKeys;
  /** The order that the index on Path gives. */
  readonly pathOrder: TextOrder;
  /** The order that the index on the names of volumes gives. */
  readonly volumeOrder: TextOrder;
  /** Whether the Director's clock is never turned back, so that each local time has one meaning. */
  readonly isClockSteady: boolean;
  /** The storage that a run wrote to. */
  readonly storageId: string;
  /** Holds for runs that are no virtual Full. Spelt so that the planner knows from its statistics that nearly all are none. */
  readonly isNoVirtualFull: string;
  /** The bytes of one segment of JobMedia `jm` on Media `m`; 0 where the catalog can't tell. */
  readonly segmentBytes: string;
  /** The most bytes that a pool may hold; 0 where the catalog knows no such limit. */
  readonly maxPoolBytes: string;
  /** Whether the catalog lists what restores wrote: that of the embedded Director does. */
  readonly listsRestored: boolean;
  /** Sorts the lines of one run by LogId, spelt so that the planner begins with the run and not with the oldest lines of all. */
  readonly logOrder: string;
}

/**
 * A catalog is known by its columns, not by its version alone: sites upgrade one by one, and a column that a later version
 * brought is used wherever it stands.
 */
export function dialectOf(facts: SchemaFacts, timezone: string): CatalogDialect {
  const names = namesOf(facts);
  return {
    product: facts.has('file', 'name') || facts.version >= firstBareosVersion ? 'Bareos' : 'Bacula',
    version: facts.version,
    files: `(SELECT fileid, fileindex, jobid, pathid, ${names.column} AS namekey, lstat, md5, deltaseq FROM file)`,
    names,
    pathOrder: textOrderOf(facts.indexes, 'path', ['path']),
    volumeOrder: textOrderOf(facts.indexes, 'media', ['volumename']),
    isClockSteady: timezone === 'UTC',
    storageId: storageIdOf(facts),
    isNoVirtualFull: isNoVirtualFull(facts),
    segmentBytes: segmentBytesOf(facts),
    maxPoolBytes: facts.has('pool', 'maxpoolbytes') ? 'p.maxpoolbytes' : '0',
    listsRestored: facts.has('backup_console_restored', 'jobid'),
    logOrder: facts.indexes.some(({ columns }) => columns.join() === 'jobid,logid') ? 'logid' : 'logid + 0',
  };
}

const firstBareosVersion = 2001;

function namesOf(facts: SchemaFacts): NameKeys {
  if (facts.has('file', 'filenameid')) return namesOfTheirOwn;
  const column = facts.has('file', 'filename') ? 'filename' : 'name';
  return namesInFiles(column, textOrderOf(facts.indexes, 'file', ['jobid', 'pathid', column]));
}

/** `+ 0` keeps the planner from walking all segments in their order until it meets one of the run. */
const storageOfVolumes = `(SELECT v.storageid FROM jobmedia w JOIN media v ON v.mediaid = w.mediaid
  WHERE w.jobid = j.jobid ORDER BY w.jobmediaid + 0 LIMIT 1)`;

/** Runs from before the column came have 0 in it. */
function storageIdOf(facts: SchemaFacts): string {
  return facts.has('job', 'writestorageid')
    ? `COALESCE(NULLIF(j.writestorageid, 0), ${storageOfVolumes})`
    : storageOfVolumes;
}

/**
 * Where no column tells it, a finished virtual Full looks like any other but has the times of the newest backup that went
 * into it. One that was made within two hours of that backup is not told apart, and then the times are nearly right.
 */
function isNoVirtualFull(facts: SchemaFacts): string {
  return facts.has('job', 'isvirtualfull')
    ? "j.level <> 'f' AND (j.isvirtualfull = 0 OR j.isvirtualfull IS NULL)"
    : "j.level <> 'f' AND (j.endtime >= j.schedtime - interval '2 hours' OR j.schedtime IS NULL)";
}

/** Of a volume that is a file the addresses are 64 bits, split into two columns. */
const addressedBytes = `greatest(0, (jm.endfile * 4294967296 + jm.endblock) - (jm.startfile * 4294967296 + jm.startblock) + 1)`;

/**
 * The addresses tell it where the volume is a file; those of a tape count marks and blocks and tell no bytes. Bareos counts the
 * bytes of some runs only, and does not tell files from tapes: the last address of a file is that of its last byte.
 */
function segmentBytesOf(facts: SchemaFacts): string {
  if (facts.has('jobmedia', 'jobbytes')) {
    return `CASE WHEN jm.jobbytes > 0 THEN jm.jobbytes
      WHEN jm.lastindex > 0 AND m.endfile::bigint * 4294967296 + m.endblock + 1 = m.volbytes THEN ${addressedBytes}
      ELSE 0 END`;
  }
  if (!facts.has('media', 'voltype')) return '0';
  return `CASE WHEN m.voltype = 1 THEN ${addressedBytes} ELSE 0 END`;
}
