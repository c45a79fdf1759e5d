import { type RemoteDirectorSettings } from '../../../domain/director-settings.js';
import { Refusal } from '../../../domain/refusals.js';
import { type JobDefaults } from './job-defaults.js';

type Choice = Pick<RemoteDirectorSettings, 'name' | 'restoreJob'>;

/** The job that restores run as: the configured one, or the only one that there is. */
export function restoreJobIn(jobs: readonly JobDefaults[], { restoreJob }: Choice): JobDefaults | undefined {
  const restoreJobs = jobs.filter(({ type }) => type === 'Restore');
  if (restoreJob !== null) return restoreJobs.find(({ job }) => job === restoreJob);
  return restoreJobs.length === 1 ? restoreJobs[0] : undefined;
}

/** Why there is none. */
export function noRestoreJob(jobs: readonly JobDefaults[], { name }: Choice): Refusal {
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
