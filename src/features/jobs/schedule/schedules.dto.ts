import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';

/** Schedule of a Director. */
export class ScheduleRecord {
  /**
   * Name of the schedule.
   * @example 'Nightly'
   */
  name!: string;

  /**
   * Director of the schedule.
   * @example 'embedded'
   */
  director!: string;

  /** Whether it starts jobs; null if the Director does not report it. */
  @ApiProperty({ type: 'boolean', nullable: true, examples: [true] })
  enabled!: boolean | null;

  /** Jobs that use it, by name. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, examples: [['BackupHome']] })
  jobs!: string[];
}

/** Schedule after a change. */
export class ChangedSchedule extends ScheduleRecord {
  /** Whether the change survives a restart of the Director. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  persistent!: boolean;
}

export class ChangeScheduleBody {
  /** False disables the schedule, true enables it. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  @IsBoolean()
  enabled!: boolean;
}
