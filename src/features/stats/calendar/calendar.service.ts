import { Injectable } from '@nestjs/common';
import {
  countUpTo,
  type PageKey,
  type PageRequest,
  type Slice,
  sliceOf,
  compareKeys,
} from '../../../domain/pagination.js';
import { chosenDirectors, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type Principal } from '../../../domain/principal.js';
import { Cursors } from '../../../http/cursors.js';
import {
  entryOfRun,
  entryOfStart,
  type Found,
  foundRun,
  mostStartsRead,
  toEntry,
  type UnmatchedStart,
  type UpcomingStarts,
  startsAhead,
} from './upcoming-starts.js';
import { calendarSpan, joinedSpans, stretchesOf, type TimeSpan } from './calendar-range.js';
import { type CalendarEntry, type CalendarPage, type CalendarQuery, type KnownPlan } from './calendar.dto.js';
import { CalendarRepository, type OpenStart } from './calendar.repository.js';

/** A start is not called late before its run can have been seen. */
const seenMs = 60_000;

/** One request for the calendar. */
interface CalendarPeriodQuery {
  readonly entries: readonly DirectorEntry[];
  readonly span: TimeSpan;
  readonly now: Date;
  readonly query: CalendarQuery;
  /** Future starts, by Director; null if the Director does not provide them. */
  readonly ahead: ReadonlyMap<string, UpcomingStarts | null>;
}

/** Lays what schedules planned beside what really ran. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: CalendarRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async list(principal: Principal, query: CalendarQuery): Promise<CalendarPage> {
    const entries = chosenDirectors(this.directors, query.director);
    const now = this.clock.now();
    const span = calendarSpan(query, now);
    const context = { operation: 'listCalendar', query };
    const page = this.cursors.requestOf(query, context);
    const ahead = await this.ahead(principal, entries, { span, now, page, query });
    const filter: CalendarPeriodQuery = { entries, span, now, query, ahead };
    const [slice, known] = await Promise.all([
      this.slice(filter, page),
      page.after === undefined ? this.known(filter) : null,
    ]);
    const items = await this.entriesOf(slice.items);
    const total = page.count === true ? { total: await countUpTo((next) => this.slice(filter, next)) } : {};
    const answer = this.cursors.pageOf({ items, next: slice.next, ...total }, context, (item) => item);
    return known === null ? answer : { ...answer, known };
  }

  private async ahead(
    { scope }: Principal,
    entries: readonly DirectorEntry[],
    { span, now, page, query }: Pick<CalendarPeriodQuery, 'span' | 'now' | 'query'> & { readonly page: PageRequest },
  ): Promise<CalendarPeriodQuery['ahead']> {
    const counted = page.count === true;
    const from = later(later(span.from, now), counted ? now : placeOf(page.after));
    if (from >= span.until) return new Map();
    const wanted = counted ? mostStartsRead : page.limit + 1;
    const filter = { span: { from, until: span.until }, jobs: query.job, clients: query.client, wanted };
    const read = entries.map(async (entry) => [entry.name, await startsAhead(scope, entry, filter)] as const);
    return new Map(await Promise.all(read));
  }

  /** The span is read in stretches until there is enough for the page. */
  private async slice(filter: CalendarPeriodQuery, { after, limit }: PageRequest): Promise<Slice<Found>> {
    const { entries, span, now } = filter;
    const found: Found[] = [];
    for (const stretch of stretchesOf({ from: later(span.from, placeOf(after)), until: span.until }, now)) {
      const read = await Promise.all(entries.map((entry) => this.within(filter, entry, stretch, after, limit + 1)));
      found.push(...read.flat().sort((a, b) => compareKeys(a.key, b.key)));
      if (found.length > limit) break;
    }
    return sliceOf(found, limit, ({ key }) => key);
  }

  private async within(
    { query, now, ahead }: CalendarPeriodQuery,
    { name: director }: DirectorEntry,
    span: TimeSpan,
    after: PageKey | undefined,
    limit: number,
  ): Promise<Found[]> {
    const filter = { director, span, jobs: query.job, clients: query.client };
    const [runs, open] = await Promise.all([
      this.repository.runs(filter, after, limit),
      this.repository.openStarts(filter, now),
    ]);
    const starts = [
      ...pastOf(open, director, now, ahead.get(director) ?? null),
      ...aheadOf(open, ahead.get(director), span),
    ];
    const alone = starts.map(toEntry).filter(({ key }) => after === undefined || compareKeys(key, after) > 0);
    return [...runs.map(foundRun), ...alone];
  }

  private async entriesOf(found: readonly Found[]): Promise<CalendarEntry[]> {
    const runs = found.map(({ run }) => run).filter((run) => run !== undefined);
    const directors = [...new Set(runs.map(({ director }) => director))];
    const read = directors.map(async (director) => {
      const own = runs.filter((run) => run.director === director);
      return [director, await this.repository.plannedTimes(director, own)] as const;
    });
    const times = new Map(await Promise.all(read));
    return found.map(({ run, start }) =>
      run ? entryOfRun(run, times.get(run.director)?.get(run.uniqueName)) : entryOfStart(start),
    );
  }

  private async known({ entries, span, now, ahead }: CalendarPeriodQuery): Promise<KnownPlan[]> {
    const read = entries.map(async ({ name: director }) => {
      const planned = ahead.get(director);
      const watched = await this.repository.watched(director, span);
      const spans = joinedSpans([...watched, ...(planned ? [{ from: now, until: planned.until }] : [])], span);
      return spans.map(({ from, until }) => ({
        director,
        from: from.toISOString(),
        until: until.toISOString(),
      }));
    });
    return (await Promise.all(read)).flat();
  }
}

/** Recorded starts: those that were due; future ones only if the Director does not provide them itself. */
function pastOf(
  open: readonly OpenStart[],
  director: string,
  now: Date,
  ahead: UpcomingStarts | null,
): UnmatchedStart[] {
  return open
    .filter(({ at, hasRun }) => !hasRun && (ahead === null || at < now))
    .map(({ at, job, client, missed }) => {
      const isLate = at.getTime() + seenMs < now.getTime();
      const state = missed ? 'missed' : isLate ? 'late' : 'planned';
      return { at, job, director, client, type: 'Backup', level: null, state };
    });
}

/** Future starts, without those whose run came a little early. */
function aheadOf(
  open: readonly OpenStart[],
  ahead: UpcomingStarts | null | undefined,
  span: TimeSpan,
): UnmatchedStart[] {
  const met = new Set(open.filter(({ hasRun }) => hasRun).map(nameOf));
  return (ahead?.starts ?? [])
    .filter((start) => start.at >= span.from && start.at < span.until && !met.has(nameOf(start)))
    .map(({ at, job, director, client, type, level }) => ({
      at,
      job,
      director,
      client,
      type,
      level,
      state: 'planned',
    }));
}

function nameOf({ at, job, client }: Pick<OpenStart, 'at' | 'job' | 'client'>): string {
  return JSON.stringify([at.getTime(), job, client]);
}

function placeOf(after: PageKey | undefined): Date {
  return new Date(Number(after?.[0] ?? 0));
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
