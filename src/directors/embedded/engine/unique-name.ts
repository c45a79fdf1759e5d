import { catalogTime } from '../catalog-connection.js';
import { fileSafe } from '../safe-file-name.js';

/** Bacula's unique job name: `<Job>.YYYY-MM-DD_HH.MM.SS_NN`, what is no part of a file name as underscores. */
export function uniqueName(job: string, at: Date, sequence: number): string {
  const time = catalogTime(at).replace(' ', '_').replace(/:/g, '.');
  return `${fileSafe(job)}.${time}_${String(sequence).padStart(2, '0')}`;
}
