import { type Schemas } from '../api/request';
import { count } from './format';

type Counted = Pick<Schemas['RunRecord'], 'type' | 'status' | 'files' | 'bytes' | 'progress' | 'restore'>;

/** A backup that broke off before the first byte: the Director may count the file that it had begun. */
function hasSavedNothing({ type, status, bytes }: Pick<Counted, 'type' | 'status' | 'bytes'>): boolean {
  return type === 'Backup' && (status === 'error' || status === 'canceled') && bytes === 0;
}

/** A backup that ended with errors or warnings and read nothing: it does not count as a good one. */
export function hasReadNoFile({ type, status, files }: Pick<Counted, 'type' | 'status' | 'files'>): boolean {
  return type === 'Backup' && status === 'warning' && files === 0;
}

/**
 * Number of files; a dash where it is unknown: the Director counts a file that was begun, or the skipped files of a restore.
 */
export function filesText(run: Counted): string {
  if (hasSavedNothing(run) && run.files > 0) return '–';
  const { status, files, progress, restore } = run;
  const isUncounted = restore?.restored === null && (status === 'completed' || status === 'warning');
  return isUncounted ? '–' : count(progress?.files ?? files);
}
