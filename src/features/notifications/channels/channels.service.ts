import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { type Channel, type QuietHours, type Subscription } from '../../../domain/channel.js';
import { Conditions } from '../../../domain/condition.js';
import { Clock } from '../../../domain/clock.js';
import { type FieldError, invalidFields, AppError } from '../../../domain/error-codes.js';
import { MailSender } from '../../../domain/senders.port.js';
import { type AuditAction } from '../../audit/audit-actions.js';
import { AuditRecorder, type Changes } from '../../audit/audit-recorder.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { isUniqueViolation } from '../../../database/database-errors.js';
import { etagOf, namesTag } from '../../../http/conditional.interceptor.js';
import { SecretBox } from '../../../platform/security/secret-box.js';
import {
  type ChangeChannelBody,
  type CreateChannelBody,
  type RotateSecretsBody,
  type QuietHoursBody,
} from './channel-bodies.dto.js';
import { channelErrors } from './channel-checks.js';
import { ChannelReaches } from './channel-reachability.repository.js';
import { channelOf, type ChosenSettings, columnsOf, openTargetOf } from './channel.mapper.js';
import { changedTarget, foreignMembers, newTarget, rotatedTarget, type TargetDecision } from './channel-target.js';
import { type ChannelWithSecret, type NotificationChannel } from './channels.dto.js';
import { NotificationChannelEntity, nameConstraint, NotificationChannelsRepository } from './channels.repository.js';
import { LockConnection } from '../../../database/lock-connection.js';

interface Audited extends ChosenSettings {
  readonly name: string;
}

/** Every member of a new channel. The recorder masks the values of secrets, so that only their presence is recorded. */
function additions(channel: Audited): Changes {
  const members = Object.entries(membersOf(channel)).filter(([, to]) => to !== null);
  return Object.fromEntries(members.map(([member, to]) => [member, { to }]));
}

/** The members that differ, secrets by name alone. */
function differences(before: Audited, after: Audited): Changes {
  const [old, young] = [membersOf(before), membersOf(after)];
  const changed = Object.keys(young).filter((member) => JSON.stringify(old[member]) !== JSON.stringify(young[member]));
  return Object.fromEntries(changed.map((member) => [member, { from: old[member], to: young[member] }]));
}

function membersOf({ name, subscription, target }: Audited): Record<string, unknown> {
  const shown = { name, ...subscription, ...openTargetOf(target) };
  if (target.kind === 'email') return { ...shown, smtpPassword: target.smtp?.password ?? null };
  const { url, serviceKey, authorization, signingSecrets } = target;
  return { ...shown, url, serviceKey, authorization, signingSecrets };
}

const databaseChannel = 'notification_channels_changed';

/** Notifies this process that channels were added, changed or removed, by any process. */
@Injectable()
export class ChannelChanges implements OnApplicationShutdown {
  private readonly listeners = new Set<() => void>();
  private readonly stop: () => void;

  constructor(
    session: LockConnection,
    private readonly rows: NotificationChannelsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.stop = session.listen(databaseChannel, () => this.notifyChange());
  }

  onApplicationShutdown(): void {
    this.stop();
    this.listeners.clear();
  }

  /** Returns the way to stop it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Call it for every change of a channel, in the transaction of the change; it must be one of UnitOfWork.run. */
  async announce(transaction: Transaction): Promise<void> {
    await this.rows.notify(transaction, databaseChannel);
    // This process need not wait for the database to bring it its own news.
    this.unitOfWork.afterCommit(transaction, () => this.notifyChange());
  }

  private notifyChange(): void {
    for (const listener of this.listeners) listener();
  }
}

const everything: Subscription = { patterns: ['**'], minSeverity: 'info', quietHours: null };
const everyDay = [1, 2, 3, 4, 5, 6, 7];

function newSubscription(body: CreateChannelBody): Subscription {
  return changedSubscription(everything, body);
}

/** Members that the body leaves out stay. */
function changedSubscription(before: Subscription, body: ChangeChannelBody): Subscription {
  const { patterns = before.patterns, minSeverity = before.minSeverity, quietHours } = body;
  return { patterns, minSeverity, quietHours: quietHours === undefined ? before.quietHours : hoursOf(quietHours) };
}

function hoursOf(body: QuietHoursBody | null): QuietHours | null {
  if (body === null) return null;
  const { timezone, from, until, days = everyDay } = body;
  return { timezone, from, until, days: days.toSorted((a, b) => a - b) };
}

/** Adds, changes and removes channels. Each change is audited and announced to every process. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly rows: NotificationChannelsRepository,
    private readonly changes: ChannelChanges,
    private readonly mails: MailSender,
    private readonly box: SecretBox,
    private readonly audit: AuditRecorder,
    private readonly conditions: Conditions<Transaction>,
    private readonly reaches: ChannelReaches,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async get(id: string): Promise<NotificationChannelEntity> {
    const row = await this.rows.find(id);
    if (!row) throw noSuchChannel();
    return row;
  }

  /** A stored channel with its secrets. */
  async opened(id: string): Promise<Channel> {
    return this.open(await this.get(id));
  }

  /** The channel that a body describes, without anything being stored. */
  describe(actor: Actor, body: CreateChannelBody): Channel {
    const settings = this.checked(newSubscription(body), foreignMembers(body.kind, body), newTarget(body));
    const untouched = { pausedAt: null, disabledAt: null, failingSince: null };
    return { id: randomUUID(), name: body.name, ...settings, ...untouched, ownerId: actor.id };
  }

  async create(actor: Actor, body: CreateChannelBody): Promise<ChannelWithSecret> {
    const channel = this.describe(actor, body);
    const now = this.clock.now();
    const row: NotificationChannelEntity = {
      id: channel.id,
      name: channel.name,
      ...columnsOf(channel.id, channel, this.box),
      ownerId: actor.id,
      pausedAt: null,
      disabledAt: null,
      failingSince: null,
      createdAt: now,
      updatedAt: now,
      revision: 1,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.unlessTaken(this.rows.insert(transaction, row));
      await this.record(transaction, actor, { action: 'channel.create', of: row, changes: additions(channel) });
    });
    const [made = null] = channel.target.kind === 'webhook' ? channel.target.signingSecrets : [];
    return withSecret(await this.reaches.record(row), body.signingSecret === undefined ? made : null);
  }

  change(actor: Actor, id: string, body: ChangeChannelBody, ifMatch?: string): Promise<NotificationChannel> {
    return this.unitOfWork.run(async (transaction) => {
      const row = await this.lock(transaction, id, ifMatch);
      const before = this.open(row);
      const foreign = foreignMembers(before.target.kind, body);
      const subscription = changedSubscription(before.subscription, body);
      const settings = this.checked(subscription, foreign, changedTarget(before.target, body));
      const after = { ...settings, name: body.name ?? row.name };
      const changes = differences(before, after);
      if (Object.keys(changes).length === 0) return this.reaches.record(row, transaction);
      const changed = this.restamped(row, { name: after.name, ...columnsOf(id, after, this.box) });
      await this.unlessTaken(this.rows.update(transaction, id, changed));
      await this.record(transaction, actor, { action: 'channel.update', of: changed, changes });
      return this.reaches.record(changed, transaction);
    });
  }

  async remove(actor: Actor, id: string, ifMatch?: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const row = await this.lock(transaction, id, ifMatch);
      await this.rows.delete(transaction, id);
      await this.record(transaction, actor, {
        action: 'channel.delete',
        of: row,
        changes: { name: { from: row.name } },
      });
    });
  }

  /** Again for a paused one: nothing changes. */
  pause(actor: Actor, id: string): Promise<NotificationChannel> {
    return this.unitOfWork.run(async (transaction) => {
      const row = await this.lock(transaction, id);
      if (row.pausedAt) return this.reaches.record(row, transaction);
      const paused = this.restamped(row, { pausedAt: this.clock.now() });
      return this.switched(transaction, actor, { action: 'channel.pause', before: row, after: paused });
    });
  }

  /** Also for a channel whose receiver was gone: a user confirms that it is back. */
  resume(actor: Actor, id: string): Promise<NotificationChannel> {
    return this.unitOfWork.run(async (transaction) => {
      const row = await this.lock(transaction, id);
      if (!row.pausedAt && !row.disabledAt) return this.reaches.record(row, transaction);
      // Earlier failures do not apply to the receiver that exists now.
      const failingSince = row.disabledAt ? null : row.failingSince;
      if (row.disabledAt) await this.conditions.endWithin(transaction, `channel:${id}`, 'resumed', this.clock.now());
      const resumed = this.restamped(row, { pausedAt: null, disabledAt: null, failingSince });
      return this.switched(transaction, actor, { action: 'channel.resume', before: row, after: resumed });
    });
  }

  /** The new secret signs beside the one before, until that is dropped: receivers change over without losing a message. */
  rotate(actor: Actor, id: string, body: RotateSecretsBody): Promise<ChannelWithSecret> {
    return this.unitOfWork.run(async (transaction) => {
      const row = await this.lock(transaction, id);
      const before = this.open(row);
      const { target, made } = rotatedTarget(before.target, body);
      const after = { ...before, target };
      const changes = differences(before, after);
      // Already removed: nothing is left to drop or to announce.
      if (Object.keys(changes).length === 0) return withSecret(await this.reaches.record(row, transaction), null);
      const changed = this.restamped(row, columnsOf(id, after, this.box));
      await this.rows.update(transaction, id, changed);
      await this.record(transaction, actor, { action: 'channel.rotate', of: row, changes });
      return withSecret(await this.reaches.record(changed, transaction), made);
    });
  }

  private async switched(
    transaction: Transaction,
    actor: Actor,
    {
      action,
      before,
      after,
    }: { action: AuditAction; before: NotificationChannelEntity; after: NotificationChannelEntity },
  ): Promise<NotificationChannel> {
    await this.rows.update(transaction, before.id, after);
    const record = await this.reaches.record(after, transaction);
    const [from, to] = [(await this.reaches.record(before, transaction)).status, record.status];
    await this.record(transaction, actor, { action, of: before, changes: { status: { from, to } } });
    return record;
  }

  private restamped(
    row: NotificationChannelEntity,
    members: Partial<NotificationChannelEntity>,
  ): NotificationChannelEntity {
    return Object.assign(new NotificationChannelEntity(), row, members, {
      updatedAt: this.clock.now(),
      revision: row.revision + 1,
    });
  }

  private async lock(transaction: Transaction, id: string, ifMatch?: string): Promise<NotificationChannelEntity> {
    const row = await this.rows.lock(transaction, id);
    if (!row) throw noSuchChannel();
    if (ifMatch !== undefined && !namesTag(ifMatch, etagOf(await this.reaches.record(row, transaction)))) {
      throw new AppError('changed_meanwhile', 'This channel has changed since you read it. Read it again.');
    }
    return row;
  }

  private open(row: NotificationChannelEntity): Channel {
    try {
      return channelOf(row, this.box);
    } catch (cause) {
      const detail =
        'The secrets of this channel were encrypted with a different INSTANCE_KEY. Set INSTANCE_KEY_PREVIOUS to that key, or delete the channel and add it again.';
      throw new AppError('conflict', detail, { reason: 'different_key', cause });
    }
  }

  private checked(
    subscription: ChosenSettings['subscription'],
    foreign: readonly FieldError[],
    decision: TargetDecision,
  ): ChosenSettings {
    if (foreign.length > 0) throw invalidFields(foreign);
    if ('faults' in decision) throw invalidFields(decision.faults);
    const settings = { subscription, target: decision.target };
    const faults = channelErrors(settings, this.mails.ownAddress);
    if (faults.length > 0) throw invalidFields(faults);
    return settings;
  }

  private async unlessTaken(write: Promise<void>): Promise<void> {
    try {
      await write;
    } catch (error) {
      if (!isUniqueViolation(error, nameConstraint)) throw error;
      throw new AppError('name_taken', 'A notification channel with this name already exists.');
    }
  }

  private async record(
    transaction: Transaction,
    actor: Actor,
    { action, of, changes }: { action: AuditAction; of: NotificationChannelEntity; changes: Changes },
  ): Promise<void> {
    await this.audit.record(transaction, { actor, action, target: `channel:${of.id}`, targetName: of.name, changes });
    await this.changes.announce(transaction);
  }
}

function noSuchChannel(): AppError {
  return new AppError('not_found', 'No notification channel has this id.', { reason: 'no_channel' });
}

function withSecret(record: NotificationChannel, signingSecret: string | null): ChannelWithSecret {
  return Object.assign(record, { signingSecret });
}
