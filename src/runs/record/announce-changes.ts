import { type EntityManager } from 'typeorm';
import { changesChannel, changeTexts } from './run-change-texts.js';

/** Notifies every process, when the transaction commits, that these runs changed. */
export async function announce(transaction: EntityManager, director: string, jobIds: readonly number[]): Promise<void> {
  for (const text of changeTexts(director, jobIds)) {
    await transaction.query('SELECT pg_notify($1, $2)', [changesChannel, text]);
  }
}
