import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Acknowledgements } from './acknowledgements/acknowledgements.repository.js';
import { Acknowledging } from './acknowledgements/acknowledging.service.js';
import { RunCancelRequests } from './cancels/run-cancel-requests.repository.js';
import { RunFigures } from './metrics/run-figures.repository.js';
import { RunMetrics } from './metrics/run-metrics.js';
import { OrderRetention } from './order-retention.service.js';
import { RunOrderEntity } from './order.entity.js';
import { OrderSettlement } from './order-settlement.service.js';
import { OrdersRepository } from './orders.repository.js';
import { Orders } from './orders.service.js';
import { OutlierWeighing } from './outliers/outlier-weighing.service.js';
import { RunOutliers } from './outliers/run-outliers.repository.js';
import { RecordedRuns } from './record/recorded-runs.repository.js';
import { RunChanges } from './record/run-changes.service.js';
import { RunEndEvents } from './record/run-end-events.js';
import { RunFeeders } from './record/run-feeders.service.js';
import { RunHistory } from './record/run-history.service.js';
import { RunIntake } from './record/run-intake.service.js';
import { WaitingRuns } from './record/waiting-runs.repository.js';
import { RunWrites } from './record/run-writes.repository.js';
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
