import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../domain/actor.js';
import { type Principal } from '../domain/principal.js';
import { CurrentPrincipal, Requires } from '../platform/http/access.decorators.js';
import { BodyLimit, largeBody } from '../platform/http/input.interceptor.js';
import { ApiPage, ApiProblems, type PageOf } from '../platform/http/api-answers.js';
import { CurrentActor } from '../platform/http/current-actor.decorator.js';
import { answerOrder } from '../runs/answer-order.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../runs/idempotency-key.decorator.js';
import { BrowseService } from './browse.service.js';
import { FolderQuery, PlanQuery, PointsQuery, RestoreRunBody, VersionsQuery } from './restore-query.dto.js';
import { FindFilesQuery, SearchFilesQuery } from './search-query.dto.js';
import { SearchService } from './search.service.js';
import {
  ChainEntryPage,
  KeptFileRecord,
  RestorePlanRecord,
  RestorePointRecord,
  StartedRestore,
  VersionRecord,
} from './restore.dto.js';
import { RestoreService } from './restore.service.js';

/** From "when and what" over "where is it" to the restore itself. */
@ApiTags('restore')
@Controller('restore')
export class RestoreController {
  constructor(
    private readonly browse: BrowseService,
    private readonly search: SearchService,
    private readonly restore: RestoreService,
  ) {}

  /** Moments that a client's data can be brought back to, newest first, each with the runs it needs. */
  @Get('points')
  @Requires('restore:browse')
  @ApiPage(RestorePointRecord, 'Restore points, newest first.')
  @ApiProblems(404, 502, 503, 504)
  listRestorePoints(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PointsQuery,
  ): Promise<PageOf<RestorePointRecord>> {
    return this.browse.listPoints(principal, query);
  }

  /** A folder as it was at the end of the chain: newest versions, without what was deleted. */
  @Get('bvfs/list')
  @Requires('restore:browse')
  @ApiOkResponse({ type: ChainEntryPage, description: 'Folders first, then files, each by name.' })
  @ApiProblems(400, 404, 422, 502, 503, 504)
  listFolder(@CurrentPrincipal() principal: Principal, @Query() query: FolderQuery): Promise<ChainEntryPage> {
    return this.browse.listFolder(principal, query);
  }

  /** Files of the chain by name: the newest version of each path, without what was deleted. A page may be short and still have a next one. */
  @Get('bvfs/search')
  @Requires('restore:browse')
  @ApiOkResponse({ type: ChainEntryPage, description: 'Entries whose name matches, and the runs that were read.' })
  @ApiProblems(400, 404, 422, 502, 503, 504)
  searchFiles(@CurrentPrincipal() principal: Principal, @Query() query: SearchFilesQuery): Promise<ChainEntryPage> {
    return this.search.searchFiles(principal, query);
  }

  /**
   * Files by name over all clients and kept runs, each with its newest version: where was it, and may it be had again? Deleted ones
   * are listed too. A page may be short, or empty, and still have a next one.
   */
  @Get('files')
  @Requires('restore:browse')
  @ApiPage(KeptFileRecord, 'Files whose name matches, each path of a client once.')
  @ApiProblems(404, 422, 502, 503, 504)
  findFiles(@CurrentPrincipal() principal: Principal, @Query() query: FindFilesQuery): Promise<PageOf<KeptFileRecord>> {
    return this.search.findFiles(principal, query);
  }

  /** Every kept version of a file, newest first. */
  @Get('bvfs/versions')
  @Requires('restore:browse')
  @ApiPage(VersionRecord, 'Versions, newest first.')
  @ApiProblems(404, 422, 502, 503, 504)
  listVersions(
    @CurrentPrincipal() principal: Principal,
    @Query() query: VersionsQuery,
  ): Promise<PageOf<VersionRecord>> {
    return this.browse.listVersions(principal, query);
  }

  /** What a restore would need: files, bytes, and whether its volumes are at hand. */
  @Get('plan')
  @Requires('restore:browse')
  @ApiOkResponse({ type: RestorePlanRecord, description: 'The plan; nothing is started.' })
  @ApiProblems(400, 404, 422, 502, 503, 504)
  planRestore(@CurrentPrincipal() principal: Principal, @Query() query: PlanQuery): Promise<RestorePlanRecord> {
    return this.restore.planRestore(principal, query);
  }

  /** Restore files. A restored file lies at `where` and its original path; writing outside the restore folders needs restore:anywhere. */
  @Post('run')
  @BodyLimit(largeBody)
  @HttpCode(202)
  @Requires('restore:run')
  @ApiIdempotencyKey()
  @ApiAcceptedResponse({ type: StartedRestore, description: 'The Director has taken the restore.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  async runRestore(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: RestoreRunBody,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StartedRestore> {
    return answerOrder(response, await this.restore.runRestore({ principal, actor, key }, body));
  }
}
