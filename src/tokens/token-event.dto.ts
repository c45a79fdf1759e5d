import { ApiProperty } from '@nestjs/swagger';
import { TokenOwner } from './tokens.dto.js';

const actorKinds = ['session', 'token', 'system', 'anonymous'] as const;

/** User or API token that did something, or the console itself. */
export class EventActor {
  /** How the caller was authenticated; `system` is the console itself. */
  @ApiProperty({ enum: actorKinds, enumName: 'ActorKind', examples: ['session'] })
  kind!: (typeof actorKinds)[number];

  /** Id of the user, or of the owner of the token; null for the console itself. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'] })
  id!: string | null;

  /**
   * Username at the time of the action.
   * @example 'admin'
   */
  name!: string;
}

/** Data of `api_token.*`; never the secret or its hash. */
export class TokenEventData {
  /**
   * Id of the token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  tokenId!: string;

  /**
   * Name of the token.
   * @example 'ci'
   */
  name!: string;

  /**
   * Role of the token.
   * @example 'operator'
   */
  role!: string;

  /** Owner of the token. */
  owner!: TokenOwner;

  /** Who created or revoked it. */
  actor!: EventActor;

  /** Address of the actor. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['192.0.2.10'] })
  ip!: string | null;

  /** User agent of the actor. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['curl/8.5.0'] })
  userAgent!: string | null;
}
