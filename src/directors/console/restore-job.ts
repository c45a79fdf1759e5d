import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { Refusal } from '../../domain/errors.js';
import { type JobDefaults } from './job-defaults.js';

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

/** The job of this order: the one that it names, else the default one. Throws Refusal where there is none. */
export function restoreJobOf(jobs: readonly JobDefaults[], choice: Choice, named: string | undefined): JobDefaults {
  const restoreJob = restoreJobIn(jobs, named === undefined ? choice : { ...choice, restoreJob: named });
  if (restoreJob) return restoreJob;
  if (named === undefined) throw noRestoreJob(jobs, choice);
  throw new Refusal('unknown_job', `Director ${choice.name} has no restore job named ${named}.`);
}

/** Why there is none. */
function noRestoreJob(jobs: readonly JobDefaults[], { name }: Choice): Refusal {
  const names = jobs.filter(({ type }) => type === 'Restore').map(({ job }) => job);
  const detail =
    names.length === 0
      ? `Director ${name} has no job of type Restore, which restores require.`
      : `Director ${name} has several restore jobs (${names.join(', ')}). Set restoreJob in its configuration.`;
  const reason = names.length === 0 ? 'no_restore_job' : 'several_restore_jobs';
  return new Refusal('not_supported_by_director', detail, {
    reason,
    params: { director: name, jobs: names.join(', ') },
  });
}
