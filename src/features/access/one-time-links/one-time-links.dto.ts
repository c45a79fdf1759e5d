import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { longestPassword, shortestPassword } from '../users/password-strength.js';

export const linkPurposes = ['invite', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export class OneTimeLinkBody {
  /**
   * `invite`: for a user without a password, valid for 72 hours. `reset`: for a user who forgot the password, valid for
   * 2 hours.
   */
  @ApiProperty({ enum: linkPurposes, enumName: 'LinkPurpose', examples: ['invite'] })
  @IsIn(linkPurposes)
  purpose!: LinkPurpose;
}

/** One-time link, shown once. */
export class OneTimeLink {
  /**
   * URL to give to the user. The secret follows the `#`, which browsers do not send to any server.
   * @example 'https://backup.example.com/#/welcome/4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2EkYt6uIoA'
   */
  url!: string;

  /** Purpose of the link: `invite` or `reset`. */
  @ApiProperty({ enum: linkPurposes, enumName: 'LinkPurpose', examples: ['invite'] })
  purpose!: LinkPurpose;

  /** When the link expires, even if it was not used. */
  expiresAt!: Date;
}

export class CheckLinkBody {
  /**
   * Last part of the link.
   * @example '4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2EkYt6uIoA'
   */
  @IsString()
  @Length(1, 200)
  secret!: string;
}

/** User, purpose and expiry of a one-time link. */
export class UsableLink {
  /**
   * Username of the user whose password the link sets.
   * @example 'otto'
   */
  username!: string;

  /** Purpose of the link: `invite` or `reset`. */
  @ApiProperty({ enum: linkPurposes, enumName: 'LinkPurpose', examples: ['invite'] })
  purpose!: LinkPurpose;

  /** When the link expires, even if it was not used. */
  expiresAt!: Date;
}

export class RedeemLinkBody {
  /**
   * Last part of the link.
   * @example '4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2EkYt6uIoA'
   */
  @IsString()
  @Length(1, 200)
  secret!: string;

  /**
   * New password, at least twelve characters.
   * @example 'another horse battery'
   */
  @IsString()
  @Length(shortestPassword, longestPassword)
  password!: string;
}
