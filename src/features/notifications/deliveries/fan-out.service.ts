import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { ActiveChannels } from '../channels/active-channels.js';
import { FanOutRepository } from './fan-out.repository.js';
import { planDeliveries, planIncidentEnds } from './plan-deliveries.js';

const batch = 200;
const sweepMs = 2_000;
const setAsideMs = 60_000;
const endsMs = 30_000;

/**
 * Plans the deliveries of each recorded event. A notification only wakes it: the event's row says whether it is done, and that is
 * written together with its deliveries. A crash at any time therefore delays an event and loses none.
 */
@Injectable()
export class FanOut implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isEnding = false;
  /** Events that could not be planned, and until when they are skipped: one of them must not block all others. */
  private readonly setAside = new Map<string, number>();

  constructor(
    private readonly repository: FanOutRepository,
    private readonly channels: ActiveChannels,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await this.running;
  }

  /** After each event's commit. The sweep finds those of other instances, and what a crash left behind. */
  @OnEvent('**')
  @Interval(sweepMs)
  wake(): void {
    void this.run();
  }

  @Interval(endsMs)
  async onEndsTick(): Promise<void> {
    try {
      if (!this.hasEnded()) await this.endIncidents();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not close incidents that have ended; will retry.');
    }
  }

  /** Services that keep incidents are sent the end of a trouble also where that is no event. */
  async endIncidents(): Promise<void> {
    const channels = await this.channels.all();
    await this.unitOfWork.run(async (transaction) => {
      await this.repository.lockQueue(transaction);
      const over = await this.repository.incidentsOver(transaction);
      if (over.length === 0) return;
      const now = this.clock.now();
      await this.repository.write(transaction, planIncidentEnds(over, channels, { now, newId: randomUUID }), now);
    });
  }

  /** Returns when all recorded events have been planned, or could not be. */
  async run(): Promise<void> {
    this.isWanted = true;
    this.running ??= this.drain().finally(() => (this.running = null));
    await this.running;
  }

  private hasEnded(): boolean {
    return this.isEnding;
  }

  private async drain(): Promise<void> {
    while (this.isWanted && !this.hasEnded()) {
      this.isWanted = false;
      try {
        for (let planned = batch; planned === batch && !this.hasEnded();) planned = await this.planSome();
      } catch (error) {
        this.log.warn({ err: error }, 'Could not distribute events to channels; will retry.');
      }
    }
  }

  /** How many were planned. */
  private async planSome(): Promise<number> {
    const nowMs = this.clock.now().getTime();
    for (const [id, until] of this.setAside) if (until <= nowMs) this.setAside.delete(id);
    try {
      return await this.plan(batch);
    } catch (error) {
      this.log.warn({ err: error }, 'Could not distribute events to channels as a batch; trying each one separately.');
    }
    let planned = 0;
    while (planned < batch && !this.hasEnded() && (await this.plan(1)) === 1) planned += 1;
    return planned;
  }

  private async plan(limit: number): Promise<number> {
    const channels = await this.channels.all();
    let first: string | undefined;
    try {
      return await this.unitOfWork.run(async (transaction) => {
        await this.repository.lockQueue(transaction);
        const events = await this.repository.waitingEvents(transaction, limit, [...this.setAside.keys()]);
        if (events.length === 0) return 0;
        first = events[0]?.id;
        const state = await this.repository.state(transaction, channels, events);
        const now = this.clock.now();
        const plan = planDeliveries(events, channels, state, { now, newId: randomUUID });
        await this.repository.write(transaction, plan, now);
        await this.repository.markFannedOut(transaction, events, now);
        return events.length;
      });
    } catch (error) {
      if (limit > 1 || first === undefined) throw error;
      this.setAside.set(first, this.clock.now().getTime() + setAsideMs);
      this.log.error(
        { err: error, event: first },
        'Could not distribute an event to channels; will retry in a minute.',
      );
      return 1;
    }
  }
}
