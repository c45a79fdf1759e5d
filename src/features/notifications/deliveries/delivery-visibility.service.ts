import { Injectable } from '@nestjs/common';
import { eventTypes } from '../../../domain/event.js';
import { type Principal } from '../../../domain/principal.js';
import { isForAll, mayReadAll } from '../../events/event-visibility.js';
import { DeliveriesRepository, type DeliveredEvent, type DeliveryWithEvents } from './deliveries.repository.js';
import { DeliveryEntity } from './delivery.entities.js';

const forAll = eventTypes.filter(isForAll);
const hiddenTitle = 'The content is visible only with permission to read the audit records.';

/** The log of deliveries tells nobody of events that the list of events would not show them. */
@Injectable()
export class DeliveryVisibility {
  constructor(private readonly deliveries: DeliveriesRepository) {}

  /** The same deliveries; where one tells of what the caller may not read, without its words. */
  async shown(caller: Principal, rows: readonly DeliveryWithEvents[]): Promise<DeliveryWithEvents[]> {
    if (mayReadAll(caller) || rows.length === 0) return [...rows];
    const ids = rows.map(({ delivery }) => delivery.id);
    const hidden = await this.deliveries.tellingOfOthers(ids, forAll);
    return rows.map((row) => (hidden.has(row.delivery.id) ? withoutWords(row) : row));
  }

  async shownOne(caller: Principal, row: DeliveryWithEvents): Promise<DeliveryWithEvents> {
    return (await this.shown(caller, [row]))[0] ?? row;
  }

  shownEvents(caller: Principal, events: readonly DeliveredEvent[]): readonly DeliveredEvent[] {
    return mayReadAll(caller) ? events : events.filter(({ type }) => isForAll(type));
  }
}

function withoutWords(row: DeliveryWithEvents): DeliveryWithEvents {
  return { ...row, delivery: Object.assign(new DeliveryEntity(), row.delivery, { title: hiddenTitle }) };
}
