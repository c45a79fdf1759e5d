import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { LockConnection } from '../../../database/lock-connection.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin } from '../../../platform/timing.js';
import { HeadKeys } from './chain-head.js';
import { ChainHeadMonitor } from './chain-head-monitor.service.js';
import { sealsAfter } from './seals.js';
import { SealsRepository } from './seals.repository.js';

/** Records within this time after the first one share a signature with it. */
const gatherMs = 50;
/** For notices that were missed. */
const sweepMs = 500;
const batch = 500;
const stopLimitMs = 2_000;

/** Seals each record within a second of its commit; of all processes on the database one at a time. */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopListening: () => void = () => undefined;
  private sweep: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private step: Promise<void> = Promise.resolve();
  private isFailing = false;
  private isStopping = false;

  constructor(
    private readonly seals: SealsRepository,
    private readonly keys: HeadKeys,
    private readonly watch: ChainHeadMonitor,
    private readonly unitOfWork: UnitOfWork,
    private readonly session: LockConnection,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopListening = this.session.listen('audit_unsealed', () => this.wake());
    this.plan();
  }

  /** Records from just before shutdown are sealed, if the database is available. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.stopListening();
    clearTimeout(this.sweep);
    clearTimeout(this.gathering);
    await settleWithin(this.check(), stopLimitMs);
  }

  /** Returns when each record that was committed before the call has its seal. Throws what the database throws. */
  sealAll(): Promise<void> {
    return this.serialize(async () => {
      while ((await this.sealSome()) === batch);
      await this.watch.see(await this.seals.last());
    });
  }

  private wake(): void {
    if (this.isStopping) return;
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      void this.check();
    }, gatherMs).unref();
  }

  private plan(): void {
    if (this.isStopping) return;
    this.sweep = setTimeout(() => void this.check().then(() => this.plan()), sweepMs).unref();
  }

  /** Never throws: what failed is tried again with the next sweep. */
  private async check(): Promise<void> {
    try {
      const isWaiting = await this.serialize(async () => {
        const seen = await this.seals.findUnsealed();
        if (!seen.isWaiting) await this.watch.see(seen.last);
        return seen.isWaiting;
      });
      if (isWaiting) await this.sealAll();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) {
        this.log.warn({ err: error }, 'Could not seal audit records; will retry.');
      }
      this.isFailing = true;
    }
  }

  /** One at a time: a newest seal that was read before another was stored would look like a chain that was cut off. */
  private serialize<T>(work: () => Promise<T>): Promise<T> {
    const next = this.step.then(work);
    this.step = next.then(
      () => undefined,
      () => undefined,
    );
    return next;
  }

  /** Seals a batch of pending records, signed at its end; returns how many. */
  private sealSome(): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      await this.seals.lockSealing(transaction);
      const records = await this.seals.waiting(transaction, batch);
      if (records.length === 0) return 0;
      const made = sealsAfter(await this.seals.last(transaction), records, this.clock.now());
      const signed = made.map((seal, index) => (index === made.length - 1 ? this.keys.signed(seal) : seal));
      await this.seals.insert(transaction, signed);
      return signed.length;
    });
  }
}
