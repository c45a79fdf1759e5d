import { type Actor } from '../../../domain/actor.js';
import { type ErrorCode } from '../../../domain/error-codes.js';
import { type AuditedAction, type Changes } from '../../audit/audit-recorder.js';

/** The audit action of a run request. */
export interface PendingAuditAction {
  readonly action: 'job.run' | 'job.rerun' | 'restore.run';
  /** `<kind>:<director>:<name or job id>`. */
  readonly target: string;
  /** The requested settings, as changes of members. */
  readonly changes: Changes;
}

/** The audit record of a request whose outcome is not known yet, stored with the request. */
export interface UnrecordedOrder extends PendingAuditAction {
  readonly actor: Actor;
  /** Why the Director's answer was not heard. */
  readonly code?: ErrorCode;
}

/** The outcome of a request: a run, or the reason why there is none or none is known. */
export type OrderEnd =
  | { readonly jobId: number; readonly uniqueName: string | null }
  | { readonly code: ErrorCode; readonly isKnown: boolean };

/** The audit record of a request, once its outcome is known or given up on. */
export function recordOfOrder({ actor, action, target, changes }: UnrecordedOrder, end: OrderEnd): AuditedAction {
  if ('jobId' in end) {
    const { jobId, uniqueName } = end;
    return { actor, action, target, changes: { ...changes, jobId: { to: jobId }, uniqueName: { to: uniqueName } } };
  }
  const unknown: Changes = end.isKnown ? {} : { started: { to: 'unknown' } };
  return { actor, action, outcome: 'failure', target, changes: { ...changes, code: { to: end.code }, ...unknown } };
}

/** Members that were given, each as one that became so. */
export function definedFields(members: object): Changes {
  const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([member, to]): [string, { to: unknown }] => [member, { to }]));
}
