import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { StrongETag } from '../../http/conditional.interceptor.js';
import { DirectorPageQuery, DirectorQuery } from '../../http/page.dto.js';
import { VolumeRecord, VolumeRunRecord, VolumesQuery } from './volumes.dto.js';
import { VolumesService } from './volumes.service.js';

/** Volumes: tapes, and files that act as volumes. */
@ApiTags('storage-media')
@Controller('storage-media/volumes')
export class VolumesController {
  constructor(private readonly volumes: VolumesService) {}

  /**
   * List volumes
   * @remarks Sorted by name by default. `director=*` returns the volumes of all Directors in one list.
   */
  @Get()
  @Requires('media:read')
  @ApiPage(VolumeRecord, 'Volumes, sorted by `sort`.')
  @ApiProblems(404, 502, 503, 504)
  listVolumes(@CurrentPrincipal() principal: Principal, @Query() query: VolumesQuery): Promise<PageOf<VolumeRecord>> {
    return this.volumes.listVolumes(principal, query);
  }

  /**
   * Get a volume
   * @remarks Send its ETag in If-Match when you change the volume.
   */
  @Get(':name')
  @Requires('media:read')
  @StrongETag()
  @ApiOkResponse({ type: VolumeRecord, description: 'The volume.' })
  @ApiProblems(400, 404, 502, 503, 504)
  getVolume(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
  ): Promise<VolumeRecord> {
    return this.volumes.getVolume(principal, name, query.director);
  }

  /**
   * List the runs on a volume
   * @remarks Runs that are stored completely or partly on the volume and still in the catalog.
   */
  @Get(':name/runs')
  @Requires('media:read')
  @ApiPage(VolumeRunRecord, 'Runs, newest first.')
  @ApiProblems(404, 502, 503, 504)
  listVolumeRuns(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Query() query: DirectorPageQuery,
  ): Promise<PageOf<VolumeRunRecord>> {
    return this.volumes.listVolumeRuns(principal, name, query);
  }
}
