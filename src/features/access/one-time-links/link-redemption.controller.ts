import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { ClientAddresses } from '../../../http/client-address.js';
import { BodyLimit } from '../../../http/input.interceptor.js';
import { type ConsoleRequest } from '../../../http/request-context.js';
import { type RequestSource, userAgentOf } from '../sessions/sessions.service.js';
import { LinkRedemption } from './link-redemption.service.js';
import { CheckLinkBody, RedeemLinkBody, UsableLink } from './one-time-links.dto.js';

@ApiTags('auth')
@Controller('auth')
export class LinkRedemptionController {
  constructor(
    private readonly redemption: LinkRedemption,
    private readonly addresses: ClientAddresses,
  ) {}

  /**
   * Set a password with a one-time link
   * @remarks For a user who received a one-time link from an administrator. Ends all sessions of the user. The response
   * does not show why a link is rejected.
   */
  @Post('one-time-link')
  @HttpCode(204)
  @Public()
  @BodyLimit(4096)
  @ApiNoContentResponse({ description: 'The password was set and the link is no longer valid.' })
  @ApiProblems(400, 403, 404, 413, 415, 422)
  async redeemOneTimeLink(@Body() body: RedeemLinkBody, @Req() request: ConsoleRequest): Promise<void> {
    await this.redemption.redeem(body.secret, body.password, this.sourceOf(request));
  }

  /**
   * Check a one-time link
   * @remarks Returns the user whose password the link sets. The link stays valid. The response does not show why a
   * link is rejected.
   */
  @Post('one-time-link/check')
  @HttpCode(200)
  @Public()
  @BodyLimit(4096)
  @ApiOkResponse({ description: 'The link is valid.', type: UsableLink })
  @ApiProblems(400, 403, 404, 413, 415)
  async checkOneTimeLink(@Body() body: CheckLinkBody, @Req() request: ConsoleRequest): Promise<UsableLink> {
    const { username, purpose, expiresAt } = await this.redemption.check(body.secret, this.sourceOf(request));
    return { username, purpose, expiresAt };
  }

  private sourceOf(request: ConsoleRequest): RequestSource {
    return { ip: this.addresses.of(request), userAgent: userAgentOf(request), requestId: request.requestId };
  }
}
