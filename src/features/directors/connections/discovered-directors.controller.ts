import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DirectorConnector } from '../../../domain/director-connector.port.js';
import { type FoundDirector } from '../../../domain/director-settings.js';
import { DirectorRegistry } from '../../../domain/director-registry.js';
import { pageOfWhole } from '../../../domain/pagination.js';
import { Requires } from '../../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { PageQuery } from '../../../http/page.dto.js';
import { FoundDirectorRecord, foundRecord } from './discovered-directors.dto.js';

/** A path of its own: below `admin/directors` it would be the name of one. */
@ApiTags('directors')
@Controller('admin/discovered-directors')
export class FoundDirectorsController {
  constructor(
    private readonly connector: DirectorConnector,
    private readonly registry: DirectorRegistry,
    private readonly cursors: Cursors,
  ) {}

  /**
   * List discovered Directors
   * @remarks Reads configuration files on the console's machine. Returns no secrets and connects to none of the
   * Directors.
   */
  @Get()
  @Requires('directors:manage')
  @ApiPage(FoundDirectorRecord, 'Directors found, by kind and name.')
  @ApiProblems(504)
  async listFoundDirectors(@Query() query: PageQuery): Promise<PageOf<FoundDirectorRecord>> {
    const context = { operation: 'listFoundDirectors', query };
    const page = this.cursors.requestOf(query, context);
    return this.cursors.pageOf(
      pageOfWhole(await this.connector.found(), page, ({ kind, name, source }) => [kind, name, source]),
      context,
      (found) => foundRecord(found, this.isKnown(found)),
    );
  }

  private isKnown({ kind, address, port }: FoundDirector): boolean {
    return this.registry
      .all()
      .some(({ settings }) => settings?.kind === kind && settings.address === address && settings.port === port);
  }
}
