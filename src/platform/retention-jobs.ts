import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { DeletionClock } from '../domain/clock.js';
import { InFlightCalls } from './in-flight-calls.js';
import { LOG } from './logging/log.js';

const dayMs = 24 * 3600 * 1000;
/** Small, so that no lock lasts long. */
const batch = 5_000;

/** Deletes what has expired at `now`. */
type RetentionWork = (now: Date) => Promise<void>;

/** Runs every deletion by age, independently; nothing while the clock is in doubt. */
@Injectable()
export class RetentionJobs {
  private readonly jobs = new Map<string, RetentionWork>();
  private readonly running = new InFlightCalls<string, void>();

  constructor(
    private readonly clock: DeletionClock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** `name`: what is deleted, in the plural. Throws if the name is used already. */
  register(name: string, work: RetentionWork): void {
    if (this.jobs.has(name)) throw new Error(`A retention job named ${name} already exists.`);
    this.jobs.set(name, work);
  }

  @Cron('30 */10 * * * *')
  async onTick(): Promise<void> {
    await this.run();
  }

  /** Never throws: what failed is tried again with the next tick. A job that still runs is not started twice, and delays no other. */
  async run(): Promise<void> {
    const runs = [...this.jobs].map(([name, work]) => this.running.share(name, () => this.tryRun(name, work)));
    await Promise.all(runs);
  }

  private async tryRun(name: string, work: RetentionWork): Promise<void> {
    try {
      const now = await this.clock.believedNow();
      if (now !== null) await work(now);
    } catch (error) {
      this.log.warn({ err: error }, `Could not delete old ${name}; will retry.`);
    }
  }
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** `deleteSome` deletes at most this many, in a transaction of its own, and returns how many it deleted. */
export async function deleteInBatches(deleteSome: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(batch)) === batch);
}
