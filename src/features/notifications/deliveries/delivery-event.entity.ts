import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Which events a delivery tells of. */
@Entity()
// An event goes to a channel once, whatever plans it; replays are the wish of a person.
@Index('delivery_event_once_idx', ['eventId', 'channelId'], { unique: true, where: 'replay = 0' })
@Index('delivery_event_of_event_idx', ['eventId', 'deliveryId'])
export class DeliveryEventEntity {
  @PrimaryColumn({ type: 'uuid' })
  deliveryId!: string;

  @PrimaryColumn({ type: 'uuid' })
  eventId!: string;

  @Column({ type: 'uuid' })
  channelId!: string;

  @Column({ type: 'integer' })
  replay!: number;
}
