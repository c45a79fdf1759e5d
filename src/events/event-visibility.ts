import { type EventType } from '../domain/event.js';
import { type Principal } from '../domain/principal.js';

type Caller = Pick<Principal, 'capabilities'>;

/** Whether events of every type may be shown to the caller. */
export function mayReadAll({ capabilities }: Caller): boolean {
  return capabilities.has('audit:read');
}

/** Who made which token from where stands in the audit trail, which not everybody may read. */
export function isForAll(type: EventType): boolean {
  return !type.startsWith('api_token.');
}
