import { Injectable } from '@nestjs/common';
import { AppError } from '../../domain/error-codes.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';
import { type ConfirmBody } from './volume-purge.dto.js';

interface Acted {
  readonly kind: 'volume' | 'run' | 'autochanger';
  readonly director: string;
  readonly names: readonly string[];
}

/**
 * Lets one request at a time act on a volume, a run or an autochanger, over all processes of the console. A second request is rejected
 * rather than queued: the facts that its user saw may have changed. The locks end with the process, and nothing is sent again after a restart.
 */
@Injectable()
export class MediaCommandLocks {
  /** Keys in use in this process. The database grants a lock again to the process that already has it. */
  private readonly taken = new Set<string>();

  constructor(private readonly session: LockConnection) {}

  /** Like `alone`, but reading an impact takes no lock. */
  onceConfirmed<T>({ confirm }: ConfirmBody, acted: Acted, work: () => Promise<T>): Promise<T> {
    return confirm === undefined ? work() : this.alone(acted, work);
  }

  /** `work` must read its facts itself: another request may just have changed them. */
  async alone<T>({ kind, director, names }: Acted, work: () => Promise<T>): Promise<T> {
    const mine: string[] = [];
    try {
      for (const name of new Set(names)) {
        const key = JSON.stringify([kind, director, name]);
        if (this.taken.has(key)) throw inProgress(kind, director, name);
        mine.push(key);
        this.taken.add(key);
        if (!(await this.session.tryLock(advisoryLocks.mediaCommand, key))) {
          throw this.session.isConnected ? inProgress(kind, director, name) : unavailable();
        }
      }
      return await work();
    } finally {
      for (const key of mine) {
        await this.session.unlock(advisoryLocks.mediaCommand, key);
        this.taken.delete(key);
      }
    }
  }
}

function inProgress(kind: string, director: string, name: string): AppError {
  const detail = `Another request is acting on ${kind} ${name} of Director ${director}. Wait until it has ended, then read the ${kind} again.`;
  return new AppError('conflict', detail, { reason: 'request_in_progress', params: { director, name } });
}

function unavailable(): AppError {
  return new AppError('database_unavailable', "The console's own database does not answer.", { retryAfterSeconds: 2 });
}
