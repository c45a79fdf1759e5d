import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Requires } from '../../platform/http/access.decorators.js';
import { ApiProblems } from '../../platform/http/api-answers.js';
import { exposedTypeFor } from './exposition.js';
import { MetricsService } from './metrics.service.js';

const text = {
  schema: { type: 'string' as const },
  examples: { example: { value: 'backup_director_up{director="embedded"} 1\n' } },
};

@ApiTags('stats')
@Controller('stats/metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  /**
   * Figures for Prometheus and its like, of all Directors: last successes, outcomes, silence, volumes, reachability, deliveries,
   * requests. OpenMetrics 1.0 where `Accept` asks for it, else the text format 0.0.4. A scrape asks no Director and no catalog; what comes from them was looked at within the last minute, and says when.
   */
  @Get()
  @Requires('stats:read')
  @ApiOkResponse({
    description: 'The metrics, each with its meaning.',
    content: { 'application/openmetrics-text': text, 'text/plain': text },
  })
  @ApiProblems(400)
  async getMetrics(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const type = exposedTypeFor(request.get('accept'));
    const answer = await this.metrics.exposed(type);
    response.setHeader('Content-Type', type);
    response.setHeader('Vary', 'Accept, Authorization, Cookie');
    return answer;
  }
}
