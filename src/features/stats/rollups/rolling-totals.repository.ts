import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Clock } from '../../../domain/clock.js';
import { isDayAfter, stepTowards, lastDayOf } from '../day-range.js';
import { LOG } from '../../../platform/logging/log.js';
import { endedStatuses } from '../../../domain/run.js';
import { type TotalsQuery } from '../statistics-query.dto.js';

/** The spans of which sums are kept, by their days. */
const spans: ReadonlyMap<number, string> = new Map([
  [7, 'week'],
  [30, 'month'],
  [90, 'quarter'],
]);

/** The column prefix of the rollups for this query; undefined if there are none. */
export function storedSpan({ span, types }: TotalsQuery): string | undefined {
  return types.length === 1 ? spans.get(span.days) : undefined;
}

/** The day that the rollups must be of to answer the query. */
export function asOfDay({ span }: TotalsQuery): string {
  return lastDayOf(span);
}

/** Whether the rollups of all these Directors are of the day; for a short time after midnight they are not. */
export function isUpToDate(day: string, directors: string): string {
  return `NOT EXISTS (SELECT FROM run_sum_day d WHERE d.director = ANY (${directors}::text[]) AND d.day <> ${day}::date)`;
}

/** How many runs ended within the span. */
export function ranWithin(span: string): string {
  return endedStatuses.map((status) => `${span}_${status}`).join(' + ');
}

/** The day, in UTC, of a Director's client rollups. */
interface RollingTotalsDay {
  readonly director: string;
  readonly day: string;
}

@Injectable()
export class RollingTotals {
  constructor(private readonly dataSource: DataSource) {}

  days(): Promise<RollingTotalsDay[]> {
    return this.dataSource.query('SELECT director, day::text FROM run_sum_day');
  }

  /** In one transaction, for which the ends of this Director's runs wait. */
  async move({ director, day }: RollingTotalsDay): Promise<void> {
    await this.dataSource.query('SELECT move_sums($1, $2)', [director, day]);
  }
}

/** Days that sums move on in one transaction: the ends of runs wait for it, up to three seconds a day at ten thousand clients. */
const mostDays = 2;

/** Moves the sums of clients on to the day that began: what entered and what left since then is added and taken away. */
@Injectable()
export class RollingTotalsJob implements OnApplicationBootstrap {
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly sums: RollingTotals,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.onTick();
  }

  @Cron('2 * * * * *')
  onTick(): Promise<void> {
    this.working = this.working.then(() => this.move());
    return this.working;
  }

  /** Never throws. */
  private async move(): Promise<void> {
    try {
      for (const standing of await this.sums.days()) await this.moveOne(standing);
    } catch (error) {
      this.log.warn({ err: error }, 'Could not update the totals of clients for the current day; will retry.');
    }
  }

  private async moveOne({ director, day: from }: RollingTotalsDay): Promise<void> {
    // The clock of a process beside this one may be ahead of it.
    if (isDayAfter(from, this.clock.now())) return;
    for (let day = from; ;) {
      const next = stepTowards(day, this.clock.now(), mostDays);
      if (next === day) return;
      await this.sums.move({ director, day: next });
      day = next;
    }
  }
}
