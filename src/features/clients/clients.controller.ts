import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiMergePatch } from '../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Conditional } from '../../http/conditional.interceptor.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import { AcknowledgeBody } from '../runs/acknowledgements/acknowledgement.dto.js';
import { ChangeClientBody, ChangedClient, ClientRecord, ClientsQuery } from './clients.dto.js';
import { ClientsService } from './clients.service.js';

/** Clients of the Directors; the route follows the contract, the folder the group. */
@ApiTags('directors')
@Controller('clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  /**
   * List clients
   * @remarks With the age of the last good backup. Sorted by name by default. `director=*` includes all Directors.
   */
  @Get()
  @Requires('directors:read')
  @ApiPage(ClientRecord, 'Clients in the order of `sort`.')
  @ApiProblems(404, 502, 503, 504)
  listClients(@CurrentPrincipal() principal: Principal, @Query() query: ClientsQuery): Promise<PageOf<ClientRecord>> {
    return this.clients.listClients(principal, query);
  }

  /**
   * Get a client
   * @remarks With the age of its last good backup and the protection of its jobs.
   */
  @Get(':name')
  @Requires('directors:read')
  @Conditional()
  @ApiOkResponse({ type: ClientRecord, description: 'The client.' })
  @ApiProblems(400, 404, 502, 503, 504)
  getClient(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
  ): Promise<ClientRecord> {
    return this.clients.getClient(principal, name, query.director);
  }

  /**
   * Enable or disable a client
   * @remarks The Director does not start scheduled jobs of a disabled client. `persistent` shows whether the change
   * survives a restart of the Director.
   */
  @Patch(':name')
  @ApiMergePatch()
  @Requires('jobs:control')
  @ApiOkResponse({ type: ChangedClient, description: 'The client after the change.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  changeClient(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() { director }: DirectorQuery,
    @Body() { enabled }: ChangeClientBody,
  ): Promise<ChangedClient> {
    return this.clients.changeClient(principal, actor, { name, director, enabled });
  }

  /**
   * Acknowledge the silence of a client
   * @remarks Shows others that you are handling it. The silence no longer affects the health verdict until the next
   * good backup. Replaces an existing acknowledgement.
   */
  @Put(':name/acknowledgement')
  @Requires('monitoring:manage')
  @ApiOkResponse({ type: ClientRecord, description: 'The client with its acknowledgement.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  acknowledgeClient(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() { director }: DirectorQuery,
    @Body() body: AcknowledgeBody,
  ): Promise<ClientRecord> {
    return this.clients.acknowledge(principal, actor, { name, director }, body);
  }

  /**
   * Remove the acknowledgement of a client
   * @remarks Succeeds even if there is none.
   */
  @Delete(':name/acknowledgement')
  @HttpCode(204)
  @Requires('monitoring:manage')
  @ApiNoContentResponse({ description: 'The client has no acknowledgement.' })
  @ApiProblems(400, 404, 502, 503, 504)
  unacknowledgeClient(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() { director }: DirectorQuery,
  ): Promise<void> {
    return this.clients.takeBackAcknowledgement(principal, actor, name, director);
  }
}
