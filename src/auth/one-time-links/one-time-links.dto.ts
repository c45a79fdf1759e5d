import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { longestPassword, shortestPassword } from '../../users/password-rules.js';

export const linkPurposes = ['invite', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export class OneTimeLinkBody {
  /** `invite` is for who has no password yet and lasts 72 hours; `reset` is for who has forgotten it and lasts 2. */
  @ApiProperty({ enum: linkPurposes, enumName: 'LinkPurpose', examples: ['invite'] })
  @IsIn(linkPurposes)
  purpose!: LinkPurpose;
}

/** A link as it is shown once. */
export class OneTimeLink {
  /**
   * The address to hand to the person, with the secret behind the `#`: browsers do not send that part to any server.
   * @example 'https://backup.example.com/#/welcome/4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2EkYt6uIoA'
   */
  url!: string;

  /** `invite` or `reset`. */
  @ApiProperty({ enum: linkPurposes, enumName: 'LinkPurpose', examples: ['invite'] })
  purpose!: LinkPurpose;

  /** When it stops to be accepted, used or not. */
  expiresAt!: Date;
}

export class RedeemLinkBody {
  /**
   * The last part of the link.
   * @example '4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2EkYt6uIoA'
   */
  @IsString()
  @Length(1, 200)
  secret!: string;

  /**
   * The new password, of at least twelve characters.
   * @example 'another horse battery'
   */
  @IsString()
  @Length(shortestPassword, longestPassword)
  password!: string;
}
