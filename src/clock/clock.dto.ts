import { ApiProperty } from '@nestjs/swagger';
import { IsISO8601 } from 'class-validator';

/** What an administrator's own watch shows. */
export class ConfirmClockBody {
  /** The present time by another clock than that of the console's machine. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:04:05.000Z'] })
  @IsISO8601({ strict: true, strictSeparator: true })
  time!: string;
}
