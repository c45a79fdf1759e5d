import { Injectable } from '@nestjs/common';
import { AppError } from '../../domain/error-codes.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';

/**
 * Lets one work at a time change the configuration of a Director, over all processes of the console. Within this process works wait
 * for each other; a request is rejected while another process is at it. The lock ends with the process.
 */
@Injectable()
export class ConfigurationTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly session: LockConnection) {}

  take<T>(director: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(director) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.alone(director, work));
    this.last.set(director, turn);
    return turn;
  }

  private async alone<T>(director: string, work: () => Promise<T>): Promise<T> {
    if (!(await this.session.tryLock(advisoryLocks.configuration, director))) {
      throw this.session.isConnected ? inProgress(director) : unavailable();
    }
    try {
      return await work();
    } finally {
      await this.session.unlock(advisoryLocks.configuration, director);
    }
  }
}

function inProgress(director: string): AppError {
  const detail = `Another process of the console is changing the configuration of Director ${director}. Wait until it has ended, then read the configuration again.`;
  return new AppError('conflict', detail, { reason: 'configuration_in_use', params: { director } });
}

function unavailable(): AppError {
  return new AppError('database_unavailable', "The console's own database does not answer.", { retryAfterSeconds: 2 });
}
