import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../domain/clock.js';
import { type DirectorPort } from '../../domain/director.port.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type PlannedRun } from '../../domain/job.js';
import { fullScope } from '../../domain/principal.js';
import { LOG } from '../../platform/logging/log.js';
import { ClientSilencesRepository } from './client-silences.repository.js';
import { JobProtectionsRepository } from './job-protections.repository.js';

/** Ten weeks: a monthly backup starts twice in them. */
const spanMs = 70 * 86_400_000;
/** In one batch. */
const mostStarts = 50_000;
const maxBatches = 20;
/** Schedules change with the Director's configuration, which is seldom; some Directors report it. */
const cacheMs = 3_600_000;
/** A job that no schedule ever starts has no interval: its Director is not contacted each minute for it. */
const lackingMs = 300_000;

/** Intervals of planned backups, for thresholds that follow the schedule: of clients with such a threshold, and of all jobs. */
@Injectable()
export class ScheduleIntervals {
  private readonly readAtMs = new WeakMap<DirectorPort, number>();

  constructor(
    private readonly silences: ClientSilencesRepository,
    private readonly jobs: JobProtectionsRepository,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Contacts the Director at most once an hour. Known intervals stay if it does not answer. */
  async refresh(entry: DirectorEntry): Promise<void> {
    await this.refreshAfter(cacheMs, entry);
  }

  /** Sooner, for jobs without an interval, such as new ones. Returns whether the Director was contacted. */
  refreshLacking(entry: DirectorEntry): Promise<boolean> {
    return this.refreshAfter(lackingMs, entry);
  }

  private async refreshAfter(ms: number, entry: DirectorEntry): Promise<boolean> {
    const readAtMs = this.readAtMs.get(entry.director) ?? -Infinity;
    if (performance.now() - readAtMs < ms) return false;
    await this.refreshNow(entry);
    return true;
  }

  async refreshNow({ name, director }: DirectorEntry): Promise<void> {
    const clients = await this.silences.followingSchedule(name);
    if (clients.length === 0 && !(await this.jobs.hasAny(name))) return;
    // Also after a failure: a Director without a schedule is not contacted each minute.
    this.noteRead(director);
    try {
      const gaps = await gapsOf(director, this.clock.now());
      await this.silences.keepIntervals(name, new Map(clients.map((client) => [client, gaps.ofClient(client)])));
      await this.jobs.keepIntervals(name, gaps.ofJobs());
    } catch (error) {
      this.log.debug({ err: error, director: name }, 'Could not read the schedule; thresholds are unchanged.');
    }
  }

  /** A change that the Director reports makes it outdated. */
  private noteRead(director: DirectorPort): void {
    if (!this.readAtMs.has(director)) director.onConfigurationChange(() => this.readAtMs.set(director, -Infinity));
    this.readAtMs.set(director, performance.now());
  }
}

/** Reads the schedule in batches, so that ten thousand jobs of a Director fit in bounded memory. */
async function gapsOf(director: DirectorPort, now: Date): Promise<PlannedGaps> {
  const gaps = new PlannedGaps();
  const until = new Date(now.getTime() + spanMs);
  let from = now;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const starts = await director.schedulePreview(fullScope, from, until, mostStarts);
    gaps.add(starts);
    const last = starts.at(-1);
    if (!last || starts.length < mostStarts) break;
    from = new Date(Math.max(last.at.getTime(), from.getTime() + 1));
  }
  return gaps;
}

interface Gap {
  readonly lastMs: number;
  /** null: there was one start only. */
  readonly longestMs: number | null;
}

class PlannedGaps {
  private readonly clients = new Map<string, Gap>();
  private readonly jobs = new Map<string, Gap>();

  /** In the order of time. A virtual Full is planned like any backup, but reads no client. */
  add(starts: readonly PlannedRun[]): void {
    for (const { client, job, type, level, at } of starts) {
      if (type !== 'Backup' || level === 'VirtualFull') continue;
      for (const [gaps, name] of [
        [this.clients, client],
        [this.jobs, job],
      ] as const) {
        gaps.set(name, gapAfter(gaps.get(name), at.getTime()));
      }
    }
  }

  ofClient(client: string): number | null {
    const longestMs = this.clients.get(client)?.longestMs ?? null;
    return longestMs === null ? null : Math.round(longestMs / 1000);
  }

  /** A job that starts once in the whole span is at least that far apart. */
  ofJobs(): ReadonlyMap<string, number> {
    return new Map([...this.jobs].map(([job, { longestMs }]) => [job, Math.round((longestMs ?? spanMs) / 1000)]));
  }
}

function gapAfter(known: Gap | undefined, atMs: number): Gap {
  if (!known) return { lastMs: atMs, longestMs: null };
  const gapMs = atMs - known.lastMs;
  if (gapMs <= 0) return known;
  return { lastMs: atMs, longestMs: Math.max(known.longestMs ?? 0, gapMs) };
}
