import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LockConnection } from '../../../database/lock-connection.js';
import { type Transaction } from '../../../database/unit-of-work.js';

/** Notices of one transaction to all processes on the database. */
export const changesChannel = 'run_changes';

/** PostgreSQL takes texts below 8000 bytes. */
const idsInText = 400;
/** More changes are not announced one by one: listeners read their runs again. */
const maxRunIds = 2_000;

interface ChangedRuns {
  readonly director: string;
  /** null: too many to list. */
  readonly jobIds: readonly number[] | null;
}

function changeTexts(director: string, jobIds: readonly number[]): string[] {
  if (jobIds.length > maxRunIds) return [changedText(director)];
  const texts: string[] = [];
  for (let from = 0; from < jobIds.length; from += idsInText) {
    texts.push(textOf({ director, jobIds: jobIds.slice(from, from + idsInText) }));
  }
  return texts;
}

export function changedText(director: string): string {
  return textOf({ director, jobIds: null });
}

/** Notifies every process, when the transaction commits, that these runs changed. */
export async function announce(transaction: Transaction, director: string, jobIds: readonly number[]): Promise<void> {
  for (const text of changeTexts(director, jobIds)) {
    await transaction.query('SELECT pg_notify($1, $2)', [changesChannel, text]);
  }
}

function textOf(changes: ChangedRuns): string {
  return JSON.stringify(changes);
}

/** Only this program writes to the channel. */
function changesOf(text: string): ChangedRuns {
  return JSON.parse(text) as ChangedRuns;
}

/** A stored run changed. `jobId` null: any run may have changed, so read the visible ones again. */
export interface RecordChange {
  /** null: of any Director. */
  readonly director: string | null;
  readonly jobId: number | null;
}

/** Announces changes of the run store to this process, whichever process wrote them. */
@Injectable()
export class RunChanges implements OnApplicationShutdown {
  private readonly listeners = new Set<(change: RecordChange) => void>();
  private readonly stop: () => void;

  constructor(session: LockConnection) {
    this.stop = session.listen(changesChannel, (text) => this.subscribe(text));
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

  /** Number of listeners. */
  get listenerCount(): number {
    return this.listeners.size;
  }

  private subscribe(text: string | null): void {
    const { director, jobIds } = text === null ? { director: null, jobIds: null } : changesOf(text);
    for (const jobId of jobIds ?? [null]) this.notify({ director, jobId });
  }

  private notify(change: RecordChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
