import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, DeletionClock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { RetentionJobs } from '../../platform/retention-jobs.js';
import { clockSources } from './clock-sources.repository.js';
import { ClockTrust } from './clock-trust.repository.js';
import { ClockMonitor } from './clock-monitor.service.js';
import { ClockController } from './clock.controller.js';
import { FutureDates } from './future-dates.repository.js';

/** Whether the present time is plausible. Global for the sake of everything that deletes by age. */
@Global()
@Module({
  controllers: [ClockController],
  providers: [
    {
      provide: ClockTrust,
      inject: [DataSource, Clock, Directors, SETTINGS],
      useFactory: (dataSource: DataSource, clock: Clock, directors: Directors, settings: Settings) =>
        new ClockTrust(dataSource, clock, () =>
          clockSources(dataSource, settings.databaseUrl !== null, directors.all()),
        ),
    },
    { provide: DeletionClock, useExisting: ClockTrust },
    RetentionJobs,
    FutureDates,
    ClockMonitor,
  ],
  exports: [ClockTrust, DeletionClock, RetentionJobs],
})
export class ClockModule {}
