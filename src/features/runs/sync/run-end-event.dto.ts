import { ApiProperty } from '@nestjs/swagger';
import { RunRecord } from '../run-record.dto.js';

/** Data of `job.completed.*`: the run, without live progress, and the end of its log. */
export class CompletedRunData extends RunRecord {
  /** Last ten entries of the log, oldest first, each cut after 4,000 characters. Empty if the catalog did not answer. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    maxItems: 10,
    examples: [['Fatal error: write to volume Default-0001 failed: no space left on device']],
  })
  log!: string[];
}
