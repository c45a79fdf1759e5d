import { Injectable } from '@nestjs/common';
import { eventTypes } from '../../../domain/event.js';
import { type Principal } from '../../../domain/principal.js';
import { isForAll, mayReadAll } from '../../events/event-visibility.js';
import { DeliveriesRepository, type DeliveredEvent, type DeliveryWithEvents } from './deliveries.repository.js';
import { DeliveryEntity } from './delivery.entities.js';

const forAll = eventTypes.filter(isForAll);
const hiddenTitle = 'The content is visible only with permission to read the audit records.';

/** The log of deliveries shows events only to callers who may read them in the list of events. */
@Injectable()
export class DeliveryVisibility {
  constructor(private readonly deliveries: DeliveriesRepository) {}

  /** The same deliveries; without the content of events that the caller may not read. */
  async shown(caller: Principal, rows: readonly DeliveryWithEvents[]): Promise<DeliveryWithEvents[]> {
    if (mayReadAll(caller) || rows.length === 0) return [...rows];
    const ids = rows.map(({ delivery }) => delivery.id);
    const hidden = await this.deliveries.withOtherEvents(ids, forAll);
    return rows.map((row) => (hidden.has(row.delivery.id) ? withoutContent(row) : row));
  }

  async visibleDelivery(caller: Principal, row: DeliveryWithEvents): Promise<DeliveryWithEvents> {
    return (await this.shown(caller, [row]))[0] ?? row;
  }

  visibleEvents(caller: Principal, events: readonly DeliveredEvent[]): readonly DeliveredEvent[] {
    return mayReadAll(caller) ? events : events.filter(({ type }) => isForAll(type));
  }
}

function withoutContent(row: DeliveryWithEvents): DeliveryWithEvents {
  return { ...row, delivery: Object.assign(new DeliveryEntity(), row.delivery, { title: hiddenTitle }) };
}
