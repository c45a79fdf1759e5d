import { ApiProperty } from '@nestjs/swagger';
import { ActorRecord } from '../../audit/actor-record.dto.js';
import { TokenOwner } from './tokens.dto.js';

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
  actor!: ActorRecord;

  /** Address of the actor. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['192.0.2.10'] })
  ip!: string | null;

  /** User agent of the actor. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['curl/8.5.0'] })
  userAgent!: string | null;
}
