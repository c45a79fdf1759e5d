import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { Clock } from '../../../domain/clock.js';
import { type PageRequest, type Slice } from '../../../domain/pagination.js';
import { invalidField, AppError } from '../../../domain/error-codes.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { isIdentifier } from '../../../http/uuid-parameter.js';
import { type Channel } from '../../../domain/channel.js';
import { ActiveChannels } from '../channels/active-channels.js';
import { DeliveriesRepository, type DeliveryFilter, type DeliveryWithEvents } from './deliveries.repository.js';
import { type ReplayBody, type ReplayedDeliveries } from './deliveries.dto.js';
import { type DeliveryStatus } from './delivery.js';
import { announceDeliveries } from './fan-out.repository.js';

/** One request plans no more than this. */
const mostReplayed = 10_000;
const unfinished: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>(['waiting', 'sending']);
const ended = ['delivered', 'failed', 'superseded', 'canceled'] as const;
/** What never arrived. */
const lost = ['failed', 'canceled'] as const;

/** The log of deliveries, and replays of them. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly channels: ActiveChannels,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(filter: DeliveryFilter, page: PageRequest): Promise<Slice<DeliveryWithEvents>> {
    // Ids are opaque to callers: one that cannot be ours is that of nothing.
    const isOfNothing = [filter.channel, filter.event].some((id) => id !== undefined && !isIdentifier(id));
    if (!isOfNothing) return this.deliveries.list(filter, page);
    return { items: [], next: null, ...(page.count === true ? { total: { value: 0, exact: true } } : {}) };
  }

  async get(id: string): Promise<DeliveryWithEvents> {
    const row = await this.deliveries.find(id);
    if (!row)
      throw new AppError('not_found', 'Delivery not found. Deliveries are deleted after the retention period.', {
        reason: 'no_delivery',
      });
    return row;
  }

  /** Replays one, under its earlier webhook id. Returns the new delivery. */
  async replay(actor: Actor, id: string): Promise<DeliveryWithEvents> {
    const row = (await this.get(id)).delivery;
    if (unfinished.has(row.status)) {
      throw new AppError('conflict', 'This delivery is still in progress. You can replay it after it has ended.', {
        reason: 'delivery_not_over',
      });
    }
    await this.checkChannel(row.channelId, 'conflict');
    const [newId] = await this.unitOfWork.run(async (transaction) => {
      const made = await this.plan(transaction, row.channelId, { id, status: ended });
      if (made.length === 0) {
        throw new AppError(
          'conflict',
          'The events of this delivery are no longer stored, so there is nothing to send.',
          {
            reason: 'events_forgotten',
          },
        );
      }
      const target = { target: `delivery:${id}`, targetName: row.channelName };
      const changes = { channel: { to: row.channelName }, replay: { to: made[0] } };
      await this.audit.record(transaction, { actor, action: 'delivery.replay', ...target, changes });
      return made;
    });
    return this.get(newId ?? id);
  }

  /** Replays what a channel should have received in a time range and, unless `status` selects others, did not. */
  async replayRange(
    actor: Actor,
    { channel, since, until, status = [...lost] }: ReplayBody,
  ): Promise<ReplayedDeliveries> {
    if (since >= until) {
      throw invalidField('until', 'until must be later than since.', 'wrong_order');
    }
    const { name } = await this.checkChannel(channel, 'unknown_channel');
    return this.unitOfWork.run(async (transaction) => {
      const made = await this.plan(transaction, channel, { channel, since, until, status });
      const changes = {
        since: { to: since },
        until: { to: until },
        status: { to: status },
        count: { to: made.length },
      };
      const target = { target: `channel:${channel}`, targetName: name };
      await this.audit.record(transaction, { actor, action: 'delivery.replay', ...target, changes });
      return { count: made.length, more: made.length === mostReplayed };
    });
  }

  private async plan(
    transaction: Transaction,
    channelId: string,
    choice: Parameters<DeliveriesRepository['replay']>[1],
  ): Promise<readonly string[]> {
    await this.deliveries.lockQueue(transaction, channelId);
    const made = await this.deliveries.replay(transaction, choice, this.clock.now(), mostReplayed);
    if (made.length > 0) await announceDeliveries(transaction);
    return made;
  }

  private async checkChannel(id: string, missing: 'conflict' | 'unknown_channel'): Promise<Channel> {
    const channel = isIdentifier(id) ? await this.channels.find(id) : null;
    if (!channel) throw new AppError(missing, 'The channel of this delivery no longer exists.');
    if (channel.disabledAt === null) return channel;
    throw new AppError(
      'conflict',
      'The channel is disabled because its receiver is permanently gone. Resume it first.',
    );
  }
}
