import { type Schemas } from '../api/ask';
import { count } from './format';

type Counted = Pick<Schemas['RunRecord'], 'status' | 'files' | 'progress' | 'restore'>;

/** Files done; a dash where a Director counts skipped files of a restore as restored, so that nobody knows. */
export function filesText({ status, files, progress, restore }: Counted): string {
  const isUncounted = restore?.restored === null && (status === 'completed' || status === 'warning');
  return isUncounted ? '–' : count(progress?.files ?? files);
}
