import { isDeepStrictEqual } from 'node:util';
import { keepRuleNames } from '../../../domain/keep-rules.js';
import { continuationsOf, type Renames } from './renames.js';
import { type JobResource, type PoolResource, type Resources } from './resources.js';

const lists = ['clients', 'storages', 'pools', 'filesets', 'schedules', 'jobs'] as const;
const namesShown = 10;

type Named = readonly { readonly name: string }[];

/** What differs, for the log: `jobs added: Home, Mail; pools changed: Default`. Empty: nothing does. */
export function describeChanges(before: Resources, after: Resources): string {
  const parts = lists.flatMap((list) => changesOf(list, before[list], after[list]));
  const zone = after.director.timezone;
  if (zone !== before.director.timezone) parts.push(`time zone of the schedules: ${zone}`);
  return parts.join('; ');
}

function changesOf(list: string, before: Named, after: Named): string[] {
  const earlier = new Map(before.map((resource) => [resource.name, resource]));
  const later = new Set(after.map(({ name }) => name));
  const changes = {
    added: after.filter(({ name }) => !earlier.has(name)),
    changed: after.filter(
      (resource) => earlier.has(resource.name) && !isDeepStrictEqual(earlier.get(resource.name), resource),
    ),
    removed: before.filter(({ name }) => !later.has(name)),
  };
  return Object.entries(changes)
    .filter(([, resources]) => resources.length > 0)
    .map(([change, resources]) => `${list} ${change}: ${namesOf(resources)}`);
}

function namesOf(resources: Named): string {
  const names = resources.slice(0, namesShown).map(({ name }) => name);
  const more = resources.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Jobs, by their new names, for which what users decided in the console no longer counts: the new definition enables or disables them,
 * or is another job's of the same name.
 */
export function jobsWithNewEnabled(before: Resources, after: Resources, renames: Renames): readonly string[] {
  return continuationsOf('job', before.jobs, after.jobs, renames).flatMap(({ before: earlier, after: job }) =>
    job === null || keepsDecision(earlier, job) ? [] : [job.name],
  );
}

/** Whether what a user decided of the job in the console still counts under its new definition. */
export function keepsDecision(before: JobResource | null, after: JobResource): boolean {
  return before?.enabled === after.enabled;
}

/** Whether volumes of some pool may expire at other times than before. */
export function changesExpiry(before: Resources, after: Resources): boolean {
  const termsOf = ({ director, pools }: Resources): unknown => [
    director.timezone,
    pools.map(({ name, retentionSeconds, keep }) => [name, retentionSeconds, keep]),
  ];
  return !isDeepStrictEqual(termsOf(before), termsOf(after));
}

/** Pools whose volumes may expire sooner than before. */
export function shortenedPools(before: Resources, after: Resources): readonly PoolResource[] {
  const isOtherZone = before.director.timezone !== after.director.timezone;
  return after.pools.filter((pool) => {
    const earlier = before.pools.find(({ name }) => name === pool.name);
    return earlier !== undefined && mayExpireSooner(earlier, pool, isOtherZone);
  });
}

/** What decides when the volumes of a pool expire. */
export type PoolTerms = Pick<PoolResource, 'retentionSeconds' | 'keep'>;

/** In another time zone the periods of keep rules begin at other times, so that they may keep other runs. */
export function mayExpireSooner(before: PoolTerms, after: PoolTerms, isOtherZone: boolean): boolean {
  if (after.retentionSeconds === null) return false;
  const hasPeriods = keepRuleNames.some((name) => name !== 'last' && (before.keep?.[name] ?? 0) > 0);
  return (
    after.retentionSeconds < (before.retentionSeconds ?? Infinity) ||
    hasFewerKeepRules(before, after) ||
    (isOtherZone && hasPeriods)
  );
}

export function hasFewerKeepRules(before: PoolTerms, after: PoolTerms): boolean {
  return keepRuleNames.some((name) => (after.keep?.[name] ?? 0) < (before.keep?.[name] ?? 0));
}
