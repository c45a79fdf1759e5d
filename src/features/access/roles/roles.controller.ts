import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires, SessionOnly } from '../../../http/access.decorators.js';
import { ApiMergePatch } from '../../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { etagOf, StrongETag } from '../../../http/conditional.interceptor.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { Cursors } from '../../../http/cursors.js';
import { ChangeRoleBody, CreateRoleBody, Role, RolesQuery } from './roles.dto.js';
import { RolesService } from './roles.service.js';

const ifMatchHeader = {
  name: 'If-Match',
  required: false,
  description: 'ETag of the role as you read it. A different one is rejected with 412.',
};

@ApiTags('roles')
@Controller('admin/roles')
export class RolesController {
  constructor(
    private readonly service: RolesService,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List roles
   * @remarks Built-in and custom roles.
   */
  @Get()
  @Requires('roles:manage')
  @ApiPage(Role, 'Roles: built-in ones first, then custom ones by name.')
  async listRoles(@Query() query: RolesQuery): Promise<PageOf<Role>> {
    const context = { operation: 'listRoles', query };
    const slice = await this.service.listRoles(query.name, this.cursors.requestOf(query, context));
    return this.cursors.pageOf(slice, context, (role) => role);
  }

  /**
   * Get a role
   * @remarks Send the ETag with a change to detect concurrent changes.
   */
  @Get(':name')
  @Requires('roles:manage')
  @StrongETag()
  @ApiOkResponse({ description: 'The role.', type: Role })
  @ApiProblems(404)
  getRole(@Param('name') name: string): Promise<Role> {
    return this.service.getRole(name);
  }

  /** Create a role */
  @Post()
  @Requires('roles:manage')
  @SessionOnly()
  @ApiCreatedResponse({ description: 'The new role.', type: Role })
  @ApiProblems(400, 409, 413, 415)
  async createRole(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: CreateRoleBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Role> {
    const role = await this.service.createRole(caller, actor, body);
    response.setHeader('Location', `/api/v1/admin/roles/${role.name}`);
    response.setHeader('ETag', etagOf(role));
    return role;
  }

  /**
   * Change a role
   * @remarks Changes description or capabilities. Applies to users with their next request. Existing tokens keep their
   * capabilities.
   */
  @Patch(':name')
  @ApiMergePatch()
  @Requires('roles:manage')
  @SessionOnly()
  @ApiHeader(ifMatchHeader)
  @ApiOkResponse({ description: 'The role after the change.', type: Role })
  @ApiProblems(400, 404, 409, 412, 413, 415)
  async changeRole(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Body() body: ChangeRoleBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Role> {
    const role = await this.service.changeRole(caller, actor, name, body, ifMatch);
    response.setHeader('ETag', etagOf(role));
    return role;
  }

  /**
   * Delete a role
   * @remarks Possible only if no user has the role.
   */
  @Delete(':name')
  @HttpCode(204)
  @Requires('roles:manage')
  @SessionOnly()
  @ApiHeader(ifMatchHeader)
  @ApiNoContentResponse({ description: 'The role was deleted.' })
  @ApiProblems(404, 409, 412)
  async deleteRole(
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.service.deleteRole(actor, name, ifMatch);
  }
}
