import { Injectable } from '@nestjs/common';
import { chosenDirectors, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { dayOutcome } from '../duration-buckets.js';
import { daysOf, lastDays } from '../day-range.js';
import { type RunStatus } from '../../../domain/run.js';
import { type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { csvRow } from '../../../http/csv-answer.js';
import { pageOfNames, totalOfAll } from '../name-pagination.js';
import { type DaysQuery, type JobDaysQuery } from '../statistics-query.dto.js';
import { type Subject, type CountOnDay, DaysRepository, type KnownOnDays, type NameOnDays } from './days.repository.js';
import { type ClientDay, type ClientDays, type JobDay, type JobDays } from './days.dto.js';

/** By name, then by day: keys made of both would take longer than all else that is done with them. */
type ByDay = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Daily data other than ended runs, for clients or jobs of one Director. */
interface KnownDays {
  readonly unfinished: ByDay;
  readonly missed: ByDay;
  readonly pending: ByDay;
  readonly watched: ReadonlySet<string>;
}

/** What of one name has ended on one day. */
interface EndedOnDay {
  readonly statuses: RunStatus[];
  readonly counts: Partial<Record<RunStatus, number>>;
  runs: number;
  bytes: number;
}

interface DaysOfName {
  readonly name: string;
  readonly director: string;
  readonly days: readonly JobDay[];
}

@Injectable()
export class DaysService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: DaysRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  listClients(query: DaysQuery): Promise<PageOf<ClientDays>> {
    return this.list('client', query, query.client, 'listClientDays', ({ name, director, days }) => {
      return { client: name, director, days: days.map(({ bytes: _, ...day }) => day) };
    });
  }

  listJobs(query: JobDaysQuery): Promise<PageOf<JobDays>> {
    return this.list('job', query, query.job, 'listJobDays', ({ name, director, days }) => {
      return { job: name, director, days: [...days] };
    });
  }

  /** A row for each day of each client, over all pages. */
  async *csv(query: DaysQuery): AsyncGenerator<string> {
    yield csvRow([
      'client',
      'director',
      'day',
      'outcome',
      'runs',
      'missed',
      'completed',
      'warning',
      'error',
      'canceled',
    ]);
    let cursor: string | null = query.cursor ?? null;
    do {
      const page = await this.listClients(Object.assign({}, query, { limit: 100 }, cursor === null ? {} : { cursor }));
      for (const { client, director, days } of page.items) {
        yield days.map((day) => csvRow([client, director, ...cellsOf(day)])).join('');
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  private async list<Item>(
    subject: Subject,
    query: DaysQuery | JobDaysQuery,
    chosen: readonly string[] | undefined,
    operation: string,
    itemOf: (days: DaysOfName) => Item,
  ): Promise<PageOf<Item>> {
    const directors = chosenDirectors(this.directors, query.director).map(({ name }) => name);
    const now = this.clock.now();
    const span = lastDays(query.days, now);
    const context = { operation, query };
    const page = this.cursors.requestOf(query, context);
    const known = new Map<string, KnownDays>();
    const slice = await pageOfNames(directors, page, async (from) => {
      const { names, ...beside } = await this.repository.read(subject, span, chosen, from, now);
      known.set(from.director, knownDays(beside));
      return names;
    });
    const days = daysOf(span);
    const items = slice.items.map((name) => itemOf(recordOf(name, days, known.get(name.director))));
    const counts = (): Promise<number[]> =>
      Promise.all(directors.map((director) => this.repository.count(subject, span, chosen, director)));
    const total = page.count === true ? { total: totalOfAll(await counts()) } : {};
    return this.cursors.pageOf({ items, next: slice.next, ...total }, context, (item) => item);
  }
}

function cellsOf({ day, outcome, runs, missed, completed, warning, error, canceled }: ClientDay) {
  return [day, outcome, runs, missed, completed, warning, error, canceled];
}

function knownDays({ unfinished, missed, pending, watched }: Omit<KnownOnDays, 'names'>): KnownDays {
  return { unfinished: byDay(unfinished), missed: byDay(missed), pending: byDay(pending), watched };
}

function recordOf(of: NameOnDays, days: readonly string[], known: KnownDays | undefined): DaysOfName {
  const { name, director } = of;
  if (!known) throw new Error('Every Director of a row was read.');
  const ended = endedByDay(of, days.length);
  return { name, director, days: days.map((day, place) => dayOf(name, day, ended[place] ?? nothing, known)) };
}

const nothing: EndedOnDay = { statuses: [], counts: {}, runs: 0, bytes: 0 };

function dayOf(name: string, day: string, ended: EndedOnDay, known: KnownDays): JobDay {
  const unfinished = known.unfinished.get(name)?.get(day) ?? 0;
  const missed = known.missed.get(name)?.get(day) ?? 0;
  const outcome = dayOutcome({
    statuses: ended.statuses,
    isRunning: unfinished > 0,
    missed,
    isPending: known.pending.get(name)?.has(day) === true,
    isWatched: known.watched.has(day),
  });
  const { completed = 0, warning = 0, error = 0, canceled = 0 } = ended.counts;
  const runs = ended.runs + unfinished;
  return { day, outcome, runs, completed, warning, error, canceled, missed, bytes: ended.bytes };
}

/** One for each day of the span; undefined where nothing has ended. */
function endedByDay({ ended }: NameOnDays, length: number): (EndedOnDay | undefined)[] {
  const byDay = new Array<EndedOnDay | undefined>(length);
  for (const { day, status, runs, bytes } of ended) {
    const known = (byDay[day] ??= { statuses: [], counts: {}, runs: 0, bytes: 0 });
    known.statuses.push(status);
    known.counts[status] = (known.counts[status] ?? 0) + runs;
    known.runs += runs;
    known.bytes += bytes;
  }
  return byDay;
}

function byDay(counts: readonly CountOnDay[]): ByDay {
  const found = new Map<string, Map<string, number>>();
  for (const { name, day, count } of counts) {
    const days = found.get(name) ?? new Map<string, number>();
    found.set(name, days.set(day, (days.get(day) ?? 0) + count));
  }
  return found;
}
