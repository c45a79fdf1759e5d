import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../platform/http/access.decorators.js';
import { ApiProblems } from '../../platform/http/api-answers.js';
import { CurrentActor } from '../../platform/http/current-actor.decorator.js';
import { knownShape } from '../../platform/http/identifier.js';
import { BodyLimit, largeBody } from '../../platform/http/input.interceptor.js';
import { DownloadStreams } from './download-streams.service.js';
import { DownloadBody, DownloadRecord } from './downloads.dto.js';
import { DownloadsService } from './downloads.service.js';

const binary = { schema: { type: 'string', format: 'binary' } } as const;

/** Backed-up files for the caller's own machine, without a restore. */
@ApiTags('restore')
@Controller('restore/downloads')
export class DownloadsController {
  constructor(
    private readonly downloads: DownloadsService,
    private readonly streams: DownloadStreams,
  ) {}

  /**
   * Create a download
   * @remarks Selects one file as it is, or several as an archive. The content is available at `links.content` for 15
   * minutes.
   */
  @Post()
  @BodyLimit(largeBody)
  @Requires('restore:download')
  @ApiCreatedResponse({ type: DownloadRecord, description: 'The download. Fetch it from `links.content`.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  async createDownload(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: DownloadBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DownloadRecord> {
    const { id, name, size, expiresAt } = await this.downloads.create(principal, actor, body);
    const content = `/api/v1/restore/downloads/${id}/content`;
    response.setHeader('Location', content);
    return { id, name, size: Number(size), expiresAt, links: { content } };
  }

  /**
   * Download files
   * @remarks Only for the caller who created the download: the same token, or the same user in a session. If the
   * content cannot be sent completely, the connection is reset.
   */
  @Get(':id/content')
  @Requires('restore:download')
  @ApiOkResponse({
    description: 'The file or the archive.',
    content: { 'application/octet-stream': binary, 'application/x-tar': binary, 'application/zip': binary },
  })
  @ApiProblems(404, 422, 502, 503, 504)
  async getDownloadContent(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const download = await this.streams.find(principal, knownShape(id, 'download'));
    if (request.method === 'HEAD') {
      this.streams.setHead(response, download, download.format === 'file' ? Number(download.size) : null);
      return void response.end();
    }
    await this.streams.send({ principal, actor }, download, response);
  }
}
