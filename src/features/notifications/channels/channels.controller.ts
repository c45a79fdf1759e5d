import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { MailSender } from '../../../domain/senders.port.js';
import { Requires } from '../../../http/access.decorators.js';
import { ApiMergePatch } from '../../../http/api-methods.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { Conditional, etagOf, StrongETag } from '../../../http/conditional.interceptor.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { Cursors } from '../../../http/cursors.js';
import { assertUuid } from '../../../http/uuid-parameter.js';
import { ChangeChannelBody, CreateChannelBody, RotateSecretsBody } from './channel-bodies.dto.js';
import { pageOfWhole } from '../../../domain/pagination.js';
import { ChannelReaches } from './channel-reachability.repository.js';
import { ChannelTests } from './channel-tests.service.js';
import {
  ChannelsQuery,
  ChannelTest,
  ChannelWithSecret,
  NotificationChannel,
  NotificationChannelPage,
} from './channels.dto.js';
import { ChannelsService } from './channels.service.js';
import { NotificationChannelsRepository } from './channels.repository.js';
import { disconnectSignal } from '../../../http/when-closed.js';

const ifMatchHeader = {
  name: 'If-Match',
  required: false,
  description: 'ETag of the channel as you read it. A different one is rejected with 412.',
};

@ApiTags('notifications')
@Controller('admin/notifications/channels')
export class ChannelsController {
  constructor(
    private readonly service: ChannelsService,
    private readonly tests: ChannelTests,
    private readonly rows: NotificationChannelsRepository,
    private readonly reaches: ChannelReaches,
    private readonly mails: MailSender,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List notification channels
   * @remarks Sorted by name.
   */
  @Get()
  @Requires('notifications:read')
  @Conditional()
  @ApiOkResponse({ description: 'Channels by name.', type: NotificationChannelPage })
  @ApiProblems(400)
  async listChannels(@Query() query: ChannelsQuery): Promise<NotificationChannelPage> {
    const context = { operation: 'listChannels', query };
    const page = this.cursors.requestOf(query, context);
    const all = await this.reaches.list(await this.rows.all());
    const wanted = all.filter(
      ({ name, kind, status }) =>
        (query.name ?? name) === name && (query.kind ?? kind) === kind && (query.status ?? status) === status,
    );
    const found = this.cursors.pageOf(
      pageOfWhole(wanted, page, ({ name }) => [name]),
      context,
      (channel) => channel,
    );
    return { ...found, hasMailServer: this.mails.ownAddress !== null };
  }

  /**
   * Get a notification channel
   * @remarks Send the ETag with a change to detect concurrent changes.
   */
  @Get(':id')
  @Requires('notifications:read')
  @StrongETag()
  @ApiOkResponse({ description: 'The channel.', type: NotificationChannel })
  @ApiProblems(404)
  async getChannel(@Param('id') id: string): Promise<NotificationChannel> {
    return this.reaches.record(await this.service.get(shaped(id)));
  }

  /**
   * Add a notification channel
   * @remarks New events are sent to it from now on. Test the settings first.
   */
  @Post()
  @Requires('notifications:manage')
  @ApiCreatedResponse({ description: 'The channel was added.', type: ChannelWithSecret })
  @ApiProblems(400, 409, 413, 415)
  async addChannel(
    @CurrentActor() actor: Actor,
    @Body() body: CreateChannelBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChannelWithSecret> {
    const channel = await this.service.create(actor, body);
    response.setHeader('Location', `/api/v1/admin/notifications/channels/${channel.id}`);
    return tagged(response, channel);
  }

  /**
   * Test channel settings without storing them
   * @remarks Sends a test message and returns the answer of the receiver.
   */
  @Post('test')
  @HttpCode(200)
  @Requires('notifications:manage')
  @ApiOkResponse({ description: 'The result of the test.', type: ChannelTest })
  @ApiProblems(400, 413, 415)
  testChannelSettings(
    @CurrentActor() actor: Actor,
    @Body() body: CreateChannelBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChannelTest> {
    return this.tests.test(actor, this.service.describe(actor, body), disconnectSignal(response), false);
  }

  /**
   * Test a notification channel
   * @remarks Sends a test message, even if the channel is paused, and returns the answer of the receiver.
   */
  @Post(':id/test')
  @HttpCode(200)
  @Requires('notifications:manage')
  @ApiOkResponse({ description: 'The result of the test.', type: ChannelTest })
  @ApiProblems(404, 409)
  async testChannel(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChannelTest> {
    const gone = disconnectSignal(response);
    return this.tests.test(actor, await this.service.opened(shaped(id)), gone, true);
  }

  /**
   * Pause a notification channel
   * @remarks Nothing is sent until the channel is resumed.
   */
  @Post(':id/pause')
  @HttpCode(200)
  @Requires('notifications:manage')
  @ApiOkResponse({ description: 'The channel, paused.', type: NotificationChannel })
  @ApiProblems(404)
  async pauseChannel(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationChannel> {
    return tagged(response, await this.service.pause(actor, shaped(id)));
  }

  /**
   * Resume a notification channel
   * @remarks Also resumes a channel that was disabled because its receiver was gone.
   */
  @Post(':id/resume')
  @HttpCode(200)
  @Requires('notifications:manage')
  @ApiOkResponse({ description: 'The channel, resumed.', type: NotificationChannel })
  @ApiProblems(404)
  async resumeChannel(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationChannel> {
    return tagged(response, await this.service.resume(actor, shaped(id)));
  }

  /**
   * Rotate the signing secret of a webhook
   * @remarks Only for the format `standard`. The previous secret remains valid until `finish` or the next rotation.
   */
  @Post(':id/secrets/rotate')
  @HttpCode(200)
  @Requires('notifications:manage')
  @ApiOkResponse({ description: 'The channel, with the generated secret.', type: ChannelWithSecret })
  @ApiProblems(400, 404, 409, 413, 415)
  async rotateChannelSecret(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: RotateSecretsBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChannelWithSecret> {
    return tagged(response, await this.service.rotate(actor, shaped(id), body));
  }

  /**
   * Change a notification channel
   * @remarks Omitted members keep their value, including secrets.
   */
  @Patch(':id')
  @ApiMergePatch()
  @Requires('notifications:manage')
  @ApiHeader(ifMatchHeader)
  @ApiOkResponse({ description: 'The channel after the change.', type: NotificationChannel })
  @ApiProblems(400, 404, 409, 412, 413, 415)
  async changeChannel(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: ChangeChannelBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationChannel> {
    return tagged(response, await this.service.change(actor, shaped(id), body, ifMatch));
  }

  /**
   * Remove a notification channel
   * @remarks Waiting deliveries are not sent.
   */
  @Delete(':id')
  @HttpCode(204)
  @Requires('notifications:manage')
  @ApiHeader(ifMatchHeader)
  @ApiNoContentResponse({ description: 'The channel was removed.' })
  @ApiProblems(404, 412)
  async removeChannel(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    await this.service.remove(actor, shaped(id), ifMatch);
  }
}

function shaped(id: string): string {
  return assertUuid(id, 'notification channel');
}

/** Under the tag that reading the channel would give: a secret that is shown once is no part of that. */
function tagged<T extends NotificationChannel>(response: Response, channel: T): T {
  const record = Object.fromEntries(Object.entries(channel).filter(([member]) => member !== 'signingSecret'));
  response.setHeader('ETag', etagOf(record));
  return channel;
}
