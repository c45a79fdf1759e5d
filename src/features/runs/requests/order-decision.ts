import { createHash } from 'node:crypto';
import { type RefusalKind, type Refusal } from '../../../domain/errors.js';

/** What two requests with one Idempotency-Key must share to be the same request. */
export interface OrderFingerprint {
  readonly route: string;
  readonly bodyHash: string;
}

export interface KnownOrder extends OrderFingerprint {
  readonly state: 'asked' | 'unanswered' | 'answered' | 'refused';
  readonly createdAt: Date;
}

export type KeyDecision = 'reused' | 'replay' | 'in_flight' | 'look_up';

/** Where the request stands that placed an order: in this process, in another one that lives, or nowhere any more. */
export type Whereabouts = 'here' | 'elsewhere' | 'gone';

/** No call to a Director lasts longer; an order that is still `asked` after this was cut off, whatever its process says. */
export const directorLimitSeconds = 60;

/** What a request means whose key is known already. Never that the order is sent again. */
export function decideKey(known: KnownOrder, request: OrderFingerprint, where: Whereabouts, now: Date): KeyDecision {
  if (known.route !== request.route || known.bodyHash !== request.bodyHash) return 'reused';
  if (known.state === 'answered') return 'replay';
  const ageSeconds = (now.getTime() - known.createdAt.getTime()) / 1000;
  const isAwaited = where === 'elsewhere' && known.state === 'asked' && ageSeconds < directorLimitSeconds;
  return where === 'here' || isAwaited ? 'in_flight' : 'look_up';
}

const definiteKinds: ReadonlySet<RefusalKind> = new Set<RefusalKind>([
  'invalid',
  'denied',
  'missing',
  'conflict',
  'refused',
  'limited',
]);

/** Whether this failure proves that the Director started nothing, so that the key may be used again. */
export function provesNothingStarted(refusal: Refusal): boolean {
  return definiteKinds.has(refusal.kind) || refusal.code === 'director_owned_elsewhere';
}

/** The same for bodies that say the same, whatever the order of their members. */
export function hashOfBody(body: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(body ?? null));
  return createHash('sha256')
    .update(JSON.stringify(sorted(plain)))
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)]);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
