import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { SendsHeader } from '../../../http/openapi/response-headers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { assertUuid } from '../../../http/uuid-parameter.js';
import { BodyLimit, largeBody } from '../../../http/input.interceptor.js';
import { linksOfRun } from '../../runs/run-record.dto.js';
import { type RestoreDownloadEntity } from './downloads.repository.js';
import { DownloadStreams } from './download-streams.service.js';
import { DownloadBody, DownloadRecord } from './downloads.dto.js';
import { DownloadsService } from './downloads.service.js';
import { StagedDownloads } from './staged-downloads.service.js';

const binary = { schema: { type: 'string', format: 'binary' } } as const;

/** Backed-up files for the caller's own machine. */
@ApiTags('restore')
@Controller('restore/downloads')
export class DownloadsController {
  constructor(
    private readonly downloads: DownloadsService,
    private readonly streams: DownloadStreams,
    private readonly staged: StagedDownloads,
  ) {}

  /**
   * Create a download
   * @remarks Selects one file as it is, or several as an archive. The content is available at `links.content` for 15 minutes.
   * If the Director cannot send file content, a client first restores the files to its staging folder: wait until `state` is
   * `ready`, then fetch the content once, within an hour.
   */
  @Post()
  @BodyLimit(largeBody)
  @Requires('restore:download')
  @SendsHeader('Location', 201)
  @ApiCreatedResponse({
    type: DownloadRecord,
    description: 'The download. Fetch it from `links.content` once it is ready.',
  })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  async createDownload(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: DownloadBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DownloadRecord> {
    const record = await this.recordOf(principal, await this.downloads.create(principal, actor, body));
    response.setHeader('Location', record.links.content);
    return record;
  }

  /**
   * Read a download
   * @remarks State and progress, only for the caller who created it.
   */
  @Get(':id')
  @Requires('restore:download')
  @ApiOkResponse({ type: DownloadRecord, description: 'The download.' })
  @ApiProblems(404, 502, 503, 504)
  async getDownload(@CurrentPrincipal() principal: Principal, @Param('id') id: string): Promise<DownloadRecord> {
    return this.recordOf(principal, await this.streams.find(principal, assertUuid(id, 'download')));
  }

  /**
   * Download files
   * @remarks Only for the caller who created the download: the same token, or the same user in a session. If the
   * content cannot be sent completely, the connection is reset.
   */
  @Get(':id/content')
  @Requires('restore:download')
  @SendsHeader('Retry-After', 409)
  @ApiOkResponse({
    description: 'The file or the archive.',
    content: { 'application/octet-stream': binary, 'application/x-tar': binary, 'application/zip': binary },
  })
  @ApiProblems(404, 409, 422, 502, 503, 504)
  async getDownloadContent(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const download = await this.streams.find(principal, assertUuid(id, 'download'));
    await this.staged.rejectNotReady(principal.scope, download);
    if (request.method === 'HEAD') {
      this.streams.setHead(response, download, download.format === 'file' ? Number(download.size) : null);
      return void response.end();
    }
    await this.streams.send({ principal, actor }, download, response);
  }

  private async recordOf({ scope }: Principal, download: RestoreDownloadEntity): Promise<DownloadRecord> {
    const { id, name, size, runJobId: jobId, director } = download;
    const { state, progress, problem, expiresAt } = await this.staged.statusOf(scope, download);
    const self = `/api/v1/restore/downloads/${id}`;
    const run = jobId === null ? {} : { run: linksOfRun(director, jobId).self };
    const links = { self, content: `${self}/content`, ...run };
    const shown = progress && { ...progress };
    return { id, name, size: Number(size), state, jobId, progress: shown, problem, expiresAt, links };
  }
}
