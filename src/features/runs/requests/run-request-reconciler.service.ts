import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { directorLimitSeconds, type OrderEnd, recordOfOrder } from './idempotent-run-requests.service.js';
import { type RunOrderEntity, RunRequestsRepository } from './run-requests.repository.js';
import { RunsRepository } from '../store/runs.repository.js';

/** By then the run of a request is in the run store if it exists, unless the Director or its catalog is away. */
const givenUpAfterSeconds = 5 * 60;

/**
 * Settles requests whose answer was lost, even if no caller repeats them: as done once their run is in the run store, as failed if
 * none has appeared after minutes.
 */
@Injectable()
export class RunRequestReconciler {
  constructor(
    private readonly orders: RunRequestsRepository,
    private readonly runs: RunsRepository,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  @Interval(30_000)
  async onTick(): Promise<void> {
    try {
      await this.reconcile();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not reconcile run requests; will retry.');
    }
  }

  /** Skips requests that may still be in progress. */
  async reconcile(): Promise<void> {
    for (const order of await this.orders.listUnrecorded(this.secondsAgo(directorLimitSeconds))) {
      const end = await this.endOf(order);
      if (end) await this.record(order.id, end);
    }
  }

  private async endOf(order: RunOrderEntity): Promise<OrderEnd | null> {
    const run = await this.runs.findByOrder(order.director, order.id);
    if (run) return run;
    if (order.createdAt > this.secondsAgo(givenUpAfterSeconds)) return null;
    return { code: order.audit?.code ?? 'idempotency_outcome_unknown', isKnown: false };
  }

  private record(id: string, end: OrderEnd): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const unrecorded = await this.orders.takeUnrecorded(transaction, id);
      if (unrecorded) await this.audit.record(transaction, recordOfOrder(unrecorded, end));
    });
  }

  private secondsAgo(seconds: number): Date {
    return new Date(this.clock.now().getTime() - seconds * 1000);
  }
}
