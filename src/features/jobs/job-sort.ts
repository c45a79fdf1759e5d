import { type ConfiguredJob } from '../../domain/job.js';
import { type PageKey } from '../../domain/pagination.js';
import { gravityOf, type Protection } from '../../domain/protection.js';

export const jobSorts = ['name', 'client', 'protection', 'nextRun'] as const;
export type JobSort = (typeof jobSorts)[number];

type SortedJob = Pick<ConfiguredJob, 'name' | 'director' | 'client' | 'nextRunAt'>;

/** The position of a job in a list in this order; jobs that are equal in it go by name. `protection` is needed for its own sort only. */
export function keyOfJob(sort: JobSort, job: SortedJob, protection?: Protection): PageKey {
  const { name, director, client, nextRunAt } = job;
  if (sort === 'client') return [client, name, director];
  if (sort === 'protection') return [protection ? -gravityOf(protection) : 0, name, director];
  // Jobs without a planned start come last.
  if (sort === 'nextRun') return [nextRunAt?.getTime() ?? Number.MAX_SAFE_INTEGER, name, director];
  return [name, director];
}
