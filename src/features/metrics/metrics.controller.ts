import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Requires } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
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
   * Get metrics for Prometheus
   * @remarks Covers all Directors: last successes, results, backup age, volumes, reachability, deliveries, requests.
   * Uses OpenMetrics 1.0 if `Accept` asks for it, otherwise text format 0.0.4. A scrape contacts no Director and no
   * catalog; their values are at most one minute old and state their age.
   */
  @Get()
  @Requires('stats:read')
  @ApiOkResponse({
    description: 'The metrics, each with a description.',
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
