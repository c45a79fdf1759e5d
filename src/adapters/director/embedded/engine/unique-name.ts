import { catalogTime } from '../catalog-connection.js';

/** Bacula's unique job name: `<Job>.YYYY-MM-DD_HH.MM.SS_NN`, blanks in the name as underscores. */
export function uniqueName(job: string, at: Date, sequence: number): string {
  const time = catalogTime(at).replace(' ', '_').replace(/:/g, '.');
  return `${job.replace(/ /g, '_')}.${time}_${String(sequence).padStart(2, '0')}`;
}
