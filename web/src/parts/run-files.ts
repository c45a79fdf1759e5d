import { type Schemas } from '../api/ask';
import { count } from './format';

type Counted = Pick<Schemas['RunRecord'], 'status' | 'files' | 'progress' | 'restore'>;

/** Number of files; a dash if the Director counts the skipped files of a restore as restored, so that the number is unknown. */
export function filesText({ status, files, progress, restore }: Counted): string {
  const isUncounted = restore?.restored === null && (status === 'completed' || status === 'warning');
  return isUncounted ? '–' : count(progress?.files ?? files);
}
