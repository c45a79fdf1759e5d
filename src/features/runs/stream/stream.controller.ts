import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { chosenDirectors, Directors } from '../../../domain/directors.port.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { DirectorQuery } from '../../../http/page.dto.js';
import { RunStreams } from './run-streams.service.js';

const sample = 'id: 5f2c-118\nevent: run\ndata: {"jobId":7,"status":"running"}\n\n';

@ApiTags('operations')
@Controller('operations/stream')
export class StreamController {
  constructor(
    private readonly streams: RunStreams,
    private readonly directors: Directors,
  ) {}

  /**
   * Stream changes of runs
   * @remarks Server-sent events: `run` with the changed run, `reset` if events were missed and lists must be read
   * again, `bye` with the reason before the stream ends. At most five streams per caller. `director=*` includes all
   * Directors.
   */
  @Get()
  @Requires('jobs:read')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Id of the last event received. Events of the ten minutes after it are sent first.',
    schema: { type: 'string', maxLength: 64 },
  })
  @ApiOkResponse({
    description: 'Endless stream of events.',
    content: { 'text/event-stream': { schema: { type: 'string' }, examples: { run: { value: sample } } } },
  })
  @ApiProblems(400, 404, 429)
  streamRuns(
    @CurrentPrincipal() principal: Principal,
    @Query() query: DirectorQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const entries = chosenDirectors(this.directors, query.director);
    const directors = new Set(entries.map(({ name }) => name));
    this.streams.start({ principal, directors, lastEventId: request.get('last-event-id') }, response);
    // A HEAD request gets the head only; its endless body would never be closed.
    if (request.method === 'HEAD') response.end();
  }
}
