import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires, SessionOnly } from '../../http/access.decorators.js';
import { ApiMergePatch } from '../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { assertUuid } from '../../http/uuid-parameter.js';
import { BodyLimit } from '../../http/input.interceptor.js';
import {
  ChangeSavedFilterBody,
  SavedFilter,
  savedFilterOf,
  SavedFiltersQuery,
  SaveFilterBody,
} from './saved-filters.dto.js';
import { SavedFiltersRepository } from './saved-filters.repository.js';
import { SavedFilters } from './saved-filters.service.js';

/** Room for a query of 2,000 characters, however they are escaped. */
const mostBytes = 32_768;

@ApiTags('auth')
@Controller('auth/saved-filters')
export class SavedFiltersController {
  constructor(
    private readonly rows: SavedFiltersRepository,
    private readonly service: SavedFilters,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List your saved filters
   * @remarks List filters that you saved in the web console, by list and name. Other users' filters are never returned.
   */
  @Get()
  @Requires('authenticated')
  @SessionOnly()
  @ApiPage(SavedFilter, 'Your saved filters.')
  async listSavedFilters(
    @CurrentPrincipal() caller: Principal,
    @Query() query: SavedFiltersQuery,
  ): Promise<PageOf<SavedFilter>> {
    const context = { operation: 'listSavedFilters', query };
    const slice = await this.rows.list(caller.user.id, query, this.cursors.requestOf(query, context));
    return this.cursors.pageOf(slice, context, savedFilterOf);
  }

  /**
   * Save filters
   * @remarks At most 50 for each user.
   */
  @Post()
  @Requires('authenticated')
  @SessionOnly()
  @BodyLimit(mostBytes)
  @ApiCreatedResponse({ description: 'The saved filters.', type: SavedFilter })
  @ApiProblems(400, 409, 413, 415)
  async saveFilter(@CurrentPrincipal() caller: Principal, @Body() body: SaveFilterBody): Promise<SavedFilter> {
    return savedFilterOf(await this.service.save(caller, body));
  }

  /**
   * Rename or replace saved filters
   * @remarks Changes only the given fields.
   */
  @Patch(':id')
  @ApiMergePatch()
  @Requires('authenticated')
  @SessionOnly()
  @BodyLimit(mostBytes)
  @ApiOkResponse({ description: 'The changed filters.', type: SavedFilter })
  @ApiProblems(400, 404, 409, 413, 415)
  async changeSavedFilter(
    @CurrentPrincipal() caller: Principal,
    @Param('id') id: string,
    @Body() body: ChangeSavedFilterBody,
  ): Promise<SavedFilter> {
    return savedFilterOf(await this.service.change(caller, assertUuid(id, 'saved filter'), body));
  }

  /**
   * Delete saved filters
   * @remarks Only your own. It cannot be undone.
   */
  @Delete(':id')
  @HttpCode(204)
  @Requires('authenticated')
  @SessionOnly()
  @ApiNoContentResponse({ description: 'The saved filters were deleted.' })
  @ApiProblems(404)
  async deleteSavedFilter(@CurrentPrincipal() caller: Principal, @Param('id') id: string): Promise<void> {
    await this.service.remove(caller, assertUuid(id, 'saved filter'));
  }
}
