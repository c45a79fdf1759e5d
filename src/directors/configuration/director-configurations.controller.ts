import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { pageOfWhole } from '../../domain/whole-list.js';
import { CurrentPrincipal, Requires } from '../../platform/http/access.decorators.js';
import { BodyLimit, largeBody } from '../../platform/http/input.interceptor.js';
import { ApiPage, ApiProblems, type PageOf } from '../../platform/http/api-answers.js';
import { Conditional, etagOf } from '../../platform/http/conditional.interceptor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentActor } from '../../platform/http/current-actor.decorator.js';
import { Cursors } from '../../platform/http/cursors.js';
import {
  ChangeDirectorBody,
  CreateDirectorBody,
  DirectorConfiguration,
  DirectorConfigurationsQuery,
  DirectorTest,
} from './director-configurations.dto.js';
import { DirectorConfigurationsService } from './director-configurations.service.js';

const ifMatchHeader = {
  name: 'If-Match',
  required: false,
  description: 'The ETag that the Director had when you read it; another one is refused with 412.',
};

@ApiTags('directors')
@Controller('admin/directors')
export class DirectorConfigurationsController {
  constructor(
    private readonly service: DirectorConfigurationsService,
    private readonly cursors: Cursors,
  ) {}

  /** Lists how each Director is reached, by name. */
  @Get()
  @Requires('directors:manage')
  @ApiPage(DirectorConfiguration, 'Directors by name: those of the file, and those that were added.')
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

  /** Tells how one Director is reached; its ETag guards a change against what others do meanwhile. */
  @Get(':name')
  @Requires('directors:manage')
  @Conditional()
  @ApiOkResponse({ description: 'How the Director is reached.', type: DirectorConfiguration })
  @ApiProblems(404)
  getDirectorConfiguration(@Param('name') name: string): Promise<DirectorConfiguration> {
    return this.service.get(name);
  }

  /** Adds a Director. It need not answer: test it before. */
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

  /** Tries settings without storing them, and names the stage that failed. */
  @Post('test')
  @BodyLimit(largeBody)
  @HttpCode(200)
  @Requires('directors:manage')
  @ApiOkResponse({ description: 'What each stage showed.', type: DirectorTest })
  @ApiProblems(400, 413, 415)
  testDirectorSettings(@CurrentActor() actor: Actor, @Body() body: CreateDirectorBody): Promise<DirectorTest> {
    return this.service.testBody(actor, body);
  }

  /** Tries the settings of a Director that was added, and names the stage that failed. */
  @Post(':name/test')
  @HttpCode(200)
  @Requires('directors:manage')
  @ApiOkResponse({ description: 'What each stage showed.', type: DirectorTest })
  @ApiProblems(404, 409)
  testDirector(@CurrentActor() actor: Actor, @Param('name') name: string): Promise<DirectorTest> {
    return this.service.test(actor, name);
  }

  /** Changes how a Director is reached; what is left out stays, secrets too. */
  @Patch(':name')
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

  /** Forgets a Director. Nothing at the Director itself changes. */
  @Delete(':name')
  @HttpCode(204)
  @Requires('directors:manage')
  @ApiHeader(ifMatchHeader)
  @ApiNoContentResponse({ description: 'The console no longer speaks to it.' })
  @ApiProblems(404, 409, 412)
  async removeDirector(
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.service.remove(actor, name, ifMatch);
  }
}
