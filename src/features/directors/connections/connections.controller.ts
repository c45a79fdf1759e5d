import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { pageOfWhole } from '../../../domain/pagination.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiMergePatch } from '../../../http/api-methods.js';
import { BodyLimit, largeBody } from '../../../http/input.interceptor.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { etagOf, StrongETag } from '../../../http/conditional.interceptor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { Cursors } from '../../../http/cursors.js';
import {
  ChangeDirectorBody,
  CreateDirectorBody,
  DirectorConfiguration,
  DirectorConfigurationsQuery,
  DirectorTest,
} from './connections.dto.js';
import { DirectorConfigurationsService } from './connections.service.js';

const ifMatchHeader = {
  name: 'If-Match',
  required: false,
  description: 'ETag of the Director as you read it. A different one is rejected with 412.',
};

@ApiTags('directors')
@Controller('admin/directors')
export class DirectorConfigurationsController {
  constructor(
    private readonly service: DirectorConfigurationsService,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List Director settings
   * @remarks Sorted by name.
   */
  @Get()
  @Requires('directors:manage')
  @ApiPage(DirectorConfiguration, 'Directors by name, from the file and added ones.')
  async listDirectorConfigurations(
    @Query() query: DirectorConfigurationsQuery,
  ): Promise<PageOf<DirectorConfiguration>> {
    const context = { operation: 'listDirectorConfigurations', query };
    const page = this.cursors.requestOf(query, context);
    const all = await this.service.listAll();
    const wanted = all.filter(({ name }) => query.name === undefined || name === query.name);
    return this.cursors.pageOf(
      pageOfWhole(wanted, page, ({ name }) => [name]),
      context,
      (one) => one,
    );
  }

  /**
   * Get the settings of a Director
   * @remarks Send the ETag with a change to detect concurrent changes.
   */
  @Get(':name')
  @Requires('directors:manage')
  @StrongETag()
  @ApiOkResponse({ description: 'The settings of the Director.', type: DirectorConfiguration })
  @ApiProblems(404)
  getDirectorConfiguration(@Param('name') name: string): Promise<DirectorConfiguration> {
    return this.service.get(name);
  }

  /**
   * Add a Director
   * @remarks The Director does not have to be reachable. Test the settings first.
   */
  @Post()
  @BodyLimit(largeBody)
  @Requires('directors:manage')
  @ApiCreatedResponse({ description: 'The Director was added.', type: DirectorConfiguration })
  @ApiProblems(400, 409, 413, 415)
  async addDirector(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: CreateDirectorBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DirectorConfiguration> {
    const configuration = await this.service.create(caller, actor, body);
    response.setHeader('Location', `/api/v1/admin/directors/${encodeURIComponent(configuration.name)}`);
    response.setHeader('ETag', etagOf(configuration));
    return configuration;
  }

  /**
   * Test Director settings without storing them
   * @remarks Returns the result of each stage.
   */
  @Post('test')
  @BodyLimit(largeBody)
  @HttpCode(200)
  @Requires('directors:manage')
  @ApiOkResponse({ description: 'The result of each stage.', type: DirectorTest })
  @ApiProblems(400, 413, 415)
  testDirectorSettings(@CurrentActor() actor: Actor, @Body() body: CreateDirectorBody): Promise<DirectorTest> {
    return this.service.testBody(actor, body);
  }

  /**
   * Test a stored Director
   * @remarks Returns the result of each stage.
   */
  @Post(':name/test')
  @HttpCode(200)
  @Requires('directors:manage')
  @ApiOkResponse({ description: 'The result of each stage.', type: DirectorTest })
  @ApiProblems(404, 409)
  testDirector(@CurrentActor() actor: Actor, @Param('name') name: string): Promise<DirectorTest> {
    return this.service.test(actor, name);
  }

  /**
   * Change the settings of a Director
   * @remarks Omitted members keep their value, including secrets.
   */
  @Patch(':name')
  @ApiMergePatch()
  @BodyLimit(largeBody)
  @Requires('directors:manage')
  @ApiHeader(ifMatchHeader)
  @ApiOkResponse({ description: 'The Director after the change.', type: DirectorConfiguration })
  @ApiProblems(400, 404, 409, 412, 413, 415)
  async changeDirector(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Body() body: ChangeDirectorBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DirectorConfiguration> {
    const configuration = await this.service.change(caller, actor, name, body, ifMatch);
    response.setHeader('ETag', etagOf(configuration));
    return configuration;
  }

  /**
   * Remove a Director
   * @remarks Nothing is changed on the Director itself.
   */
  @Delete(':name')
  @HttpCode(204)
  @Requires('directors:manage')
  @ApiHeader(ifMatchHeader)
  @ApiNoContentResponse({ description: 'The Director was removed.' })
  @ApiProblems(404, 409, 412)
  async removeDirector(
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.service.remove(actor, name, ifMatch);
  }
}
