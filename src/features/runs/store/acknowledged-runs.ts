import { recordConditions } from './record-filter.js';
import { orderOf, type RecordQuestion, type Statement } from './run-list.sql.js';
import { type PlaceRange } from './keyset-range.js';

/** Runs that somebody acknowledged. Read from the acknowledgements, which people give one by one, so they are few. */
export function acknowledgedOnly(question: RecordQuestion, { low, high }: PlaceRange): Statement {
  const { from, values } = acknowledgedRuns(question);
  const first = values.push(low.generation, low.jobId, high.generation, high.jobId) - 3;
  const within = `(generation, job_id) >= ($${first}::integer, $${first + 1}::bigint)
    AND (generation, job_id) <= ($${first + 2}::integer, $${first + 3}::bigint)`;
  return { text: `SELECT run.* ${from} AND ${within} ${orderOf(question.sort)} LIMIT $2`, values };
}

export function countAcknowledged(question: RecordQuestion): Statement {
  const { from, values } = acknowledgedRuns(question);
  return { text: `SELECT count(*)::int FROM (SELECT ${from} LIMIT $2) hits`, values };
}

/** Each run is looked up by its name, whatever the planner thinks of the other conditions. */
function acknowledgedRuns({ director, limit, filter }: RecordQuestion): { from: string; values: unknown[] } {
  const { conditions, values } = recordConditions({ ...filter, acknowledged: undefined }, 3);
  const from = `FROM (SELECT unique_name FROM run_acknowledgement
      WHERE director = $1 AND (until IS NULL OR until > now()) OFFSET 0) seen
    CROSS JOIN LATERAL (SELECT * FROM run WHERE director = $1 AND run.unique_name = seen.unique_name OFFSET 0) run
    WHERE ${['true', ...conditions].join(' AND ')}`;
  return { from, values: [director, limit, ...values] };
}
