import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseSession } from '../../../database/lock-connection.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { NotificationChannelsRepository } from './channels.repository.js';

const databaseChannel = 'notification_channels_changed';

/** Tells this process that channels were added, changed or removed, whichever process did it. */
@Injectable()
export class ChannelChanges implements OnApplicationShutdown {
  private readonly listeners = new Set<() => void>();
  private readonly stop: () => void;

  constructor(
    session: DatabaseSession,
    private readonly rows: NotificationChannelsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.stop = session.listen(databaseChannel, () => this.tell());
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

  /** To be called by whoever changes a channel, in the transaction of the change; it must be one of UnitOfWork.run. */
  async announce(transaction: Transaction): Promise<void> {
    await this.rows.notify(transaction, databaseChannel);
    // This process need not wait for the database to bring it its own news.
    this.unitOfWork.afterCommit(transaction, () => this.tell());
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
