import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Acknowledgements } from './acknowledgements/acknowledgements.repository.js';
import { AcknowledgementsService } from './acknowledgements/acknowledgements.service.js';
import { RunCancelRequests } from './requests/run-cancel-requests.repository.js';
import { RunMetricsRepository } from './metrics/run-metrics.repository.js';
import { RunMetrics } from './metrics/run-metrics.js';
import { RunRequestRetentionJob } from './requests/run-request-retention.job.js';
import { RunOrderEntity, RunRequestsRepository } from './requests/run-requests.repository.js';
import { RunRequestReconciler } from './requests/run-request-reconciler.service.js';
import { RunRequestsService } from './requests/idempotent-run-requests.service.js';
import { OutlierDetection } from './outliers/outlier-detection.service.js';
import { RunOutliers } from './outliers/outliers.repository.js';
import { RunsRepository } from './store/runs.repository.js';
import { RunChanges } from './store/run-changes.service.js';
import { RunCompletedEvents } from './sync/run-completed-event.js';
import { RunSyncService } from './sync/run-sync-workers.service.js';
import { RunHistory } from './store/run-history.service.js';
import { RunIngestion } from './sync/run-ingestion.service.js';
import { WaitingRuns } from './sync/waiting-runs.repository.js';
import { RunWrites } from './sync/run-writes.repository.js';
import { RunRecords } from './run-records.service.js';

/** What every feature may know of runs: their record, their files' record, and the one way to start them. Has no routes. */
@Module({
  imports: [TypeOrmModule.forFeature([RunOrderEntity])],
  providers: [
    RunRequestsRepository,
    RunRequestsService,
    RunRequestRetentionJob,
    RunRequestReconciler,
    RunRecords,
    Acknowledgements,
    AcknowledgementsService,
    RunCancelRequests,
    RunOutliers,
    OutlierDetection,
    RunsRepository,
    RunWrites,
    RunCompletedEvents,
    RunIngestion,
    RunHistory,
    RunChanges,
    RunSyncService,
    WaitingRuns,
    RunMetricsRepository,
    RunMetrics,
  ],
  exports: [
    RunRequestsService,
    RunRecords,
    RunHistory,
    RunChanges,
    RunsRepository,
    RunOutliers,
    WaitingRuns,
    Acknowledgements,
    AcknowledgementsService,
    RunCancelRequests,
  ],
})
export class RunsModule {}
