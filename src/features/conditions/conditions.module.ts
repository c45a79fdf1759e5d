import { Global, Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { ConditionMonitor } from './condition-monitor.js';
import { Conditions } from '../../domain/condition.js';
import { DirectorChecks } from './director-checks.service.js';
import { ConditionsService } from './conditions.service.js';
import { ConditionStates } from './condition-states.repository.js';

/** Conditions that subscribers are notified of when they begin and end. Global: channels and log-ins report theirs. */
@Global()
@Module({
  imports: [RunsModule],
  providers: [ConditionStates, { provide: Conditions, useClass: ConditionsService }, DirectorChecks, ConditionMonitor],
  exports: [Conditions],
})
export class ConditionsModule {}
