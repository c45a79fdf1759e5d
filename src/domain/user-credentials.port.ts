import { type Actor } from './actor.js';

/** A person as far as records name them. */
export interface NamedUser {
  readonly id: string;
  readonly username: string;
}

/** What a person can sign in with or has handed to machines. `Tx` is the open transaction, which the domain does not know. */
export abstract class UserCredentials<Tx = unknown> {
  /** Active tokens that act under another role than this one. */
  abstract countTokensOfOtherRoles(transaction: Tx, userId: string, role: string): Promise<number>;

  /** Revokes those tokens, each with its event and audit record; answers how many. */
  abstract revokeTokensOfOtherRoles(transaction: Tx, userId: string, role: string, actor: Actor): Promise<number>;

  /** Ends the person's sessions, each with its audit record, and forgets where the person signed in from. */
  abstract endSessions(transaction: Tx, user: NamedUser, actor: Actor): Promise<void>;

  /** Ends the person's one-time links that have not been used. */
  abstract endLinks(transaction: Tx, userId: string): Promise<void>;

  /** The same of everybody who has the role. */
  abstract endLinksOfRole(transaction: Tx, role: string): Promise<void>;

  /**
   * Ends the passwords of people of the role that somebody else than they and the actor has set, and the sessions of these people, each
   * with its audit record. They need a one-time link.
   */
  abstract endGivenPasswordsOfRole(transaction: Tx, role: string, actor: Actor): Promise<void>;
}
