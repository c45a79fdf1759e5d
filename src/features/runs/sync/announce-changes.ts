import { type Transaction } from '../../../database/unit-of-work.js';
import { changesChannel, changeTexts } from '../store/run-changes.service.js';

/** Notifies every process, when the transaction commits, that these runs changed. */
export async function announce(transaction: Transaction, director: string, jobIds: readonly number[]): Promise<void> {
  for (const text of changeTexts(director, jobIds)) {
    await transaction.query('SELECT pg_notify($1, $2)', [changesChannel, text]);
  }
}
