import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../../domain/actor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires, SessionOnly } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { assertUuid } from '../../../http/uuid-parameter.js';
import { OneTimeLink, OneTimeLinkBody } from './one-time-links.dto.js';
import { OneTimeLinks } from './one-time-links.service.js';

@ApiTags('users')
@Controller('admin/users')
export class OneTimeLinksController {
  constructor(private readonly links: OneTimeLinks) {}

  /**
   * Create a one-time link
   * @remarks The user of the link can set a password once. Older links of the user become invalid. The URL is shown
   * only in this response.
   */
  @Post(':id/one-time-link')
  @Requires('users:manage')
  @SessionOnly()
  @ApiCreatedResponse({ description: 'The link, with its secret.', type: OneTimeLink })
  @ApiProblems(400, 404, 409, 413, 415)
  createOneTimeLink(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: OneTimeLinkBody,
  ): Promise<OneTimeLink> {
    return this.links.createLink(caller, actor, assertUuid(id, 'user'), body.purpose);
  }
}
