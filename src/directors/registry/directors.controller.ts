import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../platform/http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../platform/http/api-answers.js';
import { DirectorRecord, DirectorsQuery, DirectorStatus } from './directors.dto.js';
import { DirectorsService } from './directors.service.js';

@ApiTags('directors')
@Controller('directors')
export class DirectorsController {
  constructor(private readonly directors: DirectorsService) {}

  /** The configured Directors by name, with what each can do. */
  @Get()
  @Requires('directors:read')
  @ApiPage(DirectorRecord, 'Directors by name; one that does not answer stands here too.')
  listDirectors(
    @CurrentPrincipal() principal: Principal,
    @Query() query: DirectorsQuery,
  ): Promise<PageOf<DirectorRecord>> {
    return this.directors.listDirectors(principal, query);
  }

  /** One Director. */
  @Get(':name')
  @Requires('directors:read')
  @ApiOkResponse({ type: DirectorRecord, description: 'The Director, whether it answers or not.' })
  @ApiProblems(400, 404)
  getDirector(@CurrentPrincipal() principal: Principal, @Param('name') name: string): Promise<DirectorRecord> {
    return this.directors.getDirector(principal, name);
  }

  /** What a Director does now and next. */
  @Get(':name/status')
  @Requires('directors:read')
  @ApiOkResponse({ type: DirectorStatus, description: 'Runs on their way, runs that wait, and the next starts.' })
  @ApiProblems(400, 404, 502, 503, 504)
  getDirectorStatus(@CurrentPrincipal() principal: Principal, @Param('name') name: string): Promise<DirectorStatus> {
    return this.directors.getStatus(principal, name);
  }
}
