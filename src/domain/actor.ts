import { type Principal } from './principal.js';

/** Who did something and from where, as in audit records and events. */
export interface Actor {
  /** `system` is the console itself, `anonymous` a caller without a valid credential. */
  readonly kind: 'session' | 'token' | 'system' | 'anonymous';
  /** The person: signed in, or the owner of the token. */
  readonly id: string | null;
  readonly name: string;
  readonly role: string | null;
  /** The token that acted, where one did. */
  readonly tokenId: string | null;
  /** The session that acted, where one did. */
  readonly sessionId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

export function actorOf(principal: Principal, requestId: string): Actor {
  return {
    kind: principal.kind,
    id: principal.user.id,
    name: principal.user.username,
    role: principal.role,
    tokenId: principal.token?.id ?? null,
    sessionId: principal.session?.id ?? null,
    ip: principal.ip,
    userAgent: principal.userAgent,
    requestId,
  };
}

/** The console itself, for example when it creates the first admin. */
export const systemActor: Actor = {
  kind: 'system',
  id: null,
  name: 'backup-console',
  role: null,
  tokenId: null,
  sessionId: null,
  ip: null,
  userAgent: null,
  requestId: null,
};

/** A caller without a valid credential. */
export function anonymousActor(source: Pick<Actor, 'ip' | 'userAgent' | 'requestId'>): Actor {
  const { ip, userAgent, requestId } = source;
  const unknown = { id: null, name: 'anonymous', role: null, tokenId: null, sessionId: null };
  return { kind: 'anonymous', ...unknown, ip, userAgent, requestId };
}

/** A person as far as records name them. */
export interface NamedUser {
  readonly id: string;
  readonly username: string;
}

/** What a person can sign in with or has handed to machines. `Tx` is the open transaction, which the domain does not know. */
export abstract class UserCredentials<Tx = unknown> {
  /** Active tokens that act under another role than this one. */
  abstract countTokensOfOtherRoles(transaction: Tx, userId: string, role: string): Promise<number>;

  /** Revokes those tokens, each with its event and audit record; returns how many. */
  abstract revokeTokensOfOtherRoles(transaction: Tx, userId: string, role: string, actor: Actor): Promise<number>;

  /** Ends the person's sessions, each with its audit record, and forgets where the person signed in from. */
  abstract endSessions(transaction: Tx, user: NamedUser, actor: Actor): Promise<void>;

  /** Ends the person's one-time links that have not been used. */
  abstract endLinks(transaction: Tx, userId: string): Promise<void>;

  /** The same for all users with the role. */
  abstract endLinksOfRole(transaction: Tx, role: string): Promise<void>;

  /**
   * Ends passwords of users of the role that were set by others than the user and the actor, and the sessions of these users, each
   * with its audit record. They need a one-time link.
   */
  abstract endTemporaryPasswordsOfRole(transaction: Tx, role: string, actor: Actor): Promise<void>;
}
