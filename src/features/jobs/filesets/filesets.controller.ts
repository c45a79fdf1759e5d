import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { FilesetRecord, FilesetsQuery } from './filesets.dto.js';
import { FilesetsService } from './filesets.service.js';

@ApiTags('operations')
@Controller('operations/filesets')
export class FilesetsController {
  constructor(private readonly filesets: FilesetsService) {}

  /**
   * List filesets
   * @remarks With their paths and what they leave out, if the Director reports them: the embedded Director and Bacula do, Bareos does not.
   */
  @Get()
  @Requires('jobs:read')
  @ApiPage(FilesetRecord, 'Filesets by name.')
  @ApiProblems(404, 502, 503, 504)
  listFilesets(
    @CurrentPrincipal() principal: Principal,
    @Query() query: FilesetsQuery,
  ): Promise<PageOf<FilesetRecord>> {
    return this.filesets.listFilesets(principal, query);
  }
}
