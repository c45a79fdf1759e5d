import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { ClientsController } from '../clients/clients.controller.js';
import { ClientsService } from '../clients/clients.service.js';
import { DirectorMetrics } from './health/director-metrics.js';
import { DirectorHealthMonitors } from './health/director-health-monitor.js';
import { HealthController } from './health/health.controller.js';
import { HealthService } from './health/health.service.js';
import { DirectorsController } from './directors.controller.js';
import { RestoreDirectorsController } from './restore-directors.controller.js';
import { DirectorsService } from './directors.service.js';

/** Directors and their clients: what they are, what they do, and whether they are well. */
@Module({
  imports: [RunsModule],
  controllers: [HealthController, DirectorsController, RestoreDirectorsController, ClientsController],
  providers: [DirectorHealthMonitors, DirectorMetrics, HealthService, DirectorsService, ClientsService],
})
export class DirectorsModule {}
