import { ApiProperty } from '@nestjs/swagger';

/** Data of messages that report no event: a test, or the failure of another channel. */
export class NoticeData {
  /** Sentences that add to `summary`. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, examples: [['A user is testing this channel.']] })
  lines!: string[];
}
