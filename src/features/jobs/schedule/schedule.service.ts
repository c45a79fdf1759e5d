import { Injectable } from '@nestjs/common';
import { chosenDirectors, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type PlannedRun } from '../../../domain/job.js';
import { type PageKey, type PageRequest, compareKeys, pageOfWhole } from '../../../domain/pagination.js';
import { type Principal, type Scope } from '../../../domain/principal.js';
import { invalidField, AppError } from '../../../domain/error-codes.js';
import { type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { type PlannedRunRecord, type ScheduleQuery } from './schedule.dto.js';

const defaultDays = 7;
const dayMs = 86_400_000;
/** Planned starts of one Director that are scanned at most, so that a rare job is found and the work stays bounded. */
const mostStartsRead = 10_000;

/** What the schedules will start. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly directors: Directors,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async listSchedule({ scope }: Principal, query: ScheduleQuery): Promise<PageOf<PlannedRunRecord>> {
    const context = { operation: 'listSchedule', query };
    const page = this.cursors.requestOf(query, context);
    const now = this.clock.now();
    const until = untilOf(query, now);
    const entries = chosenDirectors(this.directors, query.director);
    const span = { from: fromOf(page, now), until };
    const starts = await gathered(entries.map((entry) => this.startsAt(scope, entry, span, query, page)));
    const slice = pageOfWhole(starts, page, keyOf);
    return this.cursors.pageOf(slice, context, recordOf);
  }

  /** Enough of one Director's starts for the page: twice as many are read until it is full or there are no more. */
  private async startsAt(
    scope: Scope,
    entry: DirectorEntry,
    { from, until }: { readonly from: Date; readonly until: Date },
    query: ScheduleQuery,
    page: PageRequest,
  ): Promise<readonly PlannedRun[]> {
    if (until <= from) return [];
    for (let limit = page.count === true ? mostStartsRead : 4 * page.limit; ; limit *= 2) {
      const read = await entry.director.schedulePreview(scope, from, until, Math.min(limit, mostStartsRead), query.job);
      const wanted = read.filter((start) => isWanted(start, query) && isAfter(start, page));
      if (wanted.length > page.limit || read.length < limit || limit >= mostStartsRead) return wanted;
    }
  }
}

/** Of all Directors that provide their schedule; an error if none does. */
async function gathered(lists: readonly Promise<readonly PlannedRun[]>[]): Promise<readonly PlannedRun[]> {
  const unable: AppError[] = [];
  const found = await Promise.all(
    lists.map((list) =>
      list.catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'not_supported_by_director') throw error;
        unable.push(error);
        return [];
      }),
    ),
  );
  const [first] = unable;
  if (first && unable.length === lists.length) throw first;
  return found.flat();
}

function isAfter(start: PlannedRun, { after }: PageRequest): boolean {
  return after === undefined || compareKeys(keyOf(start), after) > 0;
}

function untilOf({ days, until }: ScheduleQuery, now: Date): Date {
  if (until !== undefined && days !== undefined) {
    throw invalidField('until', 'Specify either days or until, not both.');
  }
  return until ?? new Date(now.getTime() + (days ?? defaultDays) * dayMs);
}

/** Later pages begin where the one before ended, so that what has started meanwhile moves no row. */
function fromOf({ after }: PageRequest, now: Date): Date {
  const at = after?.[0];
  return typeof at === 'number' ? new Date(at) : now;
}

function isWanted({ job, client }: PlannedRun, query: ScheduleQuery): boolean {
  return (query.job?.includes(job) ?? true) && (query.client?.includes(client) ?? true);
}

function keyOf({ at, director, job, schedule, level }: PlannedRun): PageKey {
  return [at.getTime(), director, job, schedule, level];
}

function recordOf(start: PlannedRun): PlannedRunRecord {
  const { at, job, director, type, level, client, fileset, schedule, pool, priority } = start;
  return { at, job, director, type, level, client, fileset, schedule, pool, priority };
}
