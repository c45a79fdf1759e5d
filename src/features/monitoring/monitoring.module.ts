import { Global, Module } from '@nestjs/common';
import { JobProtections } from '../../domain/protection.js';
import { RunsModule } from '../runs/runs.module.js';
import { ClientSettings } from './client-settings.service.js';
import { ClientSilencesRepository } from './client-silences.repository.js';
import { JobProtectionsRepository } from './job-protections.repository.js';
import { JobSettings } from './job-settings.service.js';
import { RetainedBackupsRepository } from './retained-backups.repository.js';
import { RetainedBackups } from './retained-backups.service.js';
import { MonitoredClientsController } from './monitored-clients.controller.js';
import { MonitoredClientsService } from './monitored-clients.service.js';
import { MonitoredJobsController } from './monitored-jobs.controller.js';
import { MonitoredJobsService } from './monitored-jobs.service.js';
import { OverdueEvaluation } from './overdue-evaluation.service.js';
import { ProtectionMetrics } from './protection-metrics.js';
import { ScheduleIntervals } from './schedule-intervals.service.js';
import { SilenceEvaluation } from './silence-evaluation.service.js';
import { SilenceMetricsRepository } from './silence-metrics.repository.js';
import { SilenceMetrics } from './silence-metrics.js';
import { SilenceMonitor } from './silence-monitor.service.js';
import { SilenceRoundsRepository } from './silence-evaluation-runs.repository.js';
import { SilenceEvaluationRuns } from './silence-evaluation-runs.service.js';
import { SilenceStates } from './silence-states.service.js';
import { ClientSilencesService } from './client-silences.service.js';
import { JobProtectionsService } from './job-protections.service.js';
import { ThresholdsController } from './thresholds.controller.js';
import { ThresholdsRepository } from './thresholds.repository.js';
import { ThresholdsService } from './thresholds.service.js';

/** Watches whether clients and jobs have good backups that are recent enough. An internal group, apart from what the document covers. */
@Global()
@Module({
  imports: [RunsModule],
  controllers: [ThresholdsController, MonitoredClientsController, MonitoredJobsController],
  providers: [
    ClientSilencesService,
    ClientSilencesRepository,
    ThresholdsRepository,
    SilenceRoundsRepository,
    SilenceStates,
    SilenceEvaluation,
    ScheduleIntervals,
    SilenceEvaluationRuns,
    SilenceMonitor,
    ThresholdsService,
    MonitoredClientsService,
    ClientSettings,
    SilenceMetricsRepository,
    SilenceMetrics,
    JobProtectionsRepository,
    OverdueEvaluation,
    MonitoredJobsService,
    JobSettings,
    ProtectionMetrics,
    RetainedBackupsRepository,
    RetainedBackups,
    { provide: JobProtections, useClass: JobProtectionsService },
  ],
  exports: [ClientSilencesService, JobProtections],
})
export class MonitoringModule {}
