import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { type EventEnvelope, type EventType, eventTypes, severities, type Severity } from '../domain/event.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { InstantField, QueryWords } from '../platform/http/query.decorators.js';

/** Event as it is sent to subscribers (`docs/events.md`). */
export class EventRecord {
  /**
   * Id of the event, also the `webhook-id` of webhooks.
   * @example '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22'
   */
  id!: string;

  /** Type of the event. */
  @ApiProperty({ enum: eventTypes, enumName: 'EventType', examples: ['job.completed.error'] })
  type!: EventType;

  /** When it happened. */
  timestamp!: Date;

  /** When the console recorded it. Later than `timestamp` if the console or the Director was unavailable. */
  recordedAt!: Date;

  /** Severity of the event. */
  @ApiProperty({ enum: severities, enumName: 'Severity', examples: ['error'] })
  severity!: Severity;

  /**
   * Director where it happened, or `backup-console`.
   * @example 'embedded'
   */
  source!: string;

  /**
   * Subject of the event.
   * @example 'run:embedded:BackupHome.2026-11-20_21.00.00_07'
   */
  subject!: string;

  /**
   * Incident that the event belongs to. Related events have the same key.
   * @example 'job:embedded:BackupHome'
   */
  dedupKey!: string;

  /**
   * Summary in one or two sentences.
   * @example 'Backup "BackupHome" (Full) of this-machine on embedded failed: 0 files, 0 bytes, 1 error. The storage is full.'
   */
  summary!: string;

  /** Details, depending on the type. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data!: Readonly<Record<string, unknown>>;

  /** Related resources, as absolute URLs. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  links!: Readonly<Record<string, string>>;
}

const exact = { message: '$property must be 1 to 500 characters on one line' };

export class EventsQuery extends PageQuery {
  /** Return only events of these types. */
  @QueryWords(eventTypes)
  type?: EventType[];

  /**
   * Return only events with exactly this subject.
   * @example 'token:7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,500}$/u, exact)
  subject?: string;

  /**
   * Return only events of exactly this incident.
   * @example 'job:embedded:BackupHome'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,500}$/u, exact)
  dedupKey?: string;

  /** Return only events of this severity. */
  @ApiProperty({ enum: severities, enumName: 'Severity', required: false })
  @IsOptional()
  @IsIn(severities)
  severity?: Severity;

  /** Return only events recorded at or after this time. */
  @InstantField()
  since?: Date;

  /** Return only events recorded before this time. */
  @InstantField()
  until?: Date;
}

export interface RecordedEvent extends EventEnvelope {
  readonly recordedAt: Date;
}

export function eventRecordOf(event: RecordedEvent): EventRecord {
  const { id, type, timestamp, recordedAt, severity, source, subject, dedupKey, summary, data, links } = event;
  return { id, type, timestamp, recordedAt, severity, source, subject, dedupKey, summary, data, links };
}
