import { type RunFilter } from '../../../domain/run.js';

/** A value and not EXISTS, which the planner makes a join of, and then reads the whole record for a page. */
const isAcknowledged = `coalesce((SELECT true FROM run_acknowledgement seen WHERE seen.director = run.director
  AND seen.unique_name = run.unique_name AND (seen.until IS NULL OR seen.until > now())), false)`;

/** Conditions on rows of the record, and their values from placeholder `$first` on. None for an empty filter. */
export function recordConditions(
  filter: RunFilter,
  first: number,
): { readonly conditions: string[]; readonly values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${first + values.push(value) - 1}`;
  const oneOf = (column: string, words: readonly string[] | undefined): void => {
    if (words === undefined || words.length === 0) return;
    // A single word lets the planner walk an index in the order of the list.
    if (words.length === 1) conditions.push(`${column} = ${add(words[0])}`);
    else conditions.push(`${column} = ANY (${add(words)}::text[])`);
  };
  oneOf('job', filter.jobs);
  oneOf('client', filter.clients);
  oneOf('pool', filter.pools);
  oneOf('status', filter.statuses);
  oneOf('level', filter.levels);
  oneOf('type', filter.types);
  // Behind a function: of a time that it does not know the planner takes next to nothing, and sorts what lies in order.
  if (filter.since) conditions.push(`coalesce(queued_at >= ${add(filter.since)}, true)`);
  if (filter.until) conditions.push(`coalesce(queued_at < ${add(filter.until)}, true)`);
  const { kind, id, name } = filter.trigger ?? {};
  if (kind !== undefined) conditions.push(kind === 'unknown' ? 'trigger_kind IS NULL' : `trigger_kind = ${add(kind)}`);
  if (id !== undefined) conditions.push(`trigger_id = ${add(id)}`);
  if (name !== undefined) conditions.push(`trigger_name = ${add(name)}`);
  if (filter.acknowledged !== undefined) conditions.push(`${filter.acknowledged ? '' : 'NOT '}${isAcknowledged}`);
  return { conditions, values };
}
