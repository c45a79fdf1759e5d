import { Injectable } from '@nestjs/common';
import { chosenDirectors } from '../../domain/chosen-directors.js';
import { Clock } from '../../domain/clock.js';
import { dayOutcome } from '../../domain/day-outcomes.js';
import { type DaySpan, daysOf, lastDays } from '../../domain/day-span.js';
import { Directors } from '../../domain/directors.port.js';
import { type PageOf } from '../../platform/http/api-answers.js';
import { Cursors } from '../../platform/http/cursors.js';
import { csvRow } from '../../platform/http/csv.js';
import { type NamedRow, pageOfNames, totalOf } from '../name-page.js';
import { type DaysQuery } from '../statistics-query.dto.js';
import { type ClientDay, type ClientDays } from './client-days.dto.js';
import { ClientDaysRepository, type CountOnDay, type EndedOnDay, type OnDay } from './client-days.repository.js';

/** By client, then by day: keys made of both would take longer than all else that is done with them. */
type ByDay<Row> = ReadonlyMap<string, ReadonlyMap<string, readonly Row[]>>;

/** What is known of the days of some clients of one Director. */
interface KnownDays {
  readonly ended: ByDay<EndedOnDay>;
  readonly unfinished: ByDay<CountOnDay>;
  readonly missed: ByDay<CountOnDay>;
  readonly pending: ByDay<CountOnDay>;
  readonly watched: ReadonlySet<string>;
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
    const slice = await pageOfNames(names, page, (from) => this.repository.clients(span, query.client, from));
    const items = await this.daysOf(slice.items, span, now);
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

  private async daysOf(rows: readonly NamedRow[], span: DaySpan, now: Date): Promise<ClientDays[]> {
    const directors = [...new Set(rows.map(({ director }) => director))];
    const read = directors.map(async (director) => {
      const clients = rows.filter((row) => row.director === director).map(({ name }) => name);
      return [director, await this.known(director, clients, span, now)] as const;
    });
    const known = new Map(await Promise.all(read));
    const days = daysOf(span);
    return rows.map(({ name, director }) => {
      const facts = known.get(director);
      if (!facts) throw new Error('Every Director of a row was read.');
      return { client: name, director, days: days.map((day) => dayOf(name, day, facts)) };
    });
  }

  private async known(director: string, clients: readonly string[], span: DaySpan, now: Date): Promise<KnownDays> {
    const { repository } = this;
    const [ended, { unfinished, missed, pending, watched }] = await Promise.all([
      repository.ended(director, clients, span),
      repository.beside(director, clients, span, now),
    ]);
    return {
      ...{ ended: byDay(ended), unfinished: byDay(unfinished), missed: byDay(missed), pending: byDay(pending) },
      watched,
    };
  }
}

function dayOf(client: string, day: string, known: KnownDays): ClientDay {
  const ended = known.ended.get(client)?.get(day) ?? [];
  const unfinished = sumOf(known.unfinished.get(client)?.get(day));
  const missed = sumOf(known.missed.get(client)?.get(day));
  const outcome = dayOutcome({
    statuses: new Set(ended.map(({ status }) => status)),
    isRunning: unfinished > 0,
    missed,
    isPending: known.pending.get(client)?.has(day) === true,
    isWatched: known.watched.has(day),
  });
  return { day, outcome, runs: ended.reduce((sum, { runs }) => sum + runs, unfinished), missed };
}

function sumOf(counts: readonly CountOnDay[] = []): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function byDay<Row extends OnDay>(rows: readonly Row[]): ByDay<Row> {
  const found = new Map<string, Map<string, Row[]>>();
  for (const row of rows) {
    const days = found.get(row.client) ?? new Map<string, Row[]>();
    found.set(row.client, days);
    const known = days.get(row.day);
    if (known) known.push(row);
    else days.set(row.day, [row]);
  }
  return found;
}
