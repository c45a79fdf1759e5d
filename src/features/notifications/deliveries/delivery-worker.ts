import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { type Channel, isOpen } from '../../../domain/channel.js';
import { Clock } from '../../../domain/clock.js';
import { DatabaseSession } from '../../../database/lock-connection.js';
import { LOG } from '../../../platform/logging/log.module.js';
import { Channels } from '../channels/channels.js';
import { deliveriesChannel } from './delivery.js';
import { type ClaimedDelivery } from './delivery-queue.repository.js';
import { DeliverySending } from './delivery-sending.service.js';
import { DeliverySlots } from './delivery-slots.js';

const sweepMs = 5_000;
const stopLimitMs = 5_000;

/**
 * Sends what is due. Each claim is one statement, each result one transaction: what was claimed by a process that died is
 * claimed again when its lease has run out, so that everything is sent at least once and nothing waits for ever.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly slots = new DeliverySlots();
  private readonly sends = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private running: Promise<void> | null = null;
  private isWanted = false;
  private timer: NodeJS.Timeout | null = null;
  private stopListening: () => void = () => undefined;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly sending: DeliverySending,
    private readonly channels: Channels,
    private readonly session: DatabaseSession,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const wake = (): void => void this.look();
    this.stopListening = this.session.listen(deliveriesChannel, wake);
    this.stopWatching = this.channels.onChange(wake);
    wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    this.stopListening();
    this.stopWatching();
    if (this.timer) clearTimeout(this.timer);
    await this.running;
    let limit: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => (limit = setTimeout(resolve, stopLimitMs)));
    await Promise.race([this.settled(), patience]);
    clearTimeout(limit);
  }

  @Interval(sweepMs)
  async onTick(): Promise<void> {
    if (this.ending.signal.aborted) return;
    try {
      await this.sending.sweep();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not reclaim expired deliveries; will retry.');
    }
    await this.look();
  }

  /** Returns when all that is due, and that there is room for, has been begun. */
  async look(): Promise<void> {
    this.isWanted = true;
    this.running ??= this.begin().finally(() => (this.running = null));
    await this.running;
  }

  /** Returns when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.sends.size > 0) await Promise.all(this.sends);
  }

  private async begin(): Promise<void> {
    while (this.isWanted && !this.ending.signal.aborted) {
      this.isWanted = false;
      try {
        await this.claimAndSend();
      } catch (error) {
        this.log.warn({ err: error }, 'Could not claim deliveries; will retry.');
      }
    }
  }

  private async claimAndSend(): Promise<void> {
    const open = new Map((await this.channels.all()).filter(isOpen).map((channel) => [channel.id, channel]));
    const nowMs = this.clock.now().getTime();
    const rooms = this.slots.free([...open.keys()], nowMs);
    const claimed = rooms.size === 0 ? [] : await this.sending.claim(rooms);
    for (const delivery of claimed) {
      const channel = open.get(delivery.channelId);
      if (channel) this.send(delivery, channel);
    }
    const next = await this.sending.nextDue([...open.keys()]);
    this.wakeAt(next, this.slots.nextRelease(nowMs));
  }

  private send(delivery: ClaimedDelivery, channel: Channel): void {
    this.slots.begin(channel.id);
    const send = this.sending.send(delivery, channel, this.ending.signal).then((result) => {
      this.slots.end(channel.id, result.hasFailed, result.holdUntilMs);
      this.sends.delete(send);
      void this.look();
    });
    this.sends.add(send);
  }

  private wakeAt(due: Date | null, releaseMs: number | null): void {
    if (this.timer) clearTimeout(this.timer);
    const times = [due?.getTime() ?? null, releaseMs].filter((time) => time !== null);
    // A timer of weeks overflows; the sweep looks again long before.
    const pauseMs = Math.min(...times) - this.clock.now().getTime();
    if (times.length === 0 || pauseMs > sweepMs || this.ending.signal.aborted) return;
    this.timer = setTimeout(() => void this.look(), Math.max(0, pauseMs)).unref();
  }
}
