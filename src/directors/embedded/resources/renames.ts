import { type ConfigurationRename } from '../../../domain/configuration.port.js';
import { type ResourceType } from './resource-types.js';
import { type JobResource, type Resources } from './resources.js';

/** Renames in the order in which they are made: A to C, B to A and C to B exchange the names of A and B. */
export type Renames = readonly ConfigurationRename[];

/** The name that a resource has after the renames. */
export function newNameOf(renames: Renames, type: ResourceType, name: string): string {
  return renames.reduce((current, rename) => (isOf(rename, type, current) ? rename.to : current), name);
}

/** What undoes them. */
export function invertRenames(renames: Renames): Renames {
  return renames.toReversed().map(({ type, from, to }) => ({ type, from: to, to: from }));
}

/** One resource before and after a change; null: it did not exist then. */
export interface Continuation<R> {
  readonly before: R | null;
  readonly after: R | null;
}

interface Named {
  readonly name: string;
}

/**
 * Each resource of a type with what became of it. A resource that was renamed to the name of another one continues under that name;
 * the other one is gone.
 */
export function continuationsOf<R extends Named>(
  type: ResourceType,
  before: readonly R[],
  after: readonly R[],
  renames: Renames,
): readonly Continuation<R>[] {
  const predecessors = byNewName(type, before, renames);
  const continued = after.map((resource) => ({ before: predecessors.get(resource.name) ?? null, after: resource }));
  const kept = new Set(continued.map((pair) => pair.before));
  const gone = before.filter((resource) => !kept.has(resource));
  return [...continued, ...gone.map((resource) => ({ before: resource, after: null }))];
}

/** The same definitions with the new names, also in references. What lost its name to another resource is left out. */
export function renameResources(resources: Resources, renames: Renames): Resources {
  if (renames.length === 0) return resources;
  return {
    director: resources.director,
    clients: renamedList('client', resources.clients, renames),
    storages: renamedList('storage', resources.storages, renames),
    pools: renamedList('pool', resources.pools, renames),
    filesets: renamedList('fileset', resources.filesets, renames),
    schedules: renamedList('schedule', resources.schedules, renames),
    jobs: renamedList('job', resources.jobs, renames).map((job) => withNewReferences(job, renames)),
  };
}

function renamedList<R extends Named>(type: ResourceType, list: readonly R[], renames: Renames): readonly R[] {
  return [...byNewName(type, list, renames)].map(([name, resource]) => ({ ...resource, name }));
}

/** What was renamed takes the place of another resource that had the name. */
function byNewName<R extends Named>(type: ResourceType, list: readonly R[], renames: Renames): ReadonlyMap<string, R> {
  const found = new Map<string, R>();
  for (const resource of list) {
    const name = newNameOf(renames, type, resource.name);
    if (name !== resource.name || !found.has(name)) found.set(name, resource);
  }
  return found;
}

function withNewReferences(job: JobResource, renames: Renames): JobResource {
  const schedule = job.schedule === null ? null : newNameOf(renames, 'schedule', job.schedule);
  if (job.type === 'Verify') {
    return { ...job, schedule, jobs: job.jobs?.map((name) => newNameOf(renames, 'job', name)) ?? null };
  }
  return {
    ...job,
    schedule,
    client: newNameOf(renames, 'client', job.client),
    fileset: newNameOf(renames, 'fileset', job.fileset),
    storage: newNameOf(renames, 'storage', job.storage),
    pool: newNameOf(renames, 'pool', job.pool),
  };
}

function isOf(rename: ConfigurationRename, type: ResourceType, name: string): boolean {
  return rename.type === type && rename.from === name;
}
