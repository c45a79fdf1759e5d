import { type Schemas } from '../api/request';

export type RunStatus = Schemas['RunStatus'];

const unfinished: readonly RunStatus[] = ['queued', 'running', 'waiting'];

/** Whether the run has not come to its end. */
export function isUnfinished({ status }: { readonly status: RunStatus }): boolean {
  return unfinished.includes(status);
}

/** Whether there is something to restore from it. */
export function isGood({ status }: { readonly status: RunStatus }): boolean {
  return status === 'completed' || status === 'warning';
}

/** Whether it succeeded and is far from typical. */
export function isUnusual({ status, outliers }: Pick<Schemas['RunRecord'], 'status' | 'outliers'>): boolean {
  return status === 'completed' && (outliers?.length ?? 0) > 0;
}
