import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type EventEnvelope, type EventType, eventTypes, severities, type Severity } from '../../domain/event.js';
import { PageQuery } from '../../http/page.dto.js';
import { InstantField, QueryWords } from '../../http/query.decorators.js';
import { TextLine } from '../../http/text-line.decorator.js';

/** Event as a webhook in the format `standard` gets it (`docs/integrate/events.md`). */
export class EventEnvelopeRecord {
  /**
   * Id of the event, also the `webhook-id` of webhooks.
   * @example '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22'
   */
  id!: string;

  /**
   * Type of the event. New types can be added: ignore those that you do not know.
   * @example 'job.completed.error'
   */
  type!: string;

  /** When it happened. */
  timestamp!: Date;

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
   * @example 'Backup "BackupHome" (Full) of this-machine on embedded failed: no data saved, 1 error. The storage is full.'
   */
  summary!: string;

  /** Details, depending on the type. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data!: Readonly<Record<string, unknown>>;

  /** Related resources, as absolute URLs. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  links!: Readonly<Record<string, string>>;
}

/** Event as the console stores it. */
export class EventRecord extends EventEnvelopeRecord {
  /** Type of the event. */
  @ApiProperty({ enum: eventTypes, enumName: 'EventType', examples: ['job.completed.error'] })
  declare type: EventType;

  /** When the console recorded it. Later than `timestamp` if the console or the Director was unavailable. */
  recordedAt!: Date;
}

export class EventsQuery extends PageQuery {
  /** Return only events of these types. */
  @QueryWords(eventTypes)
  type?: EventType[];

  /**
   * Return only events with exactly this subject.
   * @example 'token:7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @IsOptional()
  @TextLine({ max: 500 })
  subject?: string;

  /**
   * Return only events of exactly this incident.
   * @example 'job:embedded:BackupHome'
   */
  @IsOptional()
  @TextLine({ max: 500 })
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
