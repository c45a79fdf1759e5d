import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../../domain/actor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiMergePatch } from '../../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { DirectorPageQuery, DirectorQuery } from '../../../http/page.dto.js';
import { ChangedSchedule, ChangeScheduleBody, ScheduleRecord } from './schedules.dto.js';
import { SchedulesService } from './schedules.service.js';

@ApiTags('operations')
@Controller('operations/schedules')
export class SchedulesController {
  constructor(private readonly schedules: SchedulesService) {}

  /**
   * List schedules
   * @remarks Sorted by name, with the jobs that use them. `director=*` includes all Directors that can list their
   * schedules.
   */
  @Get()
  @Requires('jobs:read')
  @ApiPage(ScheduleRecord, 'Schedules by name.')
  @ApiProblems(404, 422, 502, 503, 504)
  listSchedules(
    @CurrentPrincipal() principal: Principal,
    @Query() query: DirectorPageQuery,
  ): Promise<PageOf<ScheduleRecord>> {
    return this.schedules.listSchedules(principal, query);
  }

  /**
   * Enable or disable a schedule
   * @remarks A disabled schedule starts no jobs. They can still be run manually. `persistent` shows whether the change
   * survives a restart of the Director.
   */
  @Patch(':name')
  @ApiMergePatch()
  @Requires('jobs:control')
  @ApiOkResponse({ type: ChangedSchedule, description: 'The schedule after the change.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  changeSchedule(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() { director }: DirectorQuery,
    @Body() { enabled }: ChangeScheduleBody,
  ): Promise<ChangedSchedule> {
    return this.schedules.changeSchedule(principal, actor, { name, director, enabled });
  }
}
