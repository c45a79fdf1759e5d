import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DaySpan } from '../day-range.js';
import { endedStatuses, type RunStatus } from '../../../domain/run.js';
import { arraysOf } from '../../../database/prepared-statement.js';
import { mostCounted, type NamedRow, type NamesFrom } from '../name-pagination.js';
import { countOfNames, daysOf, mostKinds, type Subject } from './days-statements.js';

/** Runs of one day that ended alike. */
export interface EndedRuns {
  /** Counted from the first of the span, 0. */
  readonly day: number;
  readonly status: RunStatus;
  readonly runs: number;
  /** What they saved; 0 for clients, of which it is not read. */
  readonly bytes: number;
}

/** A client or job, and those of its runs within the span that have ended, in no order. */
export interface NameOnDays extends NamedRow {
  readonly ended: readonly EndedRuns[];
}

/** How many there are of a name on a day of the span. */
export interface CountOnDay {
  readonly name: string;
  readonly day: string;
  readonly count: number;
}

/** Clients or jobs of one Director with the data of their days. A name and day without data has no entry. */
export interface KnownOnDays {
  readonly names: readonly NameOnDays[];
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
  bytes: (number[] | null)[] | null,
];

/** Daily data of clients and jobs. Backups only. */
@Injectable()
export class DaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's clients or jobs by name: those in use, and those that ran within the span. In one question: of most there is little. */
  async read(
    subject: Subject,
    span: DaySpan,
    chosen: readonly string[] | undefined,
    from: NamesFrom,
    now: Date,
  ): Promise<KnownOnDays> {
    const { values, ...statement } = daysOf(subject, span, chosen, from, now);
    const [row] = await arraysOf<DaysRow>(this.dataSource, statement, values);
    const [names, runs, unfinished, missed, pending, watched, bytes] = row ?? [];
    return {
      names: (names ?? []).map((name, index) => {
        return { name, director: from.director, ended: endedOf(runs?.[index] ?? [], bytes?.[index] ?? []) };
      }),
      unfinished: unfinished ?? [],
      missed: missed ?? [],
      pending: pending ?? [],
      watched: new Set(watched),
    };
  }

  /** Counts no further than lists do. */
  async count(
    subject: Subject,
    span: DaySpan,
    chosen: readonly string[] | undefined,
    director: string,
  ): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = countOfNames(subject, span, chosen, from);
    const [row] = await arraysOf<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }
}

function endedOf(numbers: readonly number[], bytes: readonly number[]): EndedRuns[] {
  return numbers.map((number, index) => {
    const kind = number % mostKinds;
    return {
      day: Math.floor(kind / endedStatuses.length),
      status: endedStatuses[kind % endedStatuses.length] ?? 'error',
      runs: Math.floor(number / mostKinds),
      bytes: bytes[index] ?? 0,
    };
  });
}
