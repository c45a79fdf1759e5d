import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LockConnection } from '../../../database/lock-connection.js';
import { type Transaction } from '../../../database/unit-of-work.js';

/** Notices of one transaction to all processes on the database. */
export const changesChannel = 'run_changes';

/** PostgreSQL takes texts below 8000 bytes. */
const idsInText = 400;
/** So many at once are not told one by one: whoever shows runs reads them again. */
const mostTold = 2_000;

interface ChangedRuns {
  readonly director: string;
  /** null: more than can be told. */
  readonly jobIds: readonly number[] | null;
}

function changeTexts(director: string, jobIds: readonly number[]): string[] {
  if (jobIds.length > mostTold) return [changedText(director)];
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

  constructor(session: LockConnection) {
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
