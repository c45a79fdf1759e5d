import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { BodyLimit, largeBody } from '../../http/input.interceptor.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { sendAccepted } from '../runs/requests/idempotent-run-requests.service.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../../http/idempotency-key.decorator.js';
import { BrowseService } from './browse.service.js';
import {
  FolderQuery,
  PlanQuery,
  PointsQuery,
  RelocationPreviewBody,
  RestoreRunBody,
  VersionsQuery,
  FindFilesQuery,
  SearchFilesQuery,
} from './restore-query.dto.js';
import { SearchService } from './search/search.service.js';
import {
  ChainEntryPage,
  KeptFileRecord,
  RelocationPreviewRecord,
  RestorePlanRecord,
  RestorePointRecord,
  StartedRestore,
  VersionRecord,
} from './restore.dto.js';
import { RelocationPreview } from './relocation-preview.service.js';
import { RestoreService } from './restore.service.js';

/** From "when and what" over "where is it" to the restore itself. */
@ApiTags('restore')
@Controller('restore')
export class RestoreController {
  constructor(
    private readonly browse: BrowseService,
    private readonly search: SearchService,
    private readonly restore: RestoreService,
    private readonly preview: RelocationPreview,
  ) {}

  /**
   * List restore points
   * @remarks Newest first, each with the runs that it needs.
   */
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

  /**
   * List a folder of a restore chain
   * @remarks Returns the folder as it was at the end of the chain: the newest versions, without deleted files.
   */
  @Get('bvfs/list')
  @Requires('restore:browse')
  @ApiOkResponse({ type: ChainEntryPage, description: 'Folders first, then files, each by name.' })
  @ApiProblems(400, 404, 422, 502, 503, 504)
  listFolder(@CurrentPrincipal() principal: Principal, @Query() query: FolderQuery): Promise<ChainEntryPage> {
    return this.browse.listFolder(principal, query);
  }

  /**
   * Search files of a restore chain by name
   * @remarks Returns the newest version of each path, without deleted files. A page may be short even if there is a
   * next one.
   */
  @Get('bvfs/search')
  @Requires('restore:browse')
  @ApiOkResponse({
    type: ChainEntryPage,
    description: 'Entries with a matching name, and the runs that were searched.',
  })
  @ApiProblems(400, 404, 422, 502, 503, 504)
  searchFiles(@CurrentPrincipal() principal: Principal, @Query() query: SearchFilesQuery): Promise<ChainEntryPage> {
    return this.search.searchFiles(principal, query);
  }

  /**
   * Search files of all clients by name
   * @remarks Searches all retained runs and returns each file with its newest version, including deleted files. A page
   * may be short or empty even if there is a next one.
   */
  @Get('files')
  @Requires('restore:browse')
  @ApiPage(KeptFileRecord, 'Files with a matching name. Each path of a client appears once.')
  @ApiProblems(404, 422, 502, 503, 504)
  findFiles(@CurrentPrincipal() principal: Principal, @Query() query: FindFilesQuery): Promise<PageOf<KeptFileRecord>> {
    return this.search.findFiles(principal, query);
  }

  /**
   * List the versions of a file
   * @remarks All retained versions, newest first.
   */
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

  /**
   * Plan a restore
   * @remarks Returns files, bytes and volumes of a restore and whether the volumes are available. Starts nothing.
   */
  @Get('plan')
  @Requires('restore:browse')
  @ApiOkResponse({ type: RestorePlanRecord, description: 'The plan. Nothing is started.' })
  @ApiProblems(400, 404, 422, 502, 503, 504)
  planRestore(@CurrentPrincipal() principal: Principal, @Query() query: PlanQuery): Promise<RestorePlanRecord> {
    return this.restore.planRestore(principal, query);
  }

  /**
   * Preview a relocation
   * @remarks Returns the paths to which ten files of the selection would be restored. Starts nothing. Rejects the same input as
   * the restore itself.
   */
  @Post('relocation-preview')
  @BodyLimit(largeBody)
  @HttpCode(200)
  @Requires('restore:browse')
  @ApiOkResponse({ type: RelocationPreviewRecord, description: 'Sample paths. Nothing is started.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  previewRelocation(
    @CurrentPrincipal() principal: Principal,
    @Body() body: RelocationPreviewBody,
  ): Promise<RelocationPreviewRecord> {
    return this.preview.preview(principal, body);
  }

  /**
   * Start a restore
   * @remarks Files are restored below `where` with their full original path, or at the paths that `relocation` produces. Restoring
   * outside the restore folders requires restore:anywhere, as do expressions for relocation.
   */
  @Post('run')
  @BodyLimit(largeBody)
  @HttpCode(202)
  @Requires('restore:run')
  @ApiIdempotencyKey()
  @ApiAcceptedResponse({ type: StartedRestore, description: 'The Director accepted the restore.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  async runRestore(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: RestoreRunBody,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StartedRestore> {
    return sendAccepted(response, await this.restore.runRestore({ principal, actor, key }, body));
  }
}
