import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { PoolRecord, PoolsQuery } from './pools.dto.js';
import { PoolsService } from './pools.service.js';

/** Pools of volumes. */
@ApiTags('storage-media')
@Controller('storage-media/pools')
export class PoolsController {
  constructor(private readonly pools: PoolsService) {}

  /**
   * List pools
   * @remarks Sorted by name, with free space and forecast. `director=*` includes all Directors.
   */
  @Get()
  @Requires('media:read')
  @ApiPage(PoolRecord, 'Pools by name.')
  @ApiProblems(404, 502, 503, 504)
  listPools(@CurrentPrincipal() principal: Principal, @Query() query: PoolsQuery): Promise<PageOf<PoolRecord>> {
    return this.pools.listPools(principal, query);
  }
}
