import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type Response } from 'express';
import { failsOn } from '../../../domain/health.js';
import { Requires } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { Conditional } from '../../../http/conditional.interceptor.js';
import { SendsHeader } from '../../../http/openapi/response-headers.js';
import { Problem } from '../../../http/problem.dto.js';
import { problemMediaType } from '../../../http/problem.js';
import { Health, HealthQuery } from './health.dto.js';
import { HealthService } from './health.service.js';

/** The roll-up for dashboards. The route follows the specification (`/director`), the folder the group (`directors`). */
@ApiTags('directors')
@Controller('director/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /**
   * Get the health of a Director
   * @remarks Returns one verdict with its reasons, for one Director or with `director=*` for all. The status is 200
   * even if the verdict is `crit`, unless `failOn` is set.
   */
  @Get()
  @Requires('directors:read')
  @Conditional()
  @SendsHeader('ETag', 503)
  @ApiOkResponse({ type: Health, description: 'The health verdict.' })
  @ApiResponse({
    status: 503,
    description: 'The same body, if `failOn` applies to this verdict; or the error that there is no verdict.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(Health) } },
      [problemMediaType]: { schema: { $ref: getSchemaPath(Problem) } },
    },
  })
  @ApiProblems(400, 404)
  async getDirectorHealth(
    @Query() query: HealthQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Health> {
    const health = await this.health.getHealth(query.director);
    if (query.failOn !== undefined && failsOn(health.status, query.failOn)) response.status(503);
    return health;
  }
}
