import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { FilesetsController } from './filesets/filesets.controller.js';
import { FilesetsService } from './filesets/filesets.service.js';
import { JobAcknowledgementsController } from './job-acknowledgements.controller.js';
import { JobAcknowledgements } from './job-acknowledgements.service.js';
import { JobsController } from './jobs.controller.js';
import { JobEstimates } from './job-estimates.service.js';
import { JobsService } from './jobs.service.js';
import { RunAcknowledgements, RunDetails, RunCancellation, RunsService } from '../runs/runs.service.js';
import { RunLongPoll } from '../runs/run-long-poll.service.js';
import { RunsController } from '../runs/runs.controller.js';
import { StartRun } from '../runs/requests/start-run.service.js';
import { ScheduleController } from './schedule/schedule.controller.js';
import { ScheduleService } from './schedule/schedule.service.js';
import { SchedulesController } from './schedule/schedules.controller.js';
import { SchedulesService } from './schedule/schedules.service.js';
import { RunEventBus } from '../runs/stream/run-event-bus.js';
import { RunStreams } from '../runs/stream/run-streams.service.js';
import { StreamController } from '../runs/stream/stream.controller.js';

/** Configured jobs, their runs, the schedule, and the stream of changes. */
@Module({
  imports: [RunsModule],
  controllers: [
    JobsController,
    JobAcknowledgementsController,
    FilesetsController,
    RunsController,
    ScheduleController,
    SchedulesController,
    StreamController,
  ],
  providers: [
    JobsService,
    JobAcknowledgements,
    JobEstimates,
    RunsService,
    RunDetails,
    RunCancellation,
    RunAcknowledgements,
    RunLongPoll,
    StartRun,
    FilesetsService,
    ScheduleService,
    SchedulesService,
    RunEventBus,
    RunStreams,
  ],
})
export class OperationsModule {}
