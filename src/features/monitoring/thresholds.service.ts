import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Actor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { type SilenceThresholds } from '../../domain/silence.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { etagOf, namesTag } from '../../http/conditional.interceptor.js';
import { LOG } from '../../platform/logging/log.js';
import { changesBetween } from './setting-changes.js';
import { SilenceEvaluation } from './silence-evaluation.service.js';
import { type ChangeThresholdsBody, type GlobalThresholds } from './thresholds.dto.js';
import { ThresholdsRepository } from './thresholds.repository.js';

/** The thresholds of all clients that have none of their own. */
@Injectable()
export class ThresholdsService {
  constructor(
    private readonly rows: ThresholdsRepository,
    private readonly directors: Directors,
    private readonly evaluation: SilenceEvaluation,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async get(): Promise<GlobalThresholds> {
    const { warnSeconds, critSeconds, updatedAt } = await this.rows.global();
    return { warnSeconds, critSeconds, updatedAt };
  }

  /** Takes effect immediately for every client, also for one whose silence ends by it. */
  async change(actor: Actor, body: ChangeThresholdsBody, ifMatch?: string): Promise<GlobalThresholds> {
    await this.unitOfWork.run(async (transaction) => {
      const { warnSeconds, critSeconds, updatedAt } = await this.rows.lockGlobal(transaction);
      const before = { warnSeconds, critSeconds };
      rejectStaleTag(ifMatch, etagOf({ ...before, updatedAt }));
      const after = { warnSeconds: body.warnSeconds ?? warnSeconds, critSeconds: body.critSeconds ?? critSeconds };
      assertWarnBelowCrit(after, body.critSeconds === undefined ? 'warnSeconds' : 'critSeconds');
      const changes = changesBetween(before, after);
      if (Object.keys(changes).length === 0) return;
      await this.rows.keepGlobal(transaction, after, this.clock.now());
      const target = 'thresholds:global';
      await this.audit.record(transaction, { actor, action: 'monitoring.thresholds.update', target, changes });
    });
    for (const { name } of this.directors.all()) await this.apply(name);
    return this.get();
  }

  /** What fails here is done by the monitor within a minute. */
  private async apply(director: string): Promise<void> {
    try {
      await this.evaluation.evaluate({ director });
    } catch (error) {
      this.log.warn({ err: error, director }, 'Could not apply changed thresholds immediately; will retry.');
    }
  }
}

export function assertWarnBelowCrit({ warnSeconds, critSeconds }: SilenceThresholds, field: string): void {
  if (warnSeconds < critSeconds) return;
  const detail = `warnSeconds (${warnSeconds}) must be less than critSeconds (${critSeconds}).`;
  throw invalidField(field, detail, 'wrong_order');
}

/** `tag` is the ETag that the settings have now. */
export function rejectStaleTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || namesTag(ifMatch, tag)) return;
  throw new AppError('changed_meanwhile', 'These settings have changed since you read them. Read them again.');
}
