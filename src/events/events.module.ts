import { Global, Module } from '@nestjs/common';
import { AuditRecorder } from './audit-recorder.js';
import { AuditRecordsRepository } from './audit-records.repository.js';
import { AuditedDeeds } from './audited-deeds.js';
import { EventCleaning } from './event-cleaning.js';
import { EventMetrics } from './event-metrics.js';
import { EventRecorder } from './event-recorder.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { RecordedEvents } from './recorded-events.repository.js';

/** What features record, and the list of events: events for subscribers, audit records for reviewers. The assembly brings the emitter and the scheduler. */
@Global()
@Module({
  controllers: [EventsController],
  providers: [
    ...[EventsRepository, EventRecorder, RecordedEvents, EventCleaning, EventMetrics],
    ...[AuditRecordsRepository, AuditRecorder, AuditedDeeds],
  ],
  exports: [EventRecorder, AuditRecorder, AuditedDeeds, AuditRecordsRepository],
})
export class EventsModule {}
