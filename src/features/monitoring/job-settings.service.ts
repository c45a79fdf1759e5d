import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Actor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { type SetThresholds } from '../../domain/silence.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { JobProtectionsRepository } from './job-protections.repository.js';
import { type MonitoredJobState } from './monitored-job-state.js';
import { jobSettingsTag } from './monitored-job.mapper.js';
import { type ChangeMonitoredJobBody } from './monitored-jobs.dto.js';
import { OverdueEvaluation } from './overdue-evaluation.service.js';
import { changesBetween } from './setting-changes.js';
import { rejectStaleTag, assertWarnBelowCrit } from './thresholds.service.js';

const unset: SetThresholds = { warnSeconds: null, critSeconds: null };

/** Thresholds that operators set for single jobs. */
@Injectable()
export class JobSettings {
  constructor(
    private readonly rows: JobProtectionsRepository,
    private readonly overdue: OverdueEvaluation,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Applies immediately. */
  async change(
    actor: Actor,
    { director, job, client }: MonitoredJobState,
    { body, ifMatch }: { readonly body: ChangeMonitoredJobBody; readonly ifMatch: string | undefined },
  ): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const row = await this.rows.lockThresholds(transaction, director, job);
      const before = row ? { warnSeconds: row.warnSeconds, critSeconds: row.critSeconds } : unset;
      rejectStaleTag(ifMatch, jobSettingsTag({ name: job, director, ...before, updatedAt: row?.updatedAt ?? null }));
      const after = changed(before, body);
      rejectWrongOrder(after, body);
      const changes = changesBetween(before, after);
      if (Object.keys(changes).length === 0) return;
      await this.rows.saveThresholds(transaction, { director, job, ...after, updatedAt: this.clock.now() });
      const target = `job:${director}:${job}`;
      await this.audit.record(transaction, { actor, action: 'monitoring.job.update', target, changes });
    });
    await this.apply(director, client);
  }

  /** What fails here is done by the monitor within a minute. */
  private async apply(director: string, client: string): Promise<void> {
    try {
      await this.overdue.evaluate({ director, clients: [client] });
    } catch (error) {
      this.log.warn({ err: error, director }, 'Could not apply changed thresholds; will retry.');
    }
  }
}

function changed(before: SetThresholds, { warnSeconds, critSeconds }: ChangeMonitoredJobBody): SetThresholds {
  return {
    warnSeconds: warnSeconds === undefined ? before.warnSeconds : warnSeconds,
    critSeconds: critSeconds === undefined ? before.critSeconds : critSeconds,
  };
}

function rejectWrongOrder({ warnSeconds, critSeconds }: SetThresholds, body: ChangeMonitoredJobBody): void {
  if (warnSeconds === null || critSeconds === null) return;
  assertWarnBelowCrit({ warnSeconds, critSeconds }, body.critSeconds === undefined ? 'warnSeconds' : 'critSeconds');
}
