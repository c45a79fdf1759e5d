import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../platform/http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../platform/http/api-answers.js';
import { DirectorQuery } from '../../platform/http/page.dto.js';
import { ClientRecord, ClientsQuery } from './clients.dto.js';
import { ClientsService } from './clients.service.js';

/** Clients of the Directors; the route follows the contract, the folder the group. */
@ApiTags('directors')
@Controller('clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  /** Clients by name, each with its silence; with `director=*` those of all Directors. */
  @Get()
  @Requires('directors:read')
  @ApiPage(ClientRecord, 'Clients by name.')
  @ApiProblems(404, 502, 503, 504)
  listClients(@CurrentPrincipal() principal: Principal, @Query() query: ClientsQuery): Promise<PageOf<ClientRecord>> {
    return this.clients.listClients(principal, query);
  }

  /** One client. */
  @Get(':name')
  @Requires('directors:read')
  @ApiOkResponse({ type: ClientRecord, description: 'The client.' })
  @ApiProblems(400, 404, 502, 503, 504)
  getClient(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
  ): Promise<ClientRecord> {
    return this.clients.getClient(principal, name, query.director);
  }
}
