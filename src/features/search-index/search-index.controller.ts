import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, Directors } from '../../domain/directors.port.js';
import { Requires } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { NameIndexing } from './name-indexing.service.js';

@ApiTags('directors')
@Controller('admin/search-index')
export class MirrorController {
  constructor(
    private readonly directors: Directors,
    private readonly feed: NameIndexing,
  ) {}

  /**
   * Rebuild the search index of a Director
   * @remarks Deletes the index of file names and builds it again. Meanwhile, searches read the catalog.
   */
  @Post(':director/rebuild')
  @HttpCode(204)
  @Requires('directors:manage')
  @ApiNoContentResponse({ description: 'The index was deleted and is being rebuilt.' })
  @ApiProblems(400, 404)
  async rebuildSearchIndex(@CurrentActor() actor: Actor, @Param('director') director: string): Promise<void> {
    await this.feed.rebuild(actor, resolveDirector(this.directors, director).name);
  }
}
