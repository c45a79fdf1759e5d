import { type ConfiguredJob } from '../../../domain/job.js';
import { restoreJobName } from './read-resources.js';
import { type Resources } from './resources.js';

/** The job that every restore runs under. Nobody configures it; it names the first of each kind of resource. */
export function restoreJobOf({ clients, filesets, storages, pools }: Resources, director: string): ConfiguredJob {
  const firstOf = (resources: readonly { readonly name: string }[]): string => resources[0]?.name ?? '';
  return {
    name: restoreJobName,
    director,
    type: 'Restore',
    level: 'None',
    allowedLevels: [],
    client: firstOf(clients),
    fileset: firstOf(filesets),
    storage: firstOf(storages),
    pool: firstOf(pools),
    schedule: null,
    priority: 5,
    enabled: true,
    nextRunAt: null,
  };
}
