import { type RestoreOrder } from '../../../domain/director.port.js';
import { Refusal } from '../../../domain/refusals.js';
import { isBelow, normalTarget } from '../../../domain/restore-target.js';

/**
 * Where restores may write without restore:anywhere: what the console is configured with, or else the restore job's own Where. A restore job
 * without a Where writes to the original places, which is never meant by leaving something out.
 */
export function restoreRootsOf(configured: readonly string[] | null, jobWhere: string): readonly string[] {
  if (configured !== null) return configured;
  const own = normalTarget(jobWhere);
  return own === null || own === '/' ? [] : [own];
}

/** The folder that is sent with every restore, so that nothing is left to the restore job's configuration. */
export function restorePlace(order: RestoreOrder, roots: readonly string[]): string {
  const where = order.where ?? roots[0];
  if (where === undefined) {
    const detail = 'This Director has no default restore folder. Give where to restore to.';
    throw new Refusal('where_not_allowed', detail, { reason: 'no_restore_folder' });
  }
  if (order.anywhere || isBelow(where, roots)) return where;
  throw new Refusal(
    'where_not_allowed',
    `A restore may not write to ${where}. It may write below ${roots.join(' or ')}.`,
    { reason: 'outside_roots', params: { folders: roots.join(', ') } },
  );
}
