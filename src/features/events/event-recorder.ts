import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { type Logger } from 'pino';
import { Clock } from '../../domain/clock.js';
import { type EventEnvelope } from '../../domain/event.js';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { EventsRepository } from './events.repository.js';

export interface NewEvent extends Omit<EventEnvelope, 'id' | 'timestamp'> {
  /** Names the one occurrence, for example `api_token.revoke:<id>`: the second event of a key is not recorded. */
  readonly onceKey: string;
  /** When it happened; absent: now. */
  readonly timestamp?: Date;
}

/**
 * Stores an event in the transaction of its cause and announces it, under its type as name, once that is committed.
 * The row is the memory; the announcement only wakes listeners, and one that fails takes nothing down with it.
 */
@Injectable()
export class EventRecorder {
  constructor(
    private readonly events: EventsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly emitter: EventEmitter2,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** The transaction must be one of UnitOfWork.run. Returns null if the event is recorded already. */
  async record(transaction: Transaction, event: NewEvent): Promise<EventEnvelope | null> {
    const { onceKey, ...members } = event;
    const now = this.clock.now();
    const envelope: EventEnvelope = { id: randomUUID(), timestamp: now, ...members };
    if (!(await this.events.insertOnce(transaction, onceKey, envelope, now))) return null;
    this.unitOfWork.afterCommit(transaction, () => {
      this.announce(envelope);
    });
    return envelope;
  }

  private announce(event: EventEnvelope): void {
    try {
      this.emitter.emit(event.type, event);
    } catch (error) {
      this.log.error({ err: error, event: event.id }, 'An event listener failed.');
    }
  }
}
