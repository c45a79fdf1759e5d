import { Global, Module } from '@nestjs/common';
import { ClientSilences } from '../domain/client-silences.port.js';
import { RunsModule } from '../runs/runs.module.js';
import { ClientSettings } from './client-settings.service.js';
import { ClientSilencesRepository } from './client-silences.repository.js';
import { MonitoredClientsController } from './monitored-clients.controller.js';
import { MonitoredClientsService } from './monitored-clients.service.js';
import { ScheduleIntervals } from './schedule-intervals.service.js';
import { SilenceEvaluation } from './silence-evaluation.service.js';
import { SilenceFigures } from './silence-figures.repository.js';
import { SilenceMetrics } from './silence-metrics.js';
import { SilenceMonitor } from './silence.monitor.js';
import { SilenceRoundsRepository } from './silence-rounds.repository.js';
import { SilenceRounds } from './silence-rounds.service.js';
import { SilenceStates } from './silence-states.service.js';
import { StoredClientSilences } from './stored-client-silences.js';
import { ThresholdsController } from './thresholds.controller.js';
import { ThresholdsRepository } from './thresholds.repository.js';
import { ThresholdsService } from './thresholds.service.js';

/** Tells when a client goes without a good backup for too long. An internal group, apart from what the document covers. */
@Global()
@Module({
  imports: [RunsModule],
  controllers: [ThresholdsController, MonitoredClientsController],
  providers: [
    ...[ClientSilencesRepository, ThresholdsRepository, SilenceRoundsRepository],
    ...[SilenceStates, SilenceEvaluation, ScheduleIntervals, SilenceRounds, SilenceMonitor],
    ...[ThresholdsService, MonitoredClientsService, ClientSettings],
    ...[SilenceFigures, SilenceMetrics],
    { provide: ClientSilences, useClass: StoredClientSilences },
  ],
  exports: [ClientSilences],
})
export class MonitoringModule {}
