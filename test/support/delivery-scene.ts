import { EventEmitter2 } from '@nestjs/event-emitter';
import { type DataSource } from 'typeorm';
import { type Channel } from '../../src/domain/channel.js';
import { type EventEnvelope } from '../../src/domain/event.js';
import { EventsRepository } from '../../src/events/events.repository.js';
import { ChannelHealth } from '../../src/notifications/deliveries/channel-health.repository.js';
import { DeliveryCounts } from '../../src/notifications/deliveries/delivery-counts.js';
import { DeliveryOutcomes } from '../../src/notifications/deliveries/delivery-outcomes.service.js';
import { DeliveryQueue } from '../../src/notifications/deliveries/delivery-queue.repository.js';
import { DeliverySending } from '../../src/notifications/deliveries/delivery-sending.service.js';
import { DeliveryWorker } from '../../src/notifications/deliveries/delivery-worker.js';
import { FanOutRepository } from '../../src/notifications/deliveries/fan-out.repository.js';
import { FanOut } from '../../src/notifications/deliveries/fan-out.service.js';
import { type DatabaseSession } from '../../src/platform/database/database-session.js';
import { type ProcessPresence } from '../../src/platform/database/process-presence.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { openConsoleDatabase } from './console-database.js';
import { FakeClock } from './fake-clock.js';
import { PaperChannels, ScriptedSender } from './paper-channels.js';

/** One process of the console, as far as it plans and sends. */
export interface DeliveringProcess {
  readonly id: number;
  readonly fanOut: FanOut;
  readonly worker: DeliveryWorker;
  readonly sender: ScriptedSender;
}

export interface DeliveryRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly attempts: number;
  readonly webhook_id: string;
  readonly channel_name: string;
  readonly event_count: number;
  readonly due_at: Date;
  readonly lease_owner: number | null;
  readonly last_detail: string | null;
}

/** Processes on one real database, with a clock that stands and channels on paper. */
export class DeliveryScene {
  readonly clock = new FakeClock();
  readonly channels = new PaperChannels();
  readonly alive = new Set<number>();
  private readonly processes: DeliveringProcess[] = [];

  private constructor(readonly database: DataSource) {}

  static async start(): Promise<DeliveryScene> {
    return new DeliveryScene(await openConsoleDatabase());
  }

  async stop(): Promise<void> {
    await this.endProcesses();
    await this.database.destroy();
  }

  async clear(): Promise<void> {
    await this.endProcesses();
    await this.database.query(
      'TRUNCATE event, delivery, delivery_event, delivery_attempt, delivery_incident, delivery_group, delivery_streak',
    );
    this.channels.channels = [];
  }

  /** A process that is not under way by itself: tests tell it when to look. */
  process(): DeliveringProcess {
    const id = this.processes.length + 1;
    const { database, channels, clock } = this;
    const log = createLog('silent');
    const unitOfWork = new UnitOfWork(database);
    const queue = new DeliveryQueue(database);
    const presence = { id, isAlive: (other: number) => Promise.resolve(this.alive.has(other)) } as ProcessPresence;
    const health = new ChannelHealth(database);
    const outcomes = new DeliveryOutcomes(
      queue,
      health,
      channels,
      unitOfWork,
      presence,
      clock,
      log,
      new DeliveryCounts(),
    );
    const sender = new ScriptedSender();
    const sending = new DeliverySending(queue, sender, outcomes, presence, unitOfWork, clock, log);
    const session = { listen: () => () => undefined } as unknown as DatabaseSession;
    const worker = new DeliveryWorker(sending, channels, session, clock, log);
    const fanOut = new FanOut(new FanOutRepository(), channels, unitOfWork, new EventEmitter2(), clock, log);
    const made = { id, fanOut, worker, sender };
    this.alive.add(id);
    this.processes.push(made);
    return made;
  }

  /** Puts events on record, in this order. */
  async record(...events: readonly EventEnvelope[]): Promise<void> {
    const recordedAt = this.clock.now().getTime();
    const repository = new EventsRepository(this.database);
    for (const [at, event] of events.entries()) {
      await repository.insertOnce(this.database.manager, event.id, event, new Date(recordedAt + at));
    }
  }

  /** Plans what is on record and sends what is due, to the last. */
  async work({ fanOut, worker, sender }: DeliveringProcess): Promise<void> {
    await fanOut.run();
    for (let quiet = 0; quiet < 2;) {
      const before = sender.sent.length;
      await worker.look();
      await worker.settled();
      quiet = sender.sent.length === before ? quiet + 1 : 0;
    }
  }

  /** In the order of their planning. */
  deliveries(channel?: Channel): Promise<DeliveryRow[]> {
    return this.database.query('SELECT * FROM delivery WHERE $1::uuid IS NULL OR channel_id = $1 ORDER BY sequence', [
      channel?.id ?? null,
    ]);
  }

  async statuses(): Promise<string[]> {
    return (await this.deliveries()).map(({ status }) => status);
  }

  private async endProcesses(): Promise<void> {
    for (const { worker, fanOut } of this.processes.splice(0)) {
      await worker.beforeApplicationShutdown();
      await fanOut.beforeApplicationShutdown();
    }
    this.alive.clear();
  }
}
