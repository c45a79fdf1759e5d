import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Length, Matches, MaxLength, ValidateIf } from 'class-validator';
import { PageQuery } from '../../../http/page.dto.js';
import { QueryFlag } from '../../../http/query.decorators.js';
import { TextLine } from '../../../http/text-line.decorator.js';
import { longestPassword, shortestPassword } from './password-strength.js';
import { type UserEntity } from './user.entity.js';

/** User of the console. */
export class User {
  /**
   * Permanent id of the user.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string;

  /**
   * Name to sign in with, ignoring case.
   * @example 'otto'
   */
  username!: string;

  /**
   * Role of the user.
   * @example 'operator'
   */
  role!: string;

  /**
   * Whether the user is disabled. A disabled user cannot sign in, and the user's tokens are rejected.
   * @example false
   */
  disabled!: boolean;

  /**
   * Whether the user still has to set a password with a one-time link. The user cannot sign in before that.
   * @example false
   */
  pending!: boolean;

  /** When the user was disabled. */
  disabledAt!: Date | null;

  /** When the user was created. */
  createdAt!: Date;

  /** When the user last signed in. */
  lastLoginAt!: Date | null;
}

/** User after a change, and the effect on tokens created with another role. */
export class ChangedUser extends User {
  /** Active tokens that keep a previous role, because the role of a token is fixed at its creation. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2] })
  tokensWithOtherRole!: number;

  /**
   * Whether the change removed the user's password and sessions, because another user had set the password and the new
   * role allows more. The user needs a one-time link.
   * @example false
   */
  passwordEnded!: boolean;

  /** Tokens revoked by this change. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  tokensRevoked!: number;
}

export class UsersQuery extends PageQuery {
  /**
   * Return only the user with exactly this name, ignoring case.
   * @example 'otto'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  username?: string;

  /**
   * Return only users whose name contains this text, ignoring case.
   * @example 'ot'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  q?: string;

  /**
   * Return only users with this role.
   * @example 'operator'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  role?: string;

  /** Return only disabled users, or only the others. */
  @QueryFlag()
  disabled?: boolean;
}

export class CreateUserBody {
  /**
   * Letters, digits and . _ @ - ; must start with a letter or digit.
   * @example 'otto'
   */
  @Matches(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/)
  username!: string;

  /**
   * First password. Default: none, and the user sets one with a one-time link that only the user knows.
   * @example 'correct horse battery'
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsString()
  @Length(shortestPassword, longestPassword)
  password?: string;

  /**
   * Built-in or custom role.
   * @example 'operator'
   */
  @IsString()
  @MaxLength(63)
  role!: string;
}

export class ChangeUserBody {
  /**
   * New role. Requires a browser session.
   * @example 'readonly'
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsString()
  @MaxLength(63)
  role?: string;

  /**
   * True prevents the user from signing in, ends all sessions and rejects all tokens. False reverts this.
   * @example true
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean()
  disabled?: boolean;

  /**
   * New password, which ends all sessions of the user. Requires a browser session. Change your own at /auth/password.
   * @example 'another horse battery'
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsString()
  @Length(shortestPassword, longestPassword)
  password?: string;

  /**
   * Also revoke active tokens that have a role other than the user's current one.
   * @example false
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean()
  revokeTokens?: boolean;
}

export function userOf(row: UserEntity): User {
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    disabled: row.disabledAt !== null,
    pending: row.passwordHash === null,
    disabledAt: row.disabledAt,
    createdAt: row.createdAt,
    lastLoginAt: row.lastLoginAt,
  };
}
