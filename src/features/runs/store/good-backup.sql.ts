/**
 * Whether a row of `run` is a backup that counts: it ended well and, where it ended with warnings, read a file. The function is the
 * database's own, for triggers and indexes need the same rule; `isGoodBackup` in domain/run.ts is its twin.
 */
export const isGoodBackup = (row = 'run'): string => `is_good_backup(${row}.status_code, ${row}.files, ${row}.errors)`;

/** A good backup that read its client, in the words of the index run_read_client. */
export const isGoodRead = (row = 'run'): string =>
  `${row}.reads_client AND ${isGoodBackup(row)} AND ${row}.ended_at IS NOT NULL`;
