import { Body, Controller, Get, Headers, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { Requires } from '../../http/access.decorators.js';
import { ApiMergePatch } from '../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import { settingsTag } from './monitored-client.mapper.js';
import { ChangeMonitoredClientBody, MonitoredClient, MonitoredClientsQuery } from './monitored-clients.dto.js';
import { MonitoredClientsService } from './monitored-clients.service.js';

@ApiTags('monitoring')
@Controller('admin/monitoring/clients')
export class MonitoredClientsController {
  constructor(private readonly clients: MonitoredClientsService) {}

  /**
   * List the monitoring of clients
   * @remarks Returns silence status and thresholds. `director=*` includes all Directors.
   */
  @Get()
  @Requires('monitoring:read')
  @ApiPage(MonitoredClient, 'Clients by name.')
  @ApiProblems(404)
  listMonitoredClients(@Query() query: MonitoredClientsQuery): Promise<PageOf<MonitoredClient>> {
    return this.clients.list(query);
  }

  /**
   * Get the monitoring of a client
   * @remarks The ETag covers only the settings, so a backup that ends in the meantime does not change it.
   */
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

  /**
   * Change the monitoring of a client
   * @remarks Sets thresholds, derives them from the schedule, or mutes alerts. Takes effect immediately.
   */
  @Patch(':name')
  @ApiMergePatch()
  @Requires('monitoring:manage')
  @ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the client as you read it.' })
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
