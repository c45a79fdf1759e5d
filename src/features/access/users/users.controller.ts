import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires, SessionOnly } from '../../../http/access.decorators.js';
import { ApiMergePatch } from '../../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { Cursors } from '../../../http/cursors.js';
import { assertUuid } from '../../../http/uuid-parameter.js';
import { UserChanges } from './user-changes.service.js';
import { ChangedUser, ChangeUserBody, CreateUserBody, User, userOf, UsersQuery } from './users.dto.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller('admin/users')
export class UsersController {
  constructor(
    private readonly users: UsersRepository,
    private readonly service: UsersService,
    private readonly changes: UserChanges,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List users
   * @remarks Sorted by username.
   */
  @Get()
  @Requires('users:manage')
  @ApiPage(User, 'Users, including disabled ones.')
  async listUsers(@Query() query: UsersQuery): Promise<PageOf<User>> {
    const context = { operation: 'listUsers', query };
    const slice = await this.users.list(query, this.cursors.requestOf(query, context));
    return this.cursors.pageOf(slice, context, userOf);
  }

  /** Get a user */
  @Get(':id')
  @Requires('users:manage')
  @ApiOkResponse({ description: 'The user.', type: User })
  @ApiProblems(404)
  async getUser(@Param('id') id: string): Promise<User> {
    return userOf(await this.service.getUser(assertUuid(id, 'user')));
  }

  /**
   * Create a user
   * @remarks You cannot assign a role that allows more than your own.
   */
  @Post()
  @Requires('users:manage')
  @SessionOnly()
  @ApiCreatedResponse({ description: 'The new user.', type: User })
  @ApiProblems(400, 409, 413, 415, 422)
  async createUser(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: CreateUserBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<User> {
    const user = await this.service.createUser(caller, actor, body);
    response.setHeader('Location', `/api/v1/admin/users/${user.id}`);
    return userOf(user);
  }

  /**
   * Change a user
   * @remarks Changes role or password, or disables and enables the user. The last administrator who can sign in cannot
   * be removed.
   */
  @Patch(':id')
  @ApiMergePatch()
  @Requires('users:manage')
  @ApiOkResponse({ description: 'The user after the change.', type: ChangedUser })
  @ApiProblems(400, 404, 409, 413, 415, 422)
  changeUser(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ChangeUserBody,
  ): Promise<ChangedUser> {
    return this.changes.changeUser(caller, actor, assertUuid(id, 'user'), body);
  }
}
