import { type Logger } from 'pino';
import { type FeedHousekeeping } from './index-cleanup.repository.js';
import { type KeptRunsRepository } from './retained-runs.repository.js';
import { type NameBatches } from './name-batches.repository.js';
import { type NameWrites } from './name-writes.repository.js';

/** What the feeder of one Director works with. */
export interface NameFeederParts {
  readonly kept: KeptRunsRepository;
  readonly batches: NameBatches;
  readonly writes: NameWrites;
  readonly housekeeping: FeedHousekeeping;
  readonly log: Logger;
  /** Whether it is this process's turn to feed the index of this Director. */
  readonly isMyTurn: () => Promise<boolean>;
  /** How often the Director's ids started over, as the record of runs counts it. */
  readonly generation: () => Promise<number>;
  /** Those of the runs that ended and have names to read. */
  readonly endedAmong: (jobIds: readonly number[]) => Promise<readonly number[]>;
}
