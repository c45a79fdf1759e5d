import { Injectable } from '@nestjs/common';
import { chosenDirectors, Directors } from '../../domain/directors.port.js';
import { countCap, sliceOf, totalOf } from '../../domain/pagination.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { type FoundOutlier, type OutlierPosition, RunOutliers } from '../runs/outliers/outliers.repository.js';
import { linksOfRun } from '../runs/run-record.dto.js';
import { type RunOutlierRecord } from './outliers.dto.js';

@Injectable()
export class OutliersService {
  constructor(
    private readonly directors: Directors,
    private readonly outliers: RunOutliers,
    private readonly cursors: Cursors,
  ) {}

  async list(query: DirectorPageQuery): Promise<PageOf<RunOutlierRecord>> {
    const names = chosenDirectors(this.directors, query.director).map(({ name }) => name);
    const context = { operation: 'listRunOutliers', query };
    const page = this.cursors.requestOf(query, context);
    const after = (page.after ?? null) as OutlierPosition | null;
    const rows = await this.outliers.list(names, after, page.limit + 1);
    const total = page.count === true ? totalOf(await this.outliers.count(names, countCap + 1)) : undefined;
    const slice = sliceOf(rows, page.limit, (row) => [row.at.getTime(), row.director, row.uniqueName, row.kind], total);
    return this.cursors.pageOf(slice, context, recordOf);
  }
}

function recordOf({ at, ...outlier }: FoundOutlier): RunOutlierRecord {
  return { ...outlier, at: at.toISOString(), links: linksOfRun(outlier.director, outlier.jobId) };
}
