import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Conditional } from '../../http/conditional.interceptor.js';
import { BrowsedFolder, BrowseQuery } from './browse.dto.js';
import { MachineBrowser } from './browse.service.js';
import { ConfigurationQuery } from './configuration.dto.js';
import { ConfigurationResource, ConfigurationResourceDetails, ConfigurationResourcesQuery } from './resources.dto.js';
import { ConfigurationResources } from './resources.service.js';
import { ConfigurationSchema } from './schema.dto.js';

@ApiTags('configuration')
@Controller('configuration')
export class ConfigurationResourcesController {
  constructor(
    private readonly resources: ConfigurationResources,
    private readonly browser: MachineBrowser,
  ) {}

  /**
   * Get the types of resources
   * @remarks All fields of each type, with defaults and possible values. Only the embedded Director supports this group.
   */
  @Get('schema')
  @Requires('configuration:read')
  @Conditional()
  @ApiOkResponse({ type: ConfigurationSchema, description: 'The types.' })
  @ApiProblems(400, 404, 422, 502)
  getConfigurationSchema(
    @CurrentPrincipal() principal: Principal,
    @Query() { director }: ConfigurationQuery,
  ): Promise<ConfigurationSchema> {
    return this.resources.readSchema(principal, director);
  }

  /**
   * List resources
   * @remarks Of the configuration in force, which differs from the configuration file while the file is not valid.
   */
  @Get('resources')
  @Requires('configuration:read')
  @ApiPage(ConfigurationResource, 'Resources by type and name.')
  @ApiProblems(404, 422, 502)
  listConfigurationResources(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ConfigurationResourcesQuery,
  ): Promise<PageOf<ConfigurationResource>> {
    return this.resources.listResources(principal, query);
  }

  /**
   * Get a resource
   * @remarks With the values of all its fields, including defaults.
   */
  @Get('resources/:type/:name')
  @Requires('configuration:read')
  @Conditional()
  @ApiOkResponse({ type: ConfigurationResourceDetails, description: 'The resource.' })
  @ApiProblems(400, 404, 422, 502)
  getConfigurationResource(
    @CurrentPrincipal() principal: Principal,
    @Param('type') type: string,
    @Param('name') name: string,
    @Query() { director }: ConfigurationQuery,
  ): Promise<ConfigurationResourceDetails> {
    return this.resources.getResource(principal, { director, type, name });
  }

  /**
   * List a folder of the machine
   * @remarks The folders and files that are there now, to choose what to back up and where to. Links in the path are followed.
   */
  @Get('browse')
  @Requires('configuration:write')
  @ApiOkResponse({ type: BrowsedFolder, description: 'The folder and its contents.' })
  @ApiProblems(400, 404, 409, 422, 502, 503, 504)
  browseMachine(@CurrentPrincipal() principal: Principal, @Query() query: BrowseQuery): Promise<BrowsedFolder> {
    return this.browser.browse(principal, query);
  }
}
