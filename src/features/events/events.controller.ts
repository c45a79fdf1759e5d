import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { eventTypes } from '../../domain/event.js';
import { type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { assertUuid } from '../../http/uuid-parameter.js';
import { EventRecord, eventRecordOf, EventsQuery } from './event-record.dto.js';
import { isForAll, mayReadAll } from './event-visibility.js';
import { RecordedEvents } from './recorded-events.repository.js';

@ApiTags('events')
@Controller('admin/events')
export class EventsController {
  constructor(
    private readonly events: RecordedEvents,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List events
   * @remarks By the time they were recorded, newest first. Events about tokens also require `audit:read`.
   */
  @Get()
  @Requires('notifications:read')
  @ApiPage(EventRecord, 'Events, newest first.')
  async listEvents(@CurrentPrincipal() caller: Principal, @Query() query: EventsQuery): Promise<PageOf<EventRecord>> {
    const { type, subject, dedupKey, severity, since, until } = query;
    const types = mayReadAll(caller) ? type : (type ?? eventTypes).filter(isForAll);
    const filter = {
      types: types && [...new Set(types)],
      subject,
      dedupKey,
      severity,
      since,
      until,
    };
    const context = { operation: 'listEvents', query };
    const slice = await this.events.list(filter, this.cursors.requestOf(query, context));
    return this.cursors.pageOf(slice, context, eventRecordOf);
  }

  /** Get an event */
  @Get(':id')
  @Requires('notifications:read')
  @ApiOkResponse({ description: 'The event.', type: EventRecord })
  @ApiProblems(404)
  async getEvent(@CurrentPrincipal() caller: Principal, @Param('id') id: string): Promise<EventRecord> {
    const event = await this.events.find(assertUuid(id, 'event'));
    if (!event || !(mayReadAll(caller) || isForAll(event.type))) {
      throw new AppError('not_found', 'No event has this id.', { reason: 'no_event' });
    }
    return eventRecordOf(event);
  }
}
