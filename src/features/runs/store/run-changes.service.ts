import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseSession } from '../../../database/lock-connection.js';
import { changesChannel, changesOf } from './run-change-texts.js';

/** A run on record changed. `jobId` null: any of them may have, read again what is shown. */
export interface RecordChange {
  /** null: of any Director. */
  readonly director: string | null;
  readonly jobId: number | null;
}

/** Tells this process of changes in the record of runs, whichever process wrote them. */
@Injectable()
export class RunChanges implements OnApplicationShutdown {
  private readonly listeners = new Set<(change: RecordChange) => void>();
  private readonly stop: () => void;

  constructor(session: DatabaseSession) {
    this.stop = session.listen(changesChannel, (text) => this.hear(text));
  }

  onApplicationShutdown(): void {
    this.stop();
    this.listeners.clear();
  }

  /** Returns the way to stop it. */
  onChange(listener: (change: RecordChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** How many are told of changes. */
  get listenerCount(): number {
    return this.listeners.size;
  }

  private hear(text: string | null): void {
    const { director, jobIds } = text === null ? { director: null, jobIds: null } : changesOf(text);
    for (const jobId of jobIds ?? [null]) this.tell({ director, jobId });
  }

  private tell(change: RecordChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
