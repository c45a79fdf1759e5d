import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { type Capability, capabilities, type Principal } from '../../domain/principal.js';
import { longestPassword, shortestPassword } from './users/password-strength.js';
import { type OpenedSession } from './login.service.js';
import { type SessionEntity } from './sessions/session.entity.js';
import { TextLine } from '../../http/text-line.decorator.js';

export class LogInBody {
  /**
   * Username, ignoring case.
   * @example 'admin'
   */
  @TextLine({ max: 200 })
  username!: string;

  /**
   * Password of the user.
   * @example 'correct horse battery'
   */
  @IsString()
  @Length(1, 1024)
  password!: string;
}

/** User who signed in. */
export class SignedInUser {
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

  /**
   * Role of the user.
   * @example 'admin'
   */
  role!: string;

  /** Capabilities of the role. */
  @ApiProperty({ enum: capabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];
}

/** Short form of a session. */
export class SessionReference {
  /**
   * Id of the session. It is not the secret in the cookie.
   * @example '3a1f6d0e-9c7b-4e55-8a51-1f0c2d3e4b55'
   */
  id!: string;

  /** Latest time at which the session ends. It ends earlier when idle. */
  expiresAt!: Date;
}

export class OpenSession {
  /** User who signed in. */
  user!: SignedInUser;

  /** Session that belongs to the cookie. */
  session!: SessionReference;
}

/** Browser session of a user. */
export class Session {
  /**
   * Id of the session. It is not the secret in the cookie.
   * @example '3a1f6d0e-9c7b-4e55-8a51-1f0c2d3e4b55'
   */
  id!: string;

  /** When the user signed in. */
  createdAt!: Date;

  /** When the session was last used, accurate to about 30 seconds. */
  lastSeenAt!: Date;

  /** When the session ends if it is not used. */
  idleExpiresAt!: Date;

  /** Latest time at which the session ends. */
  expiresAt!: Date;

  /**
   * Address from which the user signed in.
   * @example '192.0.2.10'
   */
  ip!: string;

  /**
   * User agent of the browser.
   * @example 'Mozilla/5.0'
   */
  userAgent!: string;

  /**
   * Whether this is the session of the current request.
   * @example true
   */
  current!: boolean;
}

/** User of the session, or owner of the token. */
export class CallerUser {
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

/** Token used for the request. */
export class CallerToken {
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

  /** When the token expires; null if it does not. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-11-20T00:00:00.000Z'] })
  expiresAt!: Date | null;
}

/** Caller of the request, from its credentials. */
export class Identity {
  /** `session` for a browser session, `token` for an API token. */
  @ApiProperty({ enum: ['session', 'token'], enumName: 'CallerKind', examples: ['session'] })
  kind!: 'session' | 'token';

  /** User of the session, or owner of the token. */
  user!: CallerUser;

  /**
   * Role of the caller. For a token, the role at its creation.
   * @example 'operator'
   */
  role!: string;

  /** Capabilities of the caller. */
  @ApiProperty({ enum: capabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];

  /** Token, if the caller uses one. */
  token?: CallerToken;

  /** Session, if the caller uses one. */
  session?: SessionReference;
}

export class ChangePasswordBody {
  /**
   * Current password.
   * @example 'correct horse battery'
   */
  @IsString()
  @Length(1, 1024)
  currentPassword!: string;

  /**
   * New password, at least twelve characters.
   * @example 'another horse battery'
   */
  @IsString()
  @Length(shortestPassword, longestPassword)
  newPassword!: string;
}

export function openSessionOf(opened: OpenedSession): OpenSession {
  const { user, session } = opened;
  return {
    user: { id: user.id, username: user.username, role: user.role, capabilities: [...opened.capabilities] },
    session: { id: session.id, expiresAt: session.expiresAt },
  };
}

export function sessionOf(row: SessionEntity, currentId: string | undefined): Session {
  return {
    id: row.id,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    idleExpiresAt: row.idleExpiresAt,
    expiresAt: row.expiresAt,
    ip: row.ip,
    userAgent: row.userAgent,
    current: row.id === currentId,
  };
}

export function identityOf(principal: Principal): Identity {
  const { kind, user, role, token, session } = principal;
  return {
    kind,
    user: { id: user.id, username: user.username },
    role,
    capabilities: [...principal.capabilities],
    ...(token ? { token: { id: token.id, name: token.name, expiresAt: token.expiresAt } } : {}),
    ...(session ? { session: { id: session.id, expiresAt: session.expiresAt } } : {}),
  };
}
