import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Acknowledgements } from './acknowledgements/acknowledgements.repository.js';
import { Acknowledging } from './acknowledgements/acknowledgements.service.js';
import { RunCancelRequests } from './requests/run-cancel-requests.repository.js';
import { RunFigures } from './metrics/run-metrics.repository.js';
import { RunMetrics } from './metrics/run-metrics.js';
import { OrderRetention } from './requests/run-request-retention.job.js';
import { RunOrderEntity, OrdersRepository } from './requests/run-requests.repository.js';
import { OrderSettlement } from './requests/run-request-reconciler.service.js';
import { Orders } from './requests/run-requests.service.js';
import { OutlierWeighing } from './outliers/outlier-detection.service.js';
import { RunOutliers } from './outliers/outliers.repository.js';
import { RecordedRuns } from './store/runs.repository.js';
import { RunChanges } from './store/run-changes.service.js';
import { RunEndEvents } from './sync/run-completed-event.js';
import { RunFeeders } from './sync/run-sync.service.js';
import { RunHistory } from './store/run-history.service.js';
import { RunIntake } from './sync/run-ingestion.service.js';
import { WaitingRuns } from './sync/waiting-runs.repository.js';
import { RunWrites } from './sync/run-writes.repository.js';
import { RunRecords } from './run-records.service.js';

/** What every feature may know of runs: their record, their files' record, and the one way to start them. Has no routes. */
@Module({
  imports: [TypeOrmModule.forFeature([RunOrderEntity])],
  providers: [
    ...[OrdersRepository, Orders, OrderRetention, OrderSettlement, RunRecords],
    ...[Acknowledgements, Acknowledging, RunCancelRequests, RunOutliers, OutlierWeighing],
    ...[RecordedRuns, RunWrites, RunEndEvents, RunIntake, RunHistory, RunChanges, RunFeeders, WaitingRuns],
    ...[RunFigures, RunMetrics],
  ],
  exports: [
    ...[Orders, RunRecords, RunHistory, RunChanges, RecordedRuns, RunOutliers, WaitingRuns],
    ...[Acknowledgements, Acknowledging, RunCancelRequests],
  ],
})
export class RunsModule {}
