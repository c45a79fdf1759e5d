import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../domain/clock.js';
import { type DirectorPort } from '../domain/director.port.js';
import { type DirectorEntry } from '../domain/directors.port.js';
import { type PlannedRun } from '../domain/job.js';
import { everything } from '../domain/scope.js';
import { longestGapSeconds } from '../domain/silence-thresholds.js';
import { LOG } from '../platform/logging/log.module.js';
import { ClientSilencesRepository } from './client-silences.repository.js';

/** Ten weeks: a monthly backup starts twice in them. */
const spanMs = 70 * 86_400_000;
const mostStarts = 50_000;
/** Schedules change with the Director's configuration, which is seldom. */
const keptMs = 3_600_000;

/** How far the planned backups of clients lie apart, for thresholds that follow the schedule. */
@Injectable()
export class ScheduleIntervals {
  private readonly readAtMs = new WeakMap<DirectorPort, number>();

  constructor(
    private readonly silences: ClientSilencesRepository,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Asks the Director at most once an hour, and only if a client follows its schedule. What is known stays where it does not tell. */
  async refresh(entry: DirectorEntry): Promise<void> {
    const readAtMs = this.readAtMs.get(entry.director) ?? -Infinity;
    if (performance.now() - readAtMs >= keptMs) await this.refreshNow(entry);
  }

  async refreshNow({ name, director }: DirectorEntry): Promise<void> {
    const clients = await this.silences.followingSchedule(name);
    if (clients.length === 0) return;
    const from = this.clock.now();
    try {
      const until = new Date(from.getTime() + spanMs);
      const starts = await director.schedulePreview(everything, from, until, mostStarts);
      await this.silences.keepIntervals(name, intervalsOf(clients, starts));
      this.readAtMs.set(director, performance.now());
    } catch (error) {
      this.log.debug({ err: error, director: name }, 'The schedule could not be read; thresholds stay as they are.');
    }
  }
}

/** A virtual Full is planned like any backup, but reads no client. */
function intervalsOf(clients: readonly string[], starts: readonly PlannedRun[]): ReadonlyMap<string, number | null> {
  const times = new Map<string, Date[]>();
  for (const { client, type, level, at } of starts) {
    if (type !== 'Backup' || level === 'VirtualFull') continue;
    const known = times.get(client);
    if (known) known.push(at);
    else times.set(client, [at]);
  }
  return new Map(clients.map((client) => [client, longestGapSeconds(times.get(client) ?? [])]));
}
