import { type Capability } from './capabilities.js';
import { type Scope } from './scope.js';

/** Who is calling, as the credential of this very request says. */
export interface Principal {
  readonly kind: 'session' | 'token';
  /** The signed-in person, or the token's owner. */
  readonly user: { readonly id: string; readonly username: string };
  readonly role: string;
  readonly capabilities: ReadonlySet<Capability>;
  readonly scope: Scope;
  readonly session?: { readonly id: string; readonly expiresAt: Date };
  readonly token?: {
    readonly id: string;
    readonly name: string;
    /** null: it does not expire. */
    readonly expiresAt: Date | null;
  };
  readonly ip: string;
  readonly userAgent: string;
}

/** The key under which limits and idempotency records are kept: the person of a session, else the token. */
export function callerKey(principal: Principal): string {
  return principal.token ? `token:${principal.token.id}` : `user:${principal.user.id}`;
}

/** Of the user or token that a key is of. */
export function idOfCaller(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}
