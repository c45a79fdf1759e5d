import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays } from '../../../database/prepared-statement.js';

/** Pending deliveries. `oldestDue` in seconds since the epoch; null: nothing is due. */
export interface Backlog {
  readonly waiting: number;
  readonly due: number;
  readonly sending: number;
  readonly oldestDue: number | null;
  /** Events that were not yet given out to channels. */
  readonly eventsWaiting: number;
}

/** Counts pending deliveries by their partial indexes, without reading the delivered ones. */
@Injectable()
export class DeliveryMetricsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async backlog(now: Date): Promise<Backlog> {
    const text = `SELECT count(*)::int, (count(*) FILTER (WHERE due_at <= $1))::int,
        date_part('epoch', min(due_at) FILTER (WHERE due_at <= $1)),
        (SELECT count(*) FROM delivery WHERE status = 'sending')::int,
        (SELECT count(*) FROM event WHERE fanned_out_at IS NULL)::int
      FROM delivery WHERE status = 'waiting'`;
    const rows = await queryArrays<[number, number, number | null, number, number]>(this.dataSource, { text }, [now]);
    const [waiting, due, oldestDue, sending, eventsWaiting] = rows[0] ?? [0, 0, null, 0, 0];
    return { waiting, due, sending, oldestDue, eventsWaiting };
  }
}
