import { type LogLine, type TriggeredBy } from './run.js';
import { isClosingReport } from './run-log.js';

const orderMark = /(?:^|\s)order:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\s|$)/;
const scheduleMark = /^schedule:(.+)$/s;
const consoleMark = /^console:(.*)$/s;

/** What is put into a run's Comment so that the run can be found by the order that asked for it. */
export function markOfOrder(orderId: string): string {
  return `order:${orderId}`;
}

/** The order whose mark a run's Comment carries, or null. */
export function orderIdOf(comment: string): string | null {
  return orderMark.exec(comment)?.[1] ?? null;
}

const reportedTriggers: Readonly<Record<string, TriggeredBy>> = {
  Scheduler: { kind: 'schedule', id: null, name: '' },
  User: { kind: 'console', id: null, name: '' },
};

/**
 * What the closing report in a run's log says of its start, which only Bareos writes. null: nothing, or a comment that says more. A
 * run of the console is `User` to the Director, so its mark counts even if the order is no longer stored.
 */
export function reportedTrigger(
  { jobId, comment }: { readonly jobId: number; readonly comment: string },
  lines: readonly LogLine[],
): TriggeredBy | null {
  if (orderIdOf(comment) !== null || triggerOf(comment, new Map()).kind !== 'unknown') return null;
  const report = lines.findLast((line) => isClosingReport(line) && jobIdLine.exec(line.text)?.[1] === String(jobId));
  return reportedTriggers[triggerLine.exec(report?.text ?? '')?.[1] ?? ''] ?? null;
}

const jobIdLine = /^[ \t]*JobId:[ \t]*(\d+)[ \t\r]*$/m;
const triggerLine = /^[ \t]*Job triggered by:[ \t]*(\w+)[ \t\r]*$/m;

/** Who or what started a run, from its Comment and the orders that the console knows, by order id. */
export function triggerOf(comment: string, actors: ReadonlyMap<string, TriggeredBy>): TriggeredBy {
  const schedule = scheduleMark.exec(comment)?.[1];
  if (schedule !== undefined) return { kind: 'schedule', id: null, name: schedule };
  const operator = consoleMark.exec(comment)?.[1];
  if (operator !== undefined) return { kind: 'console', id: null, name: operator };
  const orderId = orderIdOf(comment);
  const actor = orderId === null ? undefined : actors.get(orderId);
  return actor ?? { kind: 'unknown', id: null, name: '' };
}
