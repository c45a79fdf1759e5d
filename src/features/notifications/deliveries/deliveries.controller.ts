import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../../domain/actor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { Cursors } from '../../../http/cursors.js';
import { assertUuid } from '../../../http/uuid-parameter.js';
import {
  DeliveriesQuery,
  Delivery,
  DeliveryDetail,
  deliveryDetailOf,
  deliveryOf,
  ReplayBody,
  ReplayedDeliveries,
} from './deliveries.dto.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryVisibility } from './delivery-visibility.service.js';

@ApiTags('notifications')
@Controller('admin/notifications/deliveries')
export class DeliveriesController {
  constructor(
    private readonly service: DeliveriesService,
    private readonly deliveries: DeliveriesRepository,
    private readonly visibility: DeliveryVisibility,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List deliveries
   * @remarks Newest first. The content of deliveries about tokens requires `audit:read`.
   */
  @Get()
  @Requires('notifications:read')
  @ApiPage(Delivery, 'Deliveries by creation time.')
  async listDeliveries(
    @CurrentPrincipal() caller: Principal,
    @Query() query: DeliveriesQuery,
  ): Promise<PageOf<Delivery>> {
    const context = { operation: 'listDeliveries', query };
    const slice = await this.service.list(query, this.cursors.requestOf(query, context));
    const items = await this.visibility.shown(caller, slice.items);
    return this.cursors.pageOf({ ...slice, items }, context, deliveryOf);
  }

  /**
   * Get a delivery
   * @remarks Includes its attempts and events.
   */
  @Get(':id')
  @Requires('notifications:read')
  @ApiOkResponse({ description: 'The delivery.', type: DeliveryDetail })
  @ApiProblems(404)
  async getDelivery(@CurrentPrincipal() caller: Principal, @Param('id') id: string): Promise<DeliveryDetail> {
    const row = await this.visibility.visibleDelivery(caller, await this.service.get(assertUuid(id, 'delivery')));
    const known = row.delivery.id;
    const [tries, events] = await Promise.all([this.deliveries.attemptsOf(known), this.deliveries.eventsOf(known)]);
    return deliveryDetailOf(row, tries, this.visibility.visibleEvents(caller, events));
  }

  /**
   * Replay the deliveries of a time range
   * @remarks By default, sends failed and canceled deliveries of the channel again.
   */
  @Post('replay')
  @HttpCode(202)
  @Requires('notifications:manage')
  @ApiAcceptedResponse({ description: 'The delivery will be sent.', type: ReplayedDeliveries })
  @ApiProblems(400, 409, 413, 415, 422)
  replayDeliveries(@CurrentActor() actor: Actor, @Body() body: ReplayBody): Promise<ReplayedDeliveries> {
    return this.service.replayRange(actor, body);
  }

  /**
   * Replay a delivery
   * @remarks Sends it again with the same content and webhook id, whether it was delivered or not.
   */
  @Post(':id/replay')
  @HttpCode(202)
  @Requires('notifications:manage')
  @ApiAcceptedResponse({ description: 'The new delivery.', type: Delivery })
  @ApiProblems(404, 409)
  async replayDelivery(
    @CurrentActor() actor: Actor,
    @CurrentPrincipal() caller: Principal,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Delivery> {
    const planned = await this.service.replay(actor, assertUuid(id, 'delivery'));
    const delivery = deliveryOf(await this.visibility.visibleDelivery(caller, planned));
    response.setHeader('Location', `/api/v1/admin/notifications/deliveries/${delivery.id}`);
    return delivery;
  }
}
