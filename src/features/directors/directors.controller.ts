import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { DirectorRecord, DirectorsQuery, DirectorStatus } from './directors.dto.js';
import { DirectorsService } from './directors.service.js';

@ApiTags('directors')
@Controller('directors')
export class DirectorsController {
  constructor(private readonly directors: DirectorsService) {}

  /**
   * List Directors
   * @remarks Sorted by name, each with its supported operations.
   */
  @Get()
  @Requires('directors:read')
  @ApiPage(DirectorRecord, 'Directors by name, including those that do not answer.')
  listDirectors(
    @CurrentPrincipal() principal: Principal,
    @Query() query: DirectorsQuery,
  ): Promise<PageOf<DirectorRecord>> {
    return this.directors.listDirectors(principal, query);
  }

  /**
   * Get a Director
   * @remarks With its version, its resources and its supported operations.
   */
  @Get(':name')
  @Requires('directors:read')
  @ApiOkResponse({ type: DirectorRecord, description: 'The Director, whether it answers or not.' })
  @ApiProblems(400, 404)
  getDirector(@CurrentPrincipal() principal: Principal, @Param('name') name: string): Promise<DirectorRecord> {
    return this.directors.getDirector(principal, name);
  }

  /**
   * Get the status of a Director
   * @remarks Returns running and waiting runs and the next scheduled starts.
   */
  @Get(':name/status')
  @Requires('directors:read')
  @ApiOkResponse({ type: DirectorStatus, description: 'Running runs, waiting runs and the next starts.' })
  @ApiProblems(400, 404, 502, 503, 504)
  getDirectorStatus(@CurrentPrincipal() principal: Principal, @Param('name') name: string): Promise<DirectorStatus> {
    return this.directors.getStatus(principal, name);
  }
}
