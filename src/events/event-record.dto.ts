import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { type EventEnvelope, type EventType, eventTypes, severities, type Severity } from '../domain/event.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { InstantField, QueryWords } from '../platform/http/query.decorators.js';

/** Something that happened, as subscribers are told of it (`docs/events.md`). */
export class EventRecord {
  /**
   * Identifies the event; a webhook's `webhook-id`.
   * @example '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22'
   */
  id!: string;

  /** What happened. */
  @ApiProperty({ enum: eventTypes, enumName: 'EventType', examples: ['job.completed.error'] })
  type!: EventType;

  /** When it happened. */
  timestamp!: Date;

  /** When the console put it on record: later than it happened where the console or the Director was away. */
  recordedAt!: Date;

  /** How grave it is. */
  @ApiProperty({ enum: severities, enumName: 'Severity', examples: ['error'] })
  severity!: Severity;

  /**
   * The Director that it happened at, or `backup-console`.
   * @example 'embedded'
   */
  source!: string;

  /**
   * What it happened to.
   * @example 'run:embedded:BackupHome.2026-11-20_21.00.00_07'
   */
  subject!: string;

  /**
   * The trouble that it is about, which other events share.
   * @example 'job:embedded:BackupHome'
   */
  dedupKey!: string;

  /**
   * What happened in a sentence.
   * @example 'Backup "BackupHome" (Full) of this-machine on embedded failed: 0 files, 0 bytes, 1 error. The storage is full.'
   */
  summary!: string;

  /** What there is to know of it, by its type. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data!: Readonly<Record<string, unknown>>;

  /** Where to go on from it, absolute. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  links!: Readonly<Record<string, string>>;
}

const exact = { message: '$property must be 1 to 500 characters on one line' };

export class EventsQuery extends PageQuery {
  /** Only events of one of these types. */
  @QueryWords(eventTypes)
  type?: EventType[];

  /**
   * Only events about exactly this.
   * @example 'token:7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,500}$/u, exact)
  subject?: string;

  /**
   * Only events about exactly this trouble.
   * @example 'job:embedded:BackupHome'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,500}$/u, exact)
  dedupKey?: string;

  /** Only events of this severity. */
  @ApiProperty({ enum: severities, enumName: 'Severity', required: false })
  @IsOptional()
  @IsIn(severities)
  severity?: Severity;

  /** Only events that were put on record at this time or later. */
  @InstantField()
  since?: Date;

  /** Only events that were put on record before this time. */
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
