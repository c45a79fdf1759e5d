import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { type AuditedAction, AuditRecorder } from '../audit-recorder.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { type Read, ReadCounts, readLimits, type ReadSummary } from './read-counts.js';

/** Kept while the database is unavailable: ten minutes of the maximum. */
const mostWaiting = 10 * readLimits.inAll;

/** Stores counted reads in the audit log once a minute, after the responses. A crash loses the current minute. */
@Injectable()
export class ReadLog {
  private readonly counts = new ReadCounts();
  private waiting: ReadSummary[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Neither waits nor throws. */
  add(read: Omit<Read, 'at'>): void {
    this.counts.take({ ...read, at: this.clock.now() });
  }

  @Interval(1_000)
  onTick(): Promise<void> {
    return this.write(this.counts.takeOver(this.clock.now()));
  }

  /** Stores the current minute too; for the end of the process, after the last responses. */
  flush(): Promise<void> {
    return this.write(this.counts.takeAll());
  }

  /** One after the other. What could not be stored is kept for the next time. */
  private write(summaries: readonly ReadSummary[]): Promise<void> {
    this.waiting.push(...summaries);
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    const { waiting } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    try {
      await this.unitOfWork.run((transaction) => this.audit.recordAll(transaction, waiting.map(recordOfReads)));
    } catch (error) {
      this.log.warn({ err: error }, 'Could not record reads; will retry.');
      this.waiting = [...waiting, ...this.waiting].slice(-mostWaiting);
    }
  }
}

function recordOfReads({ actor, route, count, requests, firstAt, lastAt }: ReadSummary): AuditedAction {
  const changes = { count: { to: count }, requests: { to: requests }, since: { to: firstAt } };
  return { actor, action: 'request.read', target: `route:${route}`, at: lastAt, changes };
}
