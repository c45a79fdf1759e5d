import { Body, Controller, Get, Headers, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../domain/actor.js';
import { Requires } from '../platform/http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../platform/http/api-answers.js';
import { CurrentActor } from '../platform/http/current-actor.decorator.js';
import { DirectorQuery } from '../platform/http/page.dto.js';
import { settingsTag } from './monitored-client-records.js';
import { ChangeMonitoredClientBody, MonitoredClient, MonitoredClientsQuery } from './monitored-clients.dto.js';
import { MonitoredClientsService } from './monitored-clients.service.js';

@ApiTags('monitoring')
@Controller('admin/monitoring/clients')
export class MonitoredClientsController {
  constructor(private readonly clients: MonitoredClientsService) {}

  /** Lists how the silence of each client stands, and by which thresholds; with `director=*` of all Directors. */
  @Get()
  @Requires('monitoring:read')
  @ApiPage(MonitoredClient, 'Clients by name.')
  @ApiProblems(404)
  listMonitoredClients(@Query() query: MonitoredClientsQuery): Promise<PageOf<MonitoredClient>> {
    return this.clients.list(query);
  }

  /** One client. Its ETag is of what was set for it alone, so that a backup which ends meanwhile is in nobody's way. */
  @Get(':name')
  @Requires('monitoring:read')
  @ApiOkResponse({ description: 'The client.', type: MonitoredClient })
  @ApiProblems(400, 404)
  async getMonitoredClient(
    @Param('name') name: string,
    @Query() query: DirectorQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MonitoredClient> {
    return tagged(response, await this.clients.get(name, query.director));
  }

  /** Sets thresholds of one client's own, lets them follow its schedule, or pauses the watch over it; with effect at once. */
  @Patch(':name')
  @Requires('monitoring:manage')
  @ApiHeader({ name: 'If-Match', required: false, description: 'The ETag that the client had when you read it.' })
  @ApiOkResponse({ description: 'The client after the change.', type: MonitoredClient })
  @ApiProblems(400, 404, 412, 413, 415)
  async changeMonitoredClient(
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
    @Body() body: ChangeMonitoredClientBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MonitoredClient> {
    return tagged(response, await this.clients.change(actor, { name, director: query.director }, body, ifMatch));
  }
}

function tagged(response: Response, client: MonitoredClient): MonitoredClient {
  response.setHeader('ETag', settingsTag(client));
  return client;
}
