import { type CatalogEntry } from '../../../src/domain/catalog-entry.js';
import { type PageRequest, type Slice, sliceOf } from '../../../src/domain/pagination.js';
import { type ResolvedChain, type RestorePoint } from '../../../src/domain/restore-reader.port.js';
import { type LogLine, type Run } from '../../../src/domain/run.js';
import { type LastGoodBackup, type RunCounts } from '../../../src/domain/run-reader.port.js';
import { type RunImpact, type VolumeImpact } from '../../../src/domain/volume-impact.js';
import { type VolumeSum } from '../../../src/domain/volume-reader.port.js';
import { type Pool, type Volume, type VolumeShare } from '../../../src/domain/volumes.js';

/** What a test puts in a fake catalog. */
export class CatalogRecords {
  readonly runs: Run[] = [];
  readonly logs = new Map<number, LogLine[]>();
  lastGood: LastGoodBackup[] = [];
  counts: RunCounts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };
  readonly entries: CatalogEntry[] = [];
  points: RestorePoint[] = [];
  /** Runs that the Director has not made ready to be browsed. */
  readonly unprepared = new Set<number>();
  volumes: Volume[] = [];
  volumeSums: VolumeSum[] = [];
  readonly shares = new Map<number, VolumeShare[]>();
  pools: Pool[] = [];
  /** By the volume's name. */
  readonly impacts = new Map<string, VolumeImpact>();
  /** By job id. */
  readonly runImpacts = new Map<number, RunImpact>();
}

export const paged = <T>(rows: readonly T[], { limit, after }: PageRequest): Slice<T> => {
  const from = typeof after?.[0] === 'number' ? after[0] : 0;
  const slice = sliceOf(rows.slice(from, from + limit + 1), limit, () => [from + limit]);
  return slice;
};

export function inChain({ entries }: CatalogRecords, chain: ResolvedChain): CatalogEntry[] {
  return entries.filter(({ jobId }) => chain.jobids.includes(jobId));
}
