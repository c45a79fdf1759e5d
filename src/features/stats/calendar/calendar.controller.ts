import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { CalendarPage, CalendarQuery } from './calendar.dto.js';
import { CalendarService } from './calendar.service.js';

@ApiTags('operations')
@Controller('operations/calendar')
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  /**
   * List calendar entries
   * @remarks Compares scheduled with actual runs: each scheduled start with its run or as missed, and runs without a
   * scheduled start. Oldest first.
   */
  @Get()
  @Requires('jobs:read')
  @ApiOkResponse({ type: CalendarPage, description: 'Entries by time, oldest first.' })
  @ApiProblems(400, 404)
  listCalendar(@CurrentPrincipal() principal: Principal, @Query() query: CalendarQuery): Promise<CalendarPage> {
    return this.calendar.list(principal, query);
  }
}
