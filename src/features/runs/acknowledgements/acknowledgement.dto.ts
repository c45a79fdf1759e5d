import { ApiProperty } from '@nestjs/swagger';
import { InstantField } from '../../../http/query.decorators.js';
import { TextLine } from '../../../http/text-line.decorator.js';

/** User or token that acknowledged. */
export class AcknowledgedBy {
  /**
   * `session` for a user, `token` for an API token.
   * @example 'session'
   */
  kind!: string;

  /**
   * Id of the user, or of the owner of the token.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string | null;

  /**
   * Username of the user, or of the owner of the token.
   * @example 'admin'
   */
  name!: string;
}

/** Acknowledgement: a user knows of the problem and is handling it. */
export class Acknowledgement {
  /**
   * Note of the user.
   * @example 'The disk is being replaced.'
   */
  note!: string;

  /** Who acknowledged. */
  by!: AcknowledgedBy;

  /** When it was acknowledged. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:30:00.000Z'] })
  at!: string;

  /** When the acknowledgement expires; null if it does not. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  until!: string | null;
}

export class AcknowledgeBody {
  /**
   * Note for other users, on one line.
   * @example 'The disk is being replaced.'
   */
  @TextLine({ max: 1_000, isBlankAllowed: false })
  note!: string;

  /** When the acknowledgement expires. Must be in the future. */
  @InstantField()
  until?: Date;
}
