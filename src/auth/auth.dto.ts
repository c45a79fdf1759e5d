import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';
import { type Capability, capabilities } from '../domain/capabilities.js';
import { type Principal } from '../domain/principal.js';
import { longestPassword, shortestPassword } from '../users/password-rules.js';
import { type OpenedSession } from './log-in.service.js';
import { type SessionEntity } from './session.entity.js';

export class LogInBody {
  /**
   * Letter case does not matter.
   * @example 'admin'
   */
  @Matches(/^[^\p{Cc}]{1,200}$/u, { message: 'username must be 1 to 200 characters on one line' })
  username!: string;

  /**
   * The password.
   * @example 'correct horse battery'
   */
  @IsString()
  @Length(1, 1024)
  password!: string;
}

/** Who signed in. */
export class SignedInUser {
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

  /**
   * The role the person acts under.
   * @example 'admin'
   */
  role!: string;

  /** What the role allows. */
  @ApiProperty({ enum: capabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];
}

/** A session without what else is known of it. */
export class SessionReference {
  /**
   * Identifies the session; it is not the secret in the cookie.
   * @example '3a1f6d0e-9c7b-4e55-8a51-1f0c2d3e4b55'
   */
  id!: string;

  /** When it ends at the latest. Without use it ends sooner. */
  expiresAt!: Date;
}

export class OpenSession {
  /** Who signed in. */
  user!: SignedInUser;

  /** The session that the cookie stands for. */
  session!: SessionReference;
}

/** A browser somebody is signed in with. */
export class Session {
  /**
   * Identifies the session; it is not the secret in the cookie.
   * @example '3a1f6d0e-9c7b-4e55-8a51-1f0c2d3e4b55'
   */
  id!: string;

  /** When the person signed in. */
  createdAt!: Date;

  /** When the session was last used, to about half a minute. */
  lastSeenAt!: Date;

  /** When it ends unless it is used before. */
  idleExpiresAt!: Date;

  /** When it ends at the latest. */
  expiresAt!: Date;

  /**
   * Address the person signed in from.
   * @example '192.0.2.10'
   */
  ip!: string;

  /**
   * What the browser called itself.
   * @example 'Mozilla/5.0'
   */
  userAgent!: string;

  /**
   * Whether it is the session of this very request.
   * @example true
   */
  current!: boolean;
}

/** The person of a session, or the owner of a token. */
export class CallerUser {
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

/** The token of a request. */
export class CallerToken {
  /**
   * Identifies the token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  id!: string;

  /**
   * Its label.
   * @example 'ci'
   */
  name!: string;
}

/** Who is calling, as the credential of this request says. */
export class Identity {
  /** A browser session or an API token. */
  @ApiProperty({ enum: ['session', 'token'], enumName: 'CallerKind', examples: ['session'] })
  kind!: 'session' | 'token';

  /** The person of the session, or the token's owner. */
  user!: CallerUser;

  /**
   * The role it acts under; a token's is frozen.
   * @example 'operator'
   */
  role!: string;

  /** What it may do. */
  @ApiProperty({ enum: capabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];

  /** The token, where one is calling. */
  token?: CallerToken;

  /** The session, where one is calling. */
  session?: SessionReference;
}

export class ChangePasswordBody {
  /**
   * The password of now.
   * @example 'correct horse battery'
   */
  @IsString()
  @Length(1, 1024)
  currentPassword!: string;

  /**
   * The new one, of at least twelve characters.
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
    ...(token ? { token: { id: token.id, name: token.name } } : {}),
    ...(session ? { session: { id: session.id, expiresAt: session.expiresAt } } : {}),
  };
}
