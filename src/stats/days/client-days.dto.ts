import { ApiProperty } from '@nestjs/swagger';
import { type DayOutcome, dayOutcomes } from '../../domain/day-outcomes.js';

/** One day of one client. */
export class ClientDay {
  /** The day, in UTC. */
  @ApiProperty({ type: 'string', format: 'date', examples: ['2026-11-20'] })
  day!: string;

  /**
   * The worst of what happened. missed: a start was planned and no run came of it; pending: it is still to come, or to be seen;
   * noneDue: nothing was planned; unknown: nothing ran, and the plan of that day is not known.
   */
  @ApiProperty({ enum: dayOutcomes, enumName: 'DayOutcome', examples: ['completed'] })
  outcome!: DayOutcome;

  /** Runs that were queued on this day. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  runs!: number;

  /** Planned starts of which no run came. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  missed!: number;
}

/** The last days of one client, oldest first. */
export class ClientDays {
  /**
   * The client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Its Director.
   * @example 'embedded'
   */
  director!: string;

  /** Each day once, today the last. */
  @ApiProperty({ type: () => [ClientDay] })
  days!: ClientDay[];
}
