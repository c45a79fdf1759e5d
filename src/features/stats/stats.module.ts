import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { CalendarController } from './calendar/calendar.controller.js';
import { CalendarRepository } from './calendar/calendar.repository.js';
import { CalendarService } from './calendar/calendar.service.js';
import { ClientRankings } from './clients/client-rankings.repository.js';
import { ClientStatisticsRepository } from './clients/client-statistics.repository.js';
import { ClientStatisticsService } from './clients/client-statistics.service.js';
import { DaysRepository } from './days/days.repository.js';
import { DaysService } from './days/days.service.js';
import { JobStatisticsRepository } from './jobs/job-statistics.repository.js';
import { JobStatisticsService } from './jobs/job-statistics.service.js';
import { OutliersService } from './outliers.service.js';
import { ScheduleMonitor } from './schedule-monitor/schedule-monitor.service.js';
import { ExpectedStarts } from './schedule-monitor/expected-starts.repository.js';
import { RollingTotals, RollingTotalsJob } from './rollups/rolling-totals.repository.js';
import { StatsController } from './stats.controller.js';
import { StorageStatisticsRepository } from './storage/storage-statistics.repository.js';
import { StorageStatisticsService } from './storage/storage-statistics.service.js';
import { SummaryRepository } from './summary/summary.repository.js';
import { SummaryService } from './summary/summary.service.js';

/** Statistics of runs. */
@Module({
  imports: [RunsModule],
  controllers: [StatsController, CalendarController],
  providers: [
    SummaryRepository,
    SummaryService,
    JobStatisticsRepository,
    JobStatisticsService,
    ClientStatisticsRepository,
    ClientStatisticsService,
    StorageStatisticsRepository,
    StorageStatisticsService,
    DaysRepository,
    DaysService,
    OutliersService,
    CalendarRepository,
    CalendarService,
    ExpectedStarts,
    ScheduleMonitor,
    ClientRankings,
    RollingTotals,
    RollingTotalsJob,
  ],
})
export class StatsModule {}
