import { Injectable } from '@nestjs/common';
import { chosenDirectors, Directors } from '../../../domain/directors.port.js';
import { type Principal } from '../../../domain/principal.js';
import { pageOfWhole } from '../../../domain/pagination.js';
import { type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { type FilesetRecord, type FilesetsQuery } from './filesets.dto.js';

/** The configured filesets of Directors. */
@Injectable()
export class FilesetsService {
  constructor(
    private readonly directors: Directors,
    private readonly cursors: Cursors,
  ) {}

  async listFilesets({ scope }: Principal, query: FilesetsQuery): Promise<PageOf<FilesetRecord>> {
    const context = { operation: 'listFilesets', query };
    const page = this.cursors.requestOf(query, context);
    const entries = chosenDirectors(this.directors, query.director);
    const lists = await Promise.all(
      entries.map(async (entry) => {
        const filesets = await entry.director.listFilesets(scope);
        return filesets.map((fileset) => ({ ...fileset, director: entry.name }));
      }),
    );
    const wanted = lists.flat().filter(({ name }) => query.name?.includes(name) ?? true);
    const slice = pageOfWhole(wanted, page, ({ name, director }) => [name, director]);
    return this.cursors.pageOf(slice, context, ({ name, director, hasPatterns, ...fileset }) => ({
      name,
      director,
      include: listOf(fileset.include),
      exclude: listOf(fileset.exclude),
      excludePresets: fileset.excludePresets?.map((preset) => ({ ...preset, patterns: [...preset.patterns] })) ?? null,
      markerFiles: listOf(fileset.markerFiles),
      hasPatterns,
    }));
  }
}

function listOf(paths: readonly string[] | null): string[] | null {
  return paths === null ? null : [...paths];
}
