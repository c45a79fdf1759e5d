import { type Actor } from '../../domain/actor.js';

/** User or API token that performed an action, or the console itself. */
export class ActorRecord {
  /**
   * How the caller was authenticated: browser session, API token, the console itself, or not at all.
   * @example 'session'
   */
  kind!: 'session' | 'token' | 'system' | 'anonymous';

  /**
   * Id of the user, or of the owner of the token; null for the console itself.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string | null;

  /**
   * Username at the time of the action.
   * @example 'admin'
   */
  name!: string;

  /**
   * Role of the caller at the time of the action.
   * @example 'admin'
   */
  role!: string | null;

  /**
   * Id of the token used, if any.
   * @example null
   */
  tokenId!: string | null;

  /**
   * Id of the browser session used, if any. Null in records of earlier versions.
   * @example '3b0c1a52-77aa-4d02-9c55-6a8a6b1f5e10'
   */
  sessionId!: string | null;
}

export function actorRecordOf({ kind, id, name, role, tokenId, sessionId }: Actor): ActorRecord {
  return { kind, id, name, role, tokenId, sessionId };
}
