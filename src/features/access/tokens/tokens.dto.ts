import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { type Capability, capabilities, isCapability, type Principal } from '../../../domain/principal.js';
import { ActorRecord } from '../../audit/audit-record.dto.js';
import { type AuditFilter } from '../../audit/audit-filter.js';
import { PageQuery } from '../../../http/page.dto.js';
import { InstantField, QueryWords } from '../../../http/query.decorators.js';
import { TextLine } from '../../../http/text-line.decorator.js';
import { type OwnedToken, statusOfToken, type TokenStatus } from './tokens.repository.js';

const tokenStatuses = ['active', 'revoked', 'expired', 'disabled'] as const satisfies readonly TokenStatus[];

/** Owner of a token. */
class TokenOwner {
  /**
   * Id of the user.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string;

  /**
   * Username.
   * @example 'admin'
   */
  username!: string;
}

/** Personal API token, without its secret. */
export class TokenSummary {
  /**
   * Id of the token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  id!: string;

  /**
   * Name of the token.
   * @example 'ci'
   */
  name!: string;

  /**
   * Role of the token, fixed at its creation.
   * @example 'operator'
   */
  role!: string;

  /** Capabilities of the token, fixed at its creation. */
  @ApiProperty({ enum: capabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];

  /** Status. `disabled`: its owner is disabled. Only `active` tokens are accepted. */
  @ApiProperty({ enum: tokenStatuses, enumName: 'TokenStatus', examples: ['active'] })
  status!: TokenStatus;

  /** Owner of the token. */
  owner!: TokenOwner;

  /** When it was created. */
  createdAt!: Date;

  /** When it expires; null for never. */
  expiresAt!: Date | null;

  /** When it was last used, accurate to about one minute; null for never. */
  lastUsedAt!: Date | null;

  /**
   * Address from which it was last used.
   * @example '192.0.2.10'
   */
  lastUsedIp!: string | null;

  /** When it was revoked. */
  revokedAt!: Date | null;

  /**
   * Who revoked it. The ids of their token and session are null unless they are your own, or you have `audit:read`.
   */
  @ApiProperty({ type: () => ActorRecord, nullable: true, examples: [null] })
  revokedBy!: ActorRecord | null;
}

export class CreatedToken extends TokenSummary {
  /**
   * Secret, shown in this response only. The server stores only its SHA-256.
   * @example 'svct_4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2Ek'
   */
  plaintext!: string;
}

export class CreateTokenBody {
  /**
   * Name that describes the use of the token: 1 to 100 characters on one line.
   * @example 'ci'
   */
  @TextLine({ max: 100, isBlankAllowed: false })
  name!: string;

  /** When the token expires. Must be in the future. Default: never. */
  @InstantField()
  expiresAt?: Date;
}

export class TokensQuery extends PageQuery {
  /** Return only tokens with these statuses. */
  @QueryWords(tokenStatuses)
  status?: TokenStatus[];

  /**
   * Return only tokens with exactly this name.
   * @example 'ci'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  name?: string;

  /**
   * Return only tokens whose name contains this text, ignoring case.
   * @example 'pipeline'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  q?: string;

  /**
   * Return only tokens of the user with this username or id; `*` returns the tokens of all users. Tokens of other users
   * require `tokens:all`.
   * @example 'otto'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  owner?: string;
}

export class TokenEventsQuery extends PageQuery {
  /** Return only these actions, separated by commas; `*` matches any word. */
  @QueryWords(['api_token.*', 'api_token.create', 'api_token.revoke'])
  action?: string[];

  /**
   * Return only records about this token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @IsOptional()
  @TextLine({ min: 0, max: 100 })
  tokenId?: string;

  /**
   * Return only actions of users with this username. If no user has exactly this username, the text
   * matches any part of it, ignoring case.
   * @example 'admin'
   */
  @IsOptional()
  @TextLine({ min: 0, max: 200 })
  actor?: string;

  /** Return only records at or after this time. */
  @InstantField()
  since?: Date;

  /** Return only records before this time. */
  @InstantField()
  until?: Date;
}

const allOfTokens = 'api_token.*';

/** The audit records of a query, limited to those about tokens. */
export function tokenRecordsOf({ action, tokenId, actor, since, until }: TokenEventsQuery): AuditFilter {
  const given = { aboutToken: tokenId, actor, since, until };
  const others = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...others, actions: action ?? [allOfTokens] };
}

/** The only place where a secret gets into an answer. */
export function createdTokenOf(token: OwnedToken, secret: string, now: Date, viewer: Principal): CreatedToken {
  return Object.assign(tokenSummaryOf(token, now, viewer), { plaintext: secret });
}

export function tokenSummaryOf(token: OwnedToken, now: Date, viewer: Principal): TokenSummary {
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
    revokedBy: token.revokedBy && revokerFor(viewer, token.revokedBy),
  };
}

/** Ids of tokens and sessions of other users need `audit:read`. */
function revokerFor({ user, capabilities: granted }: Principal, revoker: ActorRecord): ActorRecord {
  if (revoker.id === user.id || granted.has('audit:read')) return revoker;
  const { kind, id, name, role } = revoker;
  return { kind, id, name, role, tokenId: null, sessionId: null };
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
  actor!: ActorRecord;

  /** Address of the actor. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['192.0.2.10'] })
  ip!: string | null;

  /** User agent of the actor. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['curl/8.5.0'] })
  userAgent!: string | null;
}
