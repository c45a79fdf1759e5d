import { Injectable } from '@nestjs/common';
import { chosenDirectors } from '../../domain/chosen-directors.js';
import { Clock } from '../../domain/clock.js';
import { dayOutcome } from '../../domain/day-outcomes.js';
import { type DaySpan, daysOf, lastDays } from '../../domain/day-span.js';
import { Directors } from '../../domain/directors.port.js';
import { type PageOf } from '../../platform/http/api-answers.js';
import { Cursors } from '../../platform/http/cursors.js';
import { csvRow } from '../../platform/http/csv.js';
import { pageOfNames, totalOf } from '../name-page.js';
import { type DaysQuery } from '../statistics-query.dto.js';
import { type ClientDay, type ClientDays } from './client-days.dto.js';
import {
  type ClientOnDays,
  ClientDaysRepository,
  type CountOnDay,
  type DaysOfClients,
} from './client-days.repository.js';

/** By client, then by day: keys made of both would take longer than all else that is done with them. */
type ByDay = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What is known of the days of some clients of one Director beside what has ended. */
interface KnownDays {
  readonly unfinished: ByDay;
  readonly missed: ByDay;
  readonly pending: ByDay;
  readonly watched: ReadonlySet<string>;
}

/** What of one client has ended on one day. */
interface EndedOnDay {
  readonly statuses: string[];
  runs: number;
}

@Injectable()
export class ClientDaysService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: ClientDaysRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async list(query: DaysQuery): Promise<PageOf<ClientDays>> {
    const names = chosenDirectors(this.directors, query.director).map(({ name }) => name);
    const now = this.clock.now();
    const span = lastDays(query.days, now);
    const context = { operation: 'listClientDays', query };
    const page = this.cursors.requestOf(query, context);
    const known = new Map<string, KnownDays>();
    const slice = await pageOfNames(names, page, async (from) => {
      const { clients, ...beside } = await this.repository.read(span, query.client, from, now);
      known.set(from.director, knownDays(beside));
      return clients;
    });
    const days = daysOf(span);
    const items = slice.items.map((client) => recordOf(client, days, known.get(client.director)));
    const total = page.count === true ? { total: await this.count(names, span, query) } : {};
    return this.cursors.pageOf({ items, next: slice.next, ...total }, context, (item) => item);
  }

  /** A row for each day of each client, whatever the page. */
  async *csv(query: DaysQuery): AsyncGenerator<string> {
    yield csvRow(['client', 'director', 'day', 'outcome', 'runs', 'missed']);
    let cursor: string | null = query.cursor ?? null;
    do {
      const page = await this.list(Object.assign({}, query, { limit: 100 }, cursor === null ? {} : { cursor }));
      for (const { client, director, days } of page.items) {
        yield days
          .map(({ day, outcome, runs, missed }) => csvRow([client, director, day, outcome, runs, missed]))
          .join('');
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  private async count(
    names: readonly string[],
    span: DaySpan,
    { client }: DaysQuery,
  ): Promise<ReturnType<typeof totalOf>> {
    return totalOf(await Promise.all(names.map((director) => this.repository.count(span, client, director))));
  }
}

function knownDays({ unfinished, missed, pending, watched }: Omit<DaysOfClients, 'clients'>): KnownDays {
  return { unfinished: byDay(unfinished), missed: byDay(missed), pending: byDay(pending), watched };
}

function recordOf(client: ClientOnDays, days: readonly string[], known: KnownDays | undefined): ClientDays {
  const { name, director } = client;
  if (!known) throw new Error('Every Director of a row was read.');
  const ended = endedByDay(client, days.length);
  return { client: name, director, days: days.map((day, place) => dayOf(name, day, ended[place], known)) };
}

const noStatuses: readonly string[] = [];

function dayOf(client: string, day: string, ended: EndedOnDay | undefined, known: KnownDays): ClientDay {
  const unfinished = known.unfinished.get(client)?.get(day) ?? 0;
  const missed = known.missed.get(client)?.get(day) ?? 0;
  const outcome = dayOutcome({
    statuses: ended?.statuses ?? noStatuses,
    isRunning: unfinished > 0,
    missed,
    isPending: known.pending.get(client)?.has(day) === true,
    isWatched: known.watched.has(day),
  });
  return { day, outcome, runs: (ended?.runs ?? 0) + unfinished, missed };
}

/** One for each day of the span; undefined where nothing has ended. */
function endedByDay({ ended }: ClientOnDays, length: number): (EndedOnDay | undefined)[] {
  const byDay = new Array<EndedOnDay | undefined>(length);
  for (const { day, status, runs } of ended) {
    const known = (byDay[day] ??= { statuses: [], runs: 0 });
    known.statuses.push(status);
    known.runs += runs;
  }
  return byDay;
}

function byDay(counts: readonly CountOnDay[]): ByDay {
  const found = new Map<string, Map<string, number>>();
  for (const { client, day, count } of counts) {
    const days = found.get(client) ?? new Map<string, number>();
    found.set(client, days.set(day, (days.get(day) ?? 0) + count));
  }
  return found;
}
