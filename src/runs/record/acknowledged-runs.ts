import { recordConditions } from './record-filter.js';
import { selectRecorded } from './recorded-run.js';
import { orderOf, type RecordQuestion, type Statement } from './run-list-statements.js';

/** Runs that somebody acknowledged. Read from the acknowledgements, which people give one by one, so they are few. */
export function acknowledgedOnly(question: RecordQuestion): Statement {
  const { sort, after, downTo } = question;
  const { where, values } = acknowledgedWhere(question);
  const beyond = [
    ...(after ? [`(generation, job_id) ${sort === 'newest' ? '<' : '>'} ${place(values, after)}`] : []),
    ...(downTo ? [`(generation, job_id) >= ${place(values, downTo)}`] : []),
  ];
  const conditions = [where, ...beyond].join(' AND ');
  return { text: `${selectRecorded} WHERE ${conditions} ${orderOf(sort)} LIMIT $2`, values };
}

export function countAcknowledged(question: RecordQuestion): Statement {
  const { where, values } = acknowledgedWhere(question);
  return { text: `SELECT count(*)::int FROM (SELECT FROM run WHERE ${where} LIMIT $2) hits`, values };
}

function acknowledgedWhere({ director, limit, filter }: RecordQuestion): { where: string; values: unknown[] } {
  const { conditions, values } = recordConditions({ ...filter, acknowledged: undefined }, 3);
  const seen = `unique_name = ANY (ARRAY(SELECT unique_name FROM run_acknowledgement
    WHERE director = $1 AND (until IS NULL OR until > now())))`;
  return { where: ['director = $1', seen, ...conditions].join(' AND '), values: [director, limit, ...values] };
}

function place(values: unknown[], { generation, jobId }: { generation: number; jobId: number }): string {
  const first = values.push(generation, jobId) - 1;
  return `($${first}::integer, $${first + 1}::bigint)`;
}
