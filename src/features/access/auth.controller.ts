import { Body, Controller, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Public, Requires, SessionOnly } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
import { ClientAddresses } from '../../http/client-address.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { BodyLimit } from '../../http/input.interceptor.js';
import { SendsHeader } from '../../http/openapi/response-headers.js';
import { type ConsoleRequest } from '../../http/request-context.js';
import { ChangePasswordBody, Identity, identityOf, LogInBody, OpenSession, openSessionOf } from './auth.dto.js';
import { sessionSecretOf } from './credentials.js';
import { LoginService } from './login.service.js';
import { AccountService } from './account.service.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { userAgentOf } from './sessions/sessions.service.js';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly logIns: LoginService,
    private readonly account: AccountService,
    private readonly cookie: SessionCookie,
    private readonly addresses: ClientAddresses,
  ) {}

  /**
   * Sign in
   * @remarks Opens a browser session. Failed attempts delay further ones. The response never shows whether the username
   * exists.
   */
  @Post('login')
  @HttpCode(200)
  @Public()
  @BodyLimit(4096)
  @SendsHeader('Set-Cookie', 200)
  @ApiOkResponse({ description: 'The session. Its secret is in the cookie.', type: OpenSession })
  @ApiProblems(400, 401, 403, 413, 415)
  async logIn(
    @Body() body: LogInBody,
    @Req() request: ConsoleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OpenSession> {
    const { requestId } = request;
    const source = { ip: this.addresses.of(request), userAgent: userAgentOf(request), requestId };
    const previous = sessionSecretOf(request.headers.cookie);
    const opened = await this.logIns.logIn(body.username, body.password, source, previous);
    this.cookie.set(response, opened.secret);
    return openSessionOf(opened);
  }

  /**
   * Sign out
   * @remarks Ends the session of this request.
   */
  @Post('logout')
  @HttpCode(204)
  @Requires('authenticated')
  @SessionOnly()
  @SendsHeader('Set-Cookie', 204)
  @ApiNoContentResponse({ description: 'The session was ended and the cookie cleared.' })
  async logOut(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    if (caller.session) await this.account.endSession(caller, actor, caller.session.id, 'signed_out');
    this.cookie.clear(response);
  }

  /**
   * Get the caller
   * @remarks Returns the user or token of this request with its role and capabilities.
   */
  @Get('me')
  @Requires('authenticated')
  @ApiOkResponse({ description: 'The caller.', type: Identity })
  whoAmI(@CurrentPrincipal() caller: Principal): Identity {
    return identityOf(caller);
  }

  /**
   * Change your password
   * @remarks Ends your other sessions. Your tokens remain valid.
   */
  @Put('password')
  @HttpCode(204)
  @Requires('authenticated')
  @SessionOnly()
  @BodyLimit(4096)
  @ApiNoContentResponse({ description: 'The password was changed.' })
  @ApiProblems(400, 413, 415, 422)
  async changePassword(
    @CurrentPrincipal() caller: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: ChangePasswordBody,
  ): Promise<void> {
    await this.account.changePassword(caller, actor, body.currentPassword, body.newPassword);
  }
}
