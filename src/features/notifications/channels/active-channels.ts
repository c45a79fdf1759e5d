import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger } from 'pino';
import { systemActor } from '../../../domain/actor.js';
import { type Channel } from '../../../domain/channel.js';
import { Clock } from '../../../domain/clock.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { SecretBox } from '../../../platform/security/secret-box.js';
import { ChannelChanges } from './channels.service.js';
import { channelOf } from './channel.mapper.js';
import { type NotificationChannelEntity, NotificationChannelsRepository } from './channels.repository.js';

/** A notice may be lost with the connection that it should have come over: nothing older than this is trusted. */
const trustedMs = 5_000;

/** The stored channels, cached until one of them changes in any process. */
@Injectable()
export class ActiveChannels implements OnApplicationShutdown {
  private known: { readonly readAt: number; readonly channels: Promise<readonly Channel[]> } | null = null;
  /** `<id> <revision>` of those that were already logged. */
  private readonly named = new Set<string>();
  private readonly stop: () => void;

  constructor(
    private readonly rows: NotificationChannelsRepository,
    private readonly changes: ChannelChanges,
    private readonly box: SecretBox,
    private readonly audit: AuditRecorder,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.stop = changes.onChange(() => void (this.known = null));
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  /** With their secrets opened; those whose secrets cannot be opened are left out and named in the log. */
  all(): Promise<readonly Channel[]> {
    const { known } = this;
    // The age of the cache, so not the Clock, which a test may stop.
    if (known && performance.now() - known.readAt < trustedMs) return known.channels;
    const channels = this.read();
    this.known = { readAt: performance.now(), channels };
    channels.catch(() => {
      if (this.known?.channels === channels) this.known = null;
    });
    return channels;
  }

  async find(id: string): Promise<Channel | null> {
    return (await this.all()).find((channel) => channel.id === id) ?? null;
  }

  /** The receiver no longer exists. Audited; nothing more is sent until a user resumes the channel. */
  async disable(transaction: Transaction, id: string): Promise<void> {
    const row = await this.rows.lock(transaction, id);
    if (!row || row.disabledAt) return;
    const disabledAt = this.clock.now();
    await this.rows.update(transaction, id, { disabledAt, updatedAt: disabledAt });
    const changes = { name: { to: row.name }, disabledAt: { from: null, to: disabledAt } };
    const target = { target: `channel:${id}`, targetName: row.name };
    await this.audit.record(transaction, { actor: systemActor, action: 'channel.disable', ...target, changes });
    await this.changes.announce(transaction);
  }

  /** `since` null: it delivers again. Returns whether this changed anything. */
  async markFailing(transaction: Transaction, id: string, since: Date | null): Promise<boolean> {
    const row = await this.rows.lock(transaction, id);
    if (!row || (row.failingSince === null) === (since === null)) return false;
    await this.rows.update(transaction, id, { failingSince: since });
    await this.changes.announce(transaction);
    return true;
  }

  /** Calls back, in every process, after channels were added, changed or removed. Returns the way to stop it. */
  onChange(listener: () => void): () => void {
    return this.changes.onChange(listener);
  }

  private async read(): Promise<readonly Channel[]> {
    const rows = await this.rows.all();
    return rows.map((row) => this.opened(row)).filter((channel) => channel !== null);
  }

  private opened(row: NotificationChannelEntity): Channel | null {
    try {
      return channelOf(row, this.box);
    } catch (error) {
      const version = `${row.id} ${row.revision}`;
      if (!this.named.has(version)) {
        this.log.error(
          { err: error, channel: row.id },
          'Could not decrypt the secrets of a notification channel; nothing is sent to it.',
        );
      }
      this.named.add(version);
      return null;
    }
  }
}
