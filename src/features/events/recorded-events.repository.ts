import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EventType, type Severity } from '../../domain/event.js';
import { countCap, type PageRequest, type Slice, sliceOf, type Total, totalOf } from '../../domain/pagination.js';
import { type RecordedEvent } from './event-record.dto.js';

export interface EventFilter {
  /** One of these; absent: any. */
  readonly types?: readonly EventType[];
  readonly subject?: string;
  readonly dedupKey?: string;
  readonly severity?: Severity;
  /** Bounds of recordedAt: since is inclusive, until exclusive. */
  readonly since?: Date;
  readonly until?: Date;
}

const newestFirst = 'ORDER BY recorded_at DESC, id DESC';
const selected = `id, type, "timestamp", recorded_at, recorded_at AS "recordedAt", severity, source, subject,
  dedup_key AS "dedupKey", summary, data, links`;

/** Queries of the recorded events. */
@Injectable()
export class RecordedEvents {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string): Promise<RecordedEvent | null> {
    const text = `SELECT ${selected} FROM event WHERE id = $1`;
    const [event] = await this.dataSource.query<RecordedEvent[]>(text, [id]);
    return event ?? null;
  }

  /** Newest first by the time of recording. A page's position is [recordedAt, id] of its last row. */
  async list(filter: EventFilter, page: PageRequest): Promise<Slice<RecordedEvent>> {
    const statement = new EventStatement();
    const text = `${statement.of(selected, filter, page.limit + 1, page.after)} ${newestFirst} LIMIT ${page.limit + 1}`;
    const rows = await this.dataSource.query<RecordedEvent[]>(text, statement.values);
    const total = page.count === true ? await this.count(filter) : undefined;
    return sliceOf(rows, page.limit, ({ recordedAt, id }) => [recordedAt.toISOString(), id], total);
  }

  private async count(filter: EventFilter): Promise<Total> {
    const statement = new EventStatement();
    const matching = statement.of('recorded_at, id', filter, countCap + 1);
    const text = `SELECT count(*)::int AS events FROM (${matching} LIMIT ${countCap + 1}) counted`;
    const [row] = await this.dataSource.query<{ events: number }[]>(text, statement.values);
    return totalOf(row?.events ?? 0);
  }
}

/** The text of a question for events, and its values. */
class EventStatement {
  readonly values: unknown[] = [];

  /** For several types, the newest of each by its index: a rare type would otherwise scan all events. */
  of(columns: string, filter: EventFilter, limit: number, after?: PageRequest['after']): string {
    const { types, subject, dedupKey, severity } = filter;
    const conditions = this.conditionsOf(filter, after);
    const isNarrow = subject !== undefined || dedupKey !== undefined || severity !== undefined;
    const all = (more: readonly string[]): string => {
      const where = [...conditions, ...more];
      return `SELECT ${columns} FROM event ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}`;
    };
    if (types === undefined) return all([]);
    if (types.length === 1) return all([`type = ${this.add(types[0])}`]);
    if (isNarrow || types.length === 0) return all([`type = ANY (${this.add(types)}::text[])`]);
    const branches = types.map((type) => `(${all([`type = ${this.add(type)}`])} ${newestFirst} LIMIT ${limit})`);
    return `SELECT * FROM (${branches.join(' UNION ALL ')}) newest`;
  }

  private conditionsOf(filter: EventFilter, after: PageRequest['after']): string[] {
    const { subject, dedupKey, severity, since, until } = filter;
    const conditions: string[] = [];
    if (subject !== undefined) conditions.push(`subject = ${this.add(subject)}`);
    if (dedupKey !== undefined) conditions.push(`dedup_key = ${this.add(dedupKey)}`);
    if (severity !== undefined) conditions.push(`severity = ${this.add(severity)}`);
    if (since !== undefined) conditions.push(`recorded_at >= ${this.add(since)}`);
    if (until !== undefined) conditions.push(`recorded_at < ${this.add(until)}`);
    if (after) {
      const [recordedAt, id] = after;
      conditions.push(`(recorded_at, id) < (${this.add(recordedAt)}::timestamptz, ${this.add(id)}::uuid)`);
    }
    return conditions;
  }

  private add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
