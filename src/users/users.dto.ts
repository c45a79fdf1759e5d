import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Length, Matches, MaxLength, ValidateIf } from 'class-validator';
import { PageQuery } from '../platform/http/page.dto.js';
import { QueryFlag } from '../platform/http/query.decorators.js';
import { longestPassword, shortestPassword } from './password-rules.js';
import { type UserEntity } from './user.entity.js';

/** A person who may sign in. */
export class User {
  /**
   * Identifies the person for good.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string;

  /**
   * The name to sign in with; letter case does not matter.
   * @example 'otto'
   */
  username!: string;

  /**
   * The role the person acts under.
   * @example 'operator'
   */
  role!: string;

  /**
   * Whether the person is kept from signing in; tokens are refused as well.
   * @example false
   */
  disabled!: boolean;

  /**
   * Whether the person has yet to choose a way to sign in, by a one-time link; nobody can sign in as them before.
   * @example false
   */
  pending!: boolean;

  /** When the person was disabled. */
  disabledAt!: Date | null;

  /** When the person was created. */
  createdAt!: Date;

  /** When the person last signed in. */
  lastLoginAt!: Date | null;
}

/** A person after a change, and what became of tokens that were created under another role. */
export class ChangedUser extends User {
  /** Active tokens that keep acting under a role of before: a token's role is frozen at its creation. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2] })
  tokensWithOtherRole!: number;

  /**
   * Whether the change ended the person's password and sessions: somebody else had set the password, and the new role allows more. The
   * person needs a one-time link.
   * @example false
   */
  passwordEnded!: boolean;

  /** Tokens that this change revoked. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  tokensRevoked!: number;
}

export class UsersQuery extends PageQuery {
  /**
   * Only the person of this name.
   * @example 'otto'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u)
  username?: string;

  /**
   * Only people of this role.
   * @example 'operator'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u)
  role?: string;

  /** Only people who are disabled, or only those who are not. */
  @QueryFlag()
  disabled?: boolean;
}

export class CreateUserBody {
  /**
   * Letters, digits and . _ @ - ; begins with a letter or digit.
   * @example 'otto'
   */
  @Matches(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/)
  username!: string;

  /**
   * The first password; without it the person sets one by a one-time link, and nobody else ever knows it.
   * @example 'correct horse battery'
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsString()
  @Length(shortestPassword, longestPassword)
  password?: string;

  /**
   * A built-in role or one of your own.
   * @example 'operator'
   */
  @IsString()
  @MaxLength(63)
  role!: string;
}

export class ChangeUserBody {
  /**
   * The new role; from a browser session only.
   * @example 'readonly'
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsString()
  @MaxLength(63)
  role?: string;

  /**
   * true keeps the person from signing in, ends all sessions and refuses all tokens; false undoes it.
   * @example true
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean()
  disabled?: boolean;

  /**
   * A new password, which ends all sessions of the person; from a browser session only. Your own is changed at /auth/password.
   * @example 'another horse battery'
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsString()
  @Length(shortestPassword, longestPassword)
  password?: string;

  /**
   * Also revoke the active tokens that act under another role than the person has now.
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
