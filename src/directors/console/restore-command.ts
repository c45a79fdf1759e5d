import { type RestoreOrder } from '../../domain/director.port.js';
import { AppError } from '../../domain/error-codes.js';
import { type Relocation, relocationOf, staysBelow, isBelow, normalTarget } from '../../domain/restore-target.js';
import { type JobDefaults } from './configured-jobs.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';

type Choice = Pick<RemoteDirectorSettings, 'name' | 'restoreJob'>;

/** The job that restores run as: the configured one, or the only one that there is. */
export function restoreJobIn(jobs: readonly JobDefaults[], { restoreJob }: Choice): JobDefaults | undefined {
  const restoreJobs = jobs.filter(({ type }) => type === 'Restore');
  if (restoreJob !== null) return restoreJobs.find(({ job }) => job === restoreJob);
  return restoreJobs.length === 1 ? restoreJobs[0] : undefined;
}

/** All that a restore can run as, the default one first. */
export function restoreJobNames(jobs: readonly JobDefaults[], choice: Choice): readonly string[] {
  const first = restoreJobIn(jobs, choice)?.job;
  const names = jobs.filter(({ type }) => type === 'Restore').map(({ job }) => job);
  return [...(first === undefined ? [] : [first]), ...names.filter((name) => name !== first)];
}

/** The job of this order: the one that it names, else the default one. Throws AppError where there is none. */
export function restoreJobOf(jobs: readonly JobDefaults[], choice: Choice, named: string | undefined): JobDefaults {
  const restoreJob = restoreJobIn(jobs, named === undefined ? choice : { ...choice, restoreJob: named });
  if (restoreJob) return restoreJob;
  if (named === undefined) throw noRestoreJob(jobs, choice);
  throw new AppError('unknown_job', `Director ${choice.name} has no restore job named ${named}.`);
}

/** Why there is none. */
function noRestoreJob(jobs: readonly JobDefaults[], { name }: Choice): AppError {
  const names = jobs.filter(({ type }) => type === 'Restore').map(({ job }) => job);
  const detail =
    names.length === 0
      ? `Director ${name} has no job of type Restore, which restores require.`
      : `Director ${name} has several restore jobs (${names.join(', ')}). Set restoreJob in its configuration.`;
  const reason = names.length === 0 ? 'no_restore_job' : 'several_restore_jobs';
  return new AppError('not_supported_by_director', detail, {
    reason,
    params: { director: name, jobs: names.join(', ') },
  });
}

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
export type RestoreWhere = { readonly where: string } | { readonly relocation: Relocation };

export function placeWords(place: RestoreWhere): readonly (readonly [string, string])[] {
  return 'where' in place ? [['where', place.where]] : [['regexwhere', place.relocation.text]];
}

/** Sent with every restore, so that the restore job's configuration decides nothing. */
export function restorePlace(
  order: RestoreOrder,
  roots: readonly string[],
  restoreJob: Pick<JobDefaults, 'job' | 'hasRelocation'>,
): RestoreWhere {
  const { relocation } = order;
  if (relocation !== undefined) {
    if (order.anywhere || staysBelow(relocation, roots)) return { relocation };
    throw new AppError('where_not_allowed', `A relocation must stay below ${roots.join(' or ')} and use addPrefix.`, {
      reason: 'outside_roots',
      params: { folders: roots.join(', ') },
    });
  }
  const where = order.where ?? roots[0];
  if (where === undefined) {
    const detail = 'This Director has no default restore folder. Specify one in `where`.';
    throw new AppError('where_not_allowed', detail, { reason: 'no_restore_folder' });
  }
  if (order.anywhere || isBelow(where, roots))
    return restoreJob.hasRelocation ? { relocation: overriding(where, restoreJob.job) } : { where };
  throw new AppError(
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
    throw new AppError(
      'where_not_allowed',
      `Restore job ${job} has a RegexWhere or prefixes in its configuration. They take precedence over ${where}, which cannot be written as an expression. Choose a folder without ! and $, or a restore job without them.`,
      { params: { job, folder: where } },
    );
  }
}
