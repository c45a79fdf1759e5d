import { Global, Module } from '@nestjs/common';
import { EventRetentionJob } from './event-retention.job.js';
import { EventMetrics } from './event-metrics.js';
import { EventRecorder } from './event-recorder.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { RecordedEvents } from './recorded-events.repository.js';

/** Records events for subscribers, and lists them. The application module brings the emitter and the scheduler. */
@Global()
@Module({
  controllers: [EventsController],
  providers: [EventsRepository, EventRecorder, RecordedEvents, EventRetentionJob, EventMetrics],
  exports: [EventRecorder],
})
export class EventsModule {}
