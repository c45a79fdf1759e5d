import { type DirectorClient } from './job.js';
import { type SilenceStatus } from './silence.js';

/** How long a client has been without a good backup, and what that means. */
export interface ClientSilence {
  readonly status: SilenceStatus;
  readonly lastSuccessAt: Date | null;
  readonly ageSeconds: number;
  readonly warnSeconds: number;
  readonly critSeconds: number;
  /** Nobody is told of its silence before this time; null where it is not paused. */
  readonly pausedUntil: Date | null;
  readonly firstSeenAt: Date;
}

/** What the silence monitor knows, for all who show it. */
export abstract class ClientSilences {
  /** Of each of these clients, all of the one Director, in the order given. */
  abstract of(director: string, clients: readonly DirectorClient[]): Promise<readonly ClientSilence[]>;
  /** Seconds since the clients of the Director were last evaluated, by the database's clock; null: never. */
  abstract evaluatedSecondsAgo(director: string): Promise<number | null>;
}
