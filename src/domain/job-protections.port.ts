import { type ConfiguredJob } from './job.js';
import { type ClientProtection, type Protection } from './protection.js';

/** A backup job as its Director last listed it. */
export interface ProtectedJob {
  readonly director: string;
  readonly job: string;
  readonly client: string;
  readonly fileset: string;
  readonly firstSeenAt: Date;
  /** false: its Director does not use the client. */
  readonly isClientInUse: boolean;
  /** An operator paused the watch over the client. */
  readonly isPaused: boolean;
  readonly protection: Protection;
}

/** The protection of jobs, for all who show or count it. */
export abstract class JobProtections {
  /** Of each of these jobs, all of the one Director, in the order given. */
  abstract of(director: string, jobs: readonly ConfiguredJob[]): Promise<readonly Protection[]>;
  /** All backup jobs of these Directors; asks a Director only where it was never listed. */
  abstract all(directors: readonly string[]): Promise<readonly ProtectedJob[]>;
  /** Of each of these clients, all of the one Director, in the order given. */
  abstract ofClients(director: string, clients: readonly string[]): Promise<readonly ClientProtection[]>;
  /** Looks whether the catalog still has the backups of these clients: some of them may just have been purged. Never throws. */
  abstract checkBackups(director: string, clients: readonly string[]): Promise<void>;
}
