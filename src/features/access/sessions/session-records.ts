import { type Actor } from '../../../domain/actor.js';
import { type AuditedAction } from '../../audit/audit-recorder.js';

/** Why a session ended before its time. */
export type SessionEnd = 'signed_out' | 'ended_by_user' | 'new_login' | 'password_changed' | 'user_changed';

/** One record a session of this person. */
export function endsOfSessions(
  actor: Actor,
  { username }: { readonly username: string },
  ids: readonly string[],
  cause: SessionEnd,
): AuditedAction[] {
  const changes = { cause: { to: cause } };
  return ids.map((id) => ({ actor, action: 'session.end', target: `session:${id}`, targetName: username, changes }));
}
