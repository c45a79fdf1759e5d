import { Global, Module } from '@nestjs/common';
import { AuditRecorder } from './audit-recorder.js';
import { AuditRecordsRepository } from './audit-records.repository.js';
import { AuditedDeeds } from './audited-deeds.js';
import { EventCleaning } from './event-cleaning.js';
import { EventRecorder } from './event-recorder.js';
import { EventsRepository } from './events.repository.js';

/** What features record: events for subscribers, audit records for reviewers. The assembly brings the emitter and the scheduler. */
@Global()
@Module({
  providers: [EventsRepository, EventRecorder, AuditRecordsRepository, AuditRecorder, AuditedDeeds, EventCleaning],
  exports: [EventRecorder, AuditRecorder, AuditedDeeds, AuditRecordsRepository],
})
export class EventsModule {}
