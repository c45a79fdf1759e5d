import { type RestoreOrder } from '../../domain/director.port.js';
import { Refusal } from '../../domain/errors.js';
import { type Relocation, relocationOf, staysBelow } from '../../domain/relocation.js';
import { isBelow, normalTarget } from '../../domain/restore-target.js';
import { type JobDefaults } from './job-defaults.js';

/**
 * Where restores may write without restore:anywhere: what the console is configured with, or else the restore job's own Where. A restore job
 * without a Where writes to the original places, which is never meant by leaving something out.
 */
export function restoreRootsOf(configured: readonly string[] | null, jobWhere: string): readonly string[] {
  if (configured !== null) return configured;
  const own = normalTarget(jobWhere);
  return own === null || own === '/' ? [] : [own];
}

/** Where a restore writes: below a folder, or where expressions lead. */
export type RestorePlace = { readonly where: string } | { readonly relocation: Relocation };

export function placeWords(place: RestorePlace): readonly (readonly [string, string])[] {
  return 'where' in place ? [['where', place.where]] : [['regexwhere', place.relocation.text]];
}

/** What is sent with every restore, so that nothing is left to the restore job's configuration. */
export function restorePlace(
  order: RestoreOrder,
  roots: readonly string[],
  restoreJob: Pick<JobDefaults, 'job' | 'hasRelocation'>,
): RestorePlace {
  const { relocation } = order;
  if (relocation !== undefined) {
    if (order.anywhere || staysBelow(relocation, roots)) return { relocation };
    throw new Refusal('where_not_allowed', `A relocation must stay below ${roots.join(' or ')} and use addPrefix.`, {
      reason: 'outside_roots',
      params: { folders: roots.join(', ') },
    });
  }
  const where = order.where ?? roots[0];
  if (where === undefined) {
    const detail = 'This Director has no default restore folder. Specify one in `where`.';
    throw new Refusal('where_not_allowed', detail, { reason: 'no_restore_folder' });
  }
  if (order.anywhere || isBelow(where, roots))
    return restoreJob.hasRelocation ? { relocation: overriding(where, restoreJob.job) } : { where };
  throw new Refusal(
    'where_not_allowed',
    `A restore may not write to ${where}. It may write below ${roots.join(' or ')}.`,
    { reason: 'outside_roots', params: { folders: roots.join(', ') } },
  );
}

/**
 * The same place in expressions. Directors prefer, in this order, the expressions of the command, those of the restore job, the `where`
 * of the command: a `where` alone would be ignored, and files would leave the restore roots.
 */
function overriding(where: string, job: string): Relocation {
  try {
    return relocationOf(normalTarget(where) === '/' ? { regex: '!^/!/!' } : { addPrefix: where });
  } catch {
    throw new Refusal(
      'where_not_allowed',
      `Restore job ${job} has a RegexWhere or prefixes in its configuration. They take precedence over ${where}, which cannot be written as an expression. Choose a folder without ! and $, or a restore job without them.`,
      { params: { job, folder: where } },
    );
  }
}
