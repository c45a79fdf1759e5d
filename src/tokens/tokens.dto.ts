import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { type Capability, capabilities, isCapability } from '../domain/capabilities.js';
import { type AuditFilter } from '../events/audit-filter.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { InstantField, QueryWords } from '../platform/http/query.decorators.js';
import { type OwnedToken, statusOfToken, type TokenStatus } from './tokens.repository.js';

const tokenStatuses = ['active', 'revoked', 'expired', 'disabled'] as const satisfies readonly TokenStatus[];

/** Whose token it is. */
export class TokenOwner {
  /**
   * The person.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string;

  /**
   * The person's username.
   * @example 'admin'
   */
  username!: string;
}

/** What there is to know of a personal API token; never its secret. */
export class TokenSummary {
  /**
   * Identifies the token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  id!: string;

  /**
   * The label that its owner gave it.
   * @example 'ci'
   */
  name!: string;

  /**
   * The role it acts under: its owner's at its creation, frozen.
   * @example 'operator'
   */
  role!: string;

  /** What that role allowed at the token's creation, frozen as well. */
  @ApiProperty({ enum: capabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];

  /** `disabled`: its owner is. Only an active token is accepted. */
  @ApiProperty({ enum: tokenStatuses, enumName: 'TokenStatus', examples: ['active'] })
  status!: TokenStatus;

  /** Whose token it is. */
  owner!: TokenOwner;

  /** When it was created. */
  createdAt!: Date;

  /** When it stops to be accepted; null: never. */
  expiresAt!: Date | null;

  /** When it was last used, to about a minute; null: never. */
  lastUsedAt!: Date | null;

  /**
   * Address it was last used from.
   * @example '192.0.2.10'
   */
  lastUsedIp!: string | null;

  /** When it was revoked. */
  revokedAt!: Date | null;

  /**
   * Username of who revoked it.
   * @example null
   */
  revokedBy!: string | null;
}

export class CreatedToken extends TokenSummary {
  /**
   * The secret, shown in this answer only; the server keeps nothing but its SHA-256.
   * @example 'svct_4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2Ek'
   */
  plaintext!: string;
}

export class CreateTokenBody {
  /**
   * A label, so that you know later what it was for: 1 to 100 characters on one line.
   * @example 'ci'
   */
  @Matches(/^(?=.*\S)[^\p{Cc}]{1,100}$/u, { message: 'name must be 1 to 100 characters on one line' })
  name!: string;

  /** When it stops to be accepted; without it, never. Must lie ahead. */
  @InstantField()
  expiresAt?: Date;
}

export class TokensQuery extends PageQuery {
  /** Only tokens in one of these states. */
  @QueryWords(tokenStatuses)
  status?: TokenStatus[];

  /**
   * Only tokens of this label.
   * @example 'ci'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u)
  name?: string;

  /**
   * Tokens of this person, by username or id, or of everybody with `*`; others' tokens need `tokens:all`.
   * @example 'otto'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u)
  owner?: string;
}

export class TokenEventsQuery extends PageQuery {
  /** Only these actions, several by commas; `*` for any word. */
  @QueryWords(['api_token.*', 'api_token.create', 'api_token.revoke'])
  action?: string[];

  /**
   * Only records about this token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  @Matches(/^[^\p{Cc}]*$/u)
  tokenId?: string;

  /**
   * Only what the person of this username did.
   * @example 'admin'
   */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @Matches(/^[^\p{Cc}]*$/u)
  actor?: string;

  /** Only records at this time or later. */
  @InstantField()
  since?: Date;

  /** Only records before this time. */
  @InstantField()
  until?: Date;
}

const allOfTokens = 'api_token.*';

/** The records that a query asks for, of those that tell of tokens. */
export function tokenRecordsOf({ action, tokenId, actor, since, until }: TokenEventsQuery): AuditFilter {
  const given = { aboutToken: tokenId, actor, since, until };
  const others = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...others, actions: action ?? [allOfTokens] };
}

/** The only place where a secret gets into an answer. */
export function createdTokenOf(token: OwnedToken, secret: string, now: Date): CreatedToken {
  return Object.assign(tokenSummaryOf(token, now), { plaintext: secret });
}

export function tokenSummaryOf(token: OwnedToken, now: Date): TokenSummary {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    capabilities: token.capabilities.filter(isCapability),
    status: statusOfToken(token, now),
    owner: { id: token.ownerId, username: token.ownerUsername },
    createdAt: token.createdAt,
    expiresAt: token.expiresAt,
    lastUsedAt: token.lastUsedAt,
    lastUsedIp: token.lastUsedIp,
    revokedAt: token.revokedAt,
    revokedBy: token.revokedBy,
  };
}
