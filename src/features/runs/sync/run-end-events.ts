import { Inject, Injectable } from '@nestjs/common';
import { type LogTails } from '../../../domain/catalog.port.js';
import { diagnose } from '../../../domain/diagnosis.js';
import { Clock } from '../../../domain/clock.js';
import { type LogLine, type Run } from '../../../domain/run.js';
import { mayBeTold, type ToldEnd } from '../../../domain/run-news.js';
import { EventRecorder } from '../../events/event-recorder.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { RunRecords } from '../run-records.service.js';
import { runEndEvent } from './run-completed-event.js';

/** Tells of ends of runs, in the transaction that puts them on record. */
@Injectable()
export class RunEndEvents {
  constructor(
    private readonly events: EventRecorder,
    private readonly records: RunRecords,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Once for each run and kind of end, whoever tells it. Runs that ended otherwise are left out. */
  async record(
    transaction: Transaction,
    runs: readonly (Run & { readonly isLost?: boolean })[],
    tails: LogTails,
  ): Promise<void> {
    if (runs.length === 0) return;
    const records = await this.records.endedRecordsOf(transaction, runs);
    for (const [index, run] of runs.entries()) {
      const record = records[index];
      const lines = tails.get(run.jobId) ?? [];
      if (!record || !isTold(run, lines)) continue;
      const end = { run, record, isLost: run.isLost === true, lines };
      await this.events.record(transaction, runEndEvent(end, this.settings.baseUrl, this.clock.now()));
    }
  }
}

/** A canceled run has an event only where its log shows that a time limit canceled it. */
function isTold<T extends Run>(run: T, lines: readonly LogLine[]): run is T & { readonly status: ToldEnd } {
  return mayBeTold(run.status) && (run.status !== 'canceled' || diagnose(run.status, lines)?.code === 'time_limit');
}
