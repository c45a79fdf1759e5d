import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DaySpan } from '../../domain/day-span.js';
import { endedStatuses, type RunStatus } from '../../domain/run.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { mostCounted, type NamedRow, type NamesFrom } from '../name-page.js';
import { countOfClients, daysOfClients, mostKinds } from './client-days-statements.js';

/** Runs of one day that ended alike. */
export interface EndedRuns {
  /** Counted from the first of the span, 0. */
  readonly day: number;
  readonly status: RunStatus;
  readonly runs: number;
}

/** A client, and those of its runs within the span that have ended, in no order. */
export interface ClientOnDays extends NamedRow {
  readonly ended: readonly EndedRuns[];
}

/** How many there are of a client on a day of the span. */
export interface CountOnDay {
  readonly client: string;
  readonly day: string;
  readonly count: number;
}

/** Some clients of one Director with what is known of their days; where there is nothing of a client and a day, nothing is told. */
export interface DaysOfClients {
  readonly clients: readonly ClientOnDays[];
  readonly unfinished: readonly CountOnDay[];
  readonly missed: readonly CountOnDay[];
  /** Planned starts of which it is not yet said whether a run came. */
  readonly pending: readonly CountOnDay[];
  /** The days whose plan is known as a whole; today's until now. */
  readonly watched: ReadonlySet<string>;
}

type DaysRow = readonly [
  names: string[] | null,
  runs: (number[] | null)[] | null,
  unfinished: CountOnDay[] | null,
  missed: CountOnDay[] | null,
  pending: CountOnDay[] | null,
  watched: string[] | null,
];

/** What is known of the days of clients. Backups only. */
@Injectable()
export class ClientDaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's clients by name: those in use, and those that ran within the span. In one question: of most there is little. */
  async read(
    span: DaySpan,
    clients: readonly string[] | undefined,
    from: NamesFrom,
    now: Date,
  ): Promise<DaysOfClients> {
    const { values, ...statement } = daysOfClients(span, clients, from, now);
    const [row] = await arraysOf<DaysRow>(this.dataSource, statement, values);
    const [names, runs, unfinished, missed, pending, watched] = row ?? [];
    return {
      clients: (names ?? []).map((name, index) => {
        return { name, director: from.director, ended: (runs?.[index] ?? []).map(endedOf) };
      }),
      unfinished: unfinished ?? [],
      missed: missed ?? [],
      pending: pending ?? [],
      watched: new Set(watched),
    };
  }

  /** Counts no further than lists do. */
  async count(span: DaySpan, clients: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = countOfClients(span, clients, from);
    const [row] = await arraysOf<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }
}

function endedOf(number: number): EndedRuns {
  const kind = number % mostKinds;
  const day = Math.floor(kind / endedStatuses.length);
  return { day, status: endedStatuses[kind % endedStatuses.length] ?? 'error', runs: Math.floor(number / mostKinds) };
}
