import { Controller, Delete, Get, HttpCode, Param, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { Clock } from '../../../domain/clock.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires, SessionOnly } from '../../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { Cursors } from '../../../http/cursors.js';
import { assertUuid } from '../../../http/uuid-parameter.js';
import { PageQuery } from '../../../http/page.dto.js';
import { Session, sessionOf } from '../auth.dto.js';
import { AccountService } from '../account.service.js';
import { SessionCookie } from './session-cookie.js';
import { SessionsRepository } from './sessions.repository.js';

@ApiTags('auth')
@Controller('auth/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly account: AccountService,
    private readonly cookie: SessionCookie,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * List your sessions
   * @remarks Newest first.
   */
  @Get()
  @Requires('authenticated')
  @SessionOnly()
  @ApiPage(Session, 'Your active sessions.')
  async listSessions(@CurrentPrincipal() caller: Principal, @Query() query: PageQuery): Promise<PageOf<Session>> {
    const context = { operation: 'listSessions', query };
    const page = this.cursors.requestOf(query, context);
    const slice = await this.sessions.listLive(caller.user.id, this.clock.now(), page);
    return this.cursors.pageOf(slice, context, (row) => sessionOf(row, caller.session?.id));
  }

  /**
   * End one of your sessions
   * @remarks The next request of that session is rejected. Ending the current session signs you out.
   */
  @Delete(':id')
  @HttpCode(204)
  @Requires('authenticated')
  @SessionOnly()
  @ApiNoContentResponse({ description: 'The session was ended.' })
  @ApiProblems(404)
  async endSession(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const sessionId = assertUuid(id, 'session');
    await this.account.endSession(caller, actor, sessionId, 'ended_by_user');
    if (sessionId === caller.session?.id) this.cookie.clear(response);
  }
}
