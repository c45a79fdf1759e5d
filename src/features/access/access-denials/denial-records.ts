import { type Actor } from '../../../domain/actor.js';
import { type AuditedAction, type Changes } from '../../audit/audit-recorder.js';
import { type DenialSummary } from './denial-counts.js';
import { type Denied } from './denied.js';

/** Whose secret it was that was shown and is not accepted. */
export interface DeadCredential {
  readonly kind: 'token' | 'session';
  readonly id: string;
  /** Label of a token. */
  readonly name?: string;
  /** Why it is not accepted. */
  readonly status: string;
  readonly owner: { readonly id: string; readonly username: string };
}

export function recordOfDenied(denied: Denied, dead: DeadCredential | undefined): AuditedAction {
  const { action, outcome, target, targetName, at, code, requiredCapability } = denied;
  const shown: Changes = dead === undefined ? {} : { credential: { to: `${dead.kind} ${dead.status}` } };
  const label: Changes = dead?.name === undefined ? {} : { tokenName: { to: dead.name } };
  const needed: Changes = requiredCapability === null ? {} : { requiredCapability: { to: requiredCapability } };
  return {
    action,
    outcome,
    target,
    ...(targetName === undefined ? {} : { targetName }),
    at,
    actor: dead === undefined ? denied.actor : ownerOf(denied.actor, dead),
    ...(dead?.kind === 'token' ? { tokenId: dead.id } : {}),
    changes: { code: { to: code }, ...needed, ...shown, ...label },
  };
}

/** One record for all that was only counted. */
export function recordOfSummary({ action, outcome, actor, ...counted }: DenialSummary): AuditedAction {
  const { address, addresses, count, codes, targets, firstAt, lastAt } = counted;
  const from: Changes = addresses === 1 ? {} : { addresses: { to: addresses } };
  const told: Changes = { codes: { to: codes }, targets: { to: targets }, since: { to: firstAt } };
  const changes = { count: { to: count }, ...from, ...told };
  return { action, outcome, actor, target: `address:${address}`, at: lastAt, changes };
}

/** Still anonymous: that somebody holds the secret does not say that it is the owner. */
function ownerOf(actor: Actor, { owner }: DeadCredential): Actor {
  return { ...actor, id: owner.id, name: owner.username };
}
