/** Bacula's letters: backup, restore, verify. */
export type RunType = 'B' | 'R' | 'V';

/** Bacula's letters: OK, ended with errors, failed, canceled. */
export type EndStatus = 'T' | 'E' | 'f' | 'A';
