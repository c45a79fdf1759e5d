import { type EventType, isAudited } from '../../domain/event.js';
import { type Principal } from '../../domain/principal.js';

type Caller = Pick<Principal, 'capabilities'>;

/** Whether events of every type may be shown to the caller. */
export function mayReadAll({ capabilities }: Caller): boolean {
  return capabilities.has('audit:read');
}

/** Events about tokens and failed logins require the capability to read the audit log. */
export function isForAll(type: EventType): boolean {
  return !isAudited(type);
}
