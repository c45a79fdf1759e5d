import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, type PageOf } from '../../http/api-answers.js';
import { PageQuery } from '../../http/page.dto.js';
import { RestoreDirectorRecord } from './directors.dto.js';
import { DirectorsService } from './directors.service.js';

/** The Directors as a restore sees them; the route follows the contract, the folder the group. */
@ApiTags('restore')
@Controller('restore/directors')
export class RestoreDirectorsController {
  constructor(private readonly directors: DirectorsService) {}

  /**
   * List Directors to restore from
   * @remarks Sorted by name, with the names of their clients. Everything else about Directors and clients requires
   * directors:read.
   */
  @Get()
  @Requires('restore:browse')
  @ApiPage(RestoreDirectorRecord, 'Directors by name, including those that do not answer.')
  listRestoreDirectors(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PageQuery,
  ): Promise<PageOf<RestoreDirectorRecord>> {
    return this.directors.listRestoreDirectors(principal, query);
  }
}
