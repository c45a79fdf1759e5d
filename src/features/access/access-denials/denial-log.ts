import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { RevokedCredentials, keyOfSecret } from './revoked-credentials.js';
import {
  DenialCounts,
  type DenialSummary,
  recordOfDenied,
  recordOfSummary,
  type AccessDenial,
} from './denial-counts.js';

/** Kept while the database is away; what comes beyond is counted, and of counts the oldest go. */
const mostWaiting = 10_000;

/**
 * Records access denials, in batches after the responses: a denial costs no write of its own. A crash loses the last second, and
 * of floods the counts of the minute.
 */
@Injectable()
export class DenialLog {
  private readonly counts = new DenialCounts();
  private waiting: AccessDenial[] = [];
  private summaries: DenialSummary[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly dead: RevokedCredentials,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Remembers it; neither waits nor throws. */
  add(denied: Omit<AccessDenial, 'at'>): void {
    const one = { ...denied, at: this.clock.now() };
    if (this.counts.take(one, this.waiting.length < mostWaiting)) this.waiting.push(one);
  }

  @Interval(1_000)
  async onTick(): Promise<void> {
    await this.write(this.counts.takeOver(this.clock.now()));
  }

  /** Writes everything, including the counts of the unfinished minute. At shutdown the last responses come before this. */
  async flush(): Promise<void> {
    await this.write(this.counts.takeAll());
  }

  /** One after the other. What could not be written is kept for the next time. */
  private write(counted: readonly DenialSummary[]): Promise<void> {
    this.summaries.push(...counted);
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    const [waiting, summaries] = [this.waiting, this.summaries];
    if (waiting.length === 0 && summaries.length === 0) return;
    [this.waiting, this.summaries] = [[], []];
    try {
      await this.store(waiting, summaries);
    } catch (error) {
      this.log.warn({ err: error }, 'Could not record denied requests; will retry.');
      this.waiting = [...waiting, ...this.waiting];
      this.summaries = [...summaries, ...this.summaries].slice(-mostWaiting);
    }
  }

  private async store(waiting: readonly AccessDenial[], summaries: readonly DenialSummary[]): Promise<void> {
    const dead = await this.dead.find(waiting.flatMap(({ presented }) => (presented ? [presented] : [])));
    const records = [
      ...waiting.map((one) => recordOfDenied(one, one.presented ? dead.get(keyOfSecret(one.presented)) : undefined)),
      ...summaries.map(recordOfSummary),
    ];
    await this.unitOfWork.run((transaction) => this.audit.recordAll(transaction, records));
  }
}
