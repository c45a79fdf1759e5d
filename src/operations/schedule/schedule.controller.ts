import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../platform/http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../platform/http/api-answers.js';
import { PlannedRunRecord, ScheduleQuery } from './schedule.dto.js';
import { ScheduleService } from './schedule.service.js';

@ApiTags('operations')
@Controller('operations/schedule')
export class ScheduleController {
  constructor(private readonly schedule: ScheduleService) {}

  /** What the schedules will start, soonest first; of the Directors that can tell (422 where none of the asked ones can). */
  @Get()
  @Requires('jobs:read')
  @ApiPage(PlannedRunRecord, 'Planned starts, soonest first.')
  @ApiProblems(404, 422, 502, 503, 504)
  listSchedule(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ScheduleQuery,
  ): Promise<PageOf<PlannedRunRecord>> {
    return this.schedule.listSchedule(principal, query);
  }
}
