import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { InstantField } from '../../platform/http/query.decorators.js';

/** Who acknowledged something. */
export class AcknowledgedBy {
  /**
   * `session` of a person, or `token`.
   * @example 'session'
   */
  kind!: string;

  /**
   * The person: signed in, or the owner of the token.
   * @example 'admin'
   */
  name!: string;
}

/** That somebody has seen it and looks after it. */
export class Acknowledgement {
  /**
   * What the person said to it.
   * @example 'The disk is being replaced.'
   */
  note!: string;

  /** Who said it. */
  by!: AcknowledgedBy;

  /** When. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:30:00.000Z'] })
  at!: string;

  /** From then on it no longer counts; null: no time is set. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  until!: string | null;
}

export class AcknowledgeBody {
  /**
   * What you want to say to others who see it; one line.
   * @example 'The disk is being replaced.'
   */
  @Matches(/^(?=.*\S)[^\p{Cc}]{1,1000}$/u, { message: 'note must be one line of 1 to 1000 characters' })
  note!: string;

  /** It counts no longer than to this time, which lies ahead. */
  @InstantField()
  until?: Date;
}
