import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { PlannedRunRecord, ScheduleQuery } from './schedule.dto.js';
import { ScheduleService } from './schedule.service.js';

@ApiTags('operations')
@Controller('operations/schedule')
export class ScheduleController {
  constructor(private readonly schedule: ScheduleService) {}

  /**
   * List scheduled starts
   * @remarks Soonest first, from all Directors with a readable schedule. Returns 422 if none of the requested Directors
   * has one.
   */
  @Get()
  @Requires('jobs:read')
  @ApiPage(PlannedRunRecord, 'Scheduled starts, soonest first.')
  @ApiProblems(404, 422, 502, 503, 504)
  listSchedule(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ScheduleQuery,
  ): Promise<PageOf<PlannedRunRecord>> {
    return this.schedule.listSchedule(principal, query);
  }
}
