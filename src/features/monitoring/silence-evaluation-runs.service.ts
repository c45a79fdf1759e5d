import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type LastGoodBackup } from '../../domain/run-reader.port.js';
import { Clock } from '../../domain/clock.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type ConfiguredJob, type DirectorClient } from '../../domain/job.js';
import { fullScope } from '../../domain/principal.js';
import { LOG } from '../../platform/logging/log.js';
import { settleWithin } from '../../platform/timing.js';
import { ClientSilencesRepository } from './client-silences.repository.js';
import { ScheduleIntervals } from './schedule-intervals.service.js';
import { OverdueEvaluation, recordBehindSeconds } from './overdue-evaluation.service.js';
import { SilenceEvaluation } from './silence-evaluation.service.js';
import { SilenceRoundsRepository } from './silence-evaluation-runs.repository.js';
import { ThresholdsRepository } from './thresholds.repository.js';
import { type SilenceThresholds } from '../../domain/silence.js';

/** What a look at a Director finds that concerns all of its clients. */
interface EvaluationContext {
  /** Its clients, and whether it uses each; null: it did not tell. */
  readonly listed: ReadonlyMap<string, boolean> | null;
  readonly thresholds: SilenceThresholds;
}

interface LastLook extends EvaluationContext {
  readonly atMs: number;
  readonly wholeAtMs: number;
}

/** The look of the minute, once and a half left out: somebody else may have had the turn. */
export const missedLookMs = 150_000;
/** So seldom all clients are looked at though nothing asks for it: a notice may have been lost. */
const wholeEveryMs = 3_600_000;

/** When this process last looked at each Director, and what it found; which looks must be whole follows from that. */
export class EvaluationHistory {
  private readonly looks = new Map<string, LastLook>();
  private readonly wanted = new Set<string>();

  /** Times are of a clock that nobody sets, in milliseconds. */
  isWholeDue(director: string, { listed, thresholds }: EvaluationContext, nowMs: number): boolean {
    const last = this.looks.get(director);
    if (
      this.wanted.delete(director) ||
      !last ||
      nowMs - last.atMs > missedLookMs ||
      nowMs - last.wholeAtMs >= wholeEveryMs
    )
      return true;
    return !isSame(last.thresholds, thresholds) || (listed !== null && !isSameList(last.listed, listed));
  }

  note(director: string, found: EvaluationContext, isWhole: boolean, nowMs: number): void {
    const last = this.looks.get(director);
    const wholeAtMs = isWhole || !last ? nowMs : last.wholeAtMs;
    const { thresholds } = found;
    this.looks.set(director, { listed: found.listed ?? last?.listed ?? null, thresholds, atMs: nowMs, wholeAtMs });
  }

  /** Also where a look is under way now. */
  wantWhole(director: string): void {
    this.wanted.add(director);
  }
}

function isSame(a: SilenceThresholds, b: SilenceThresholds): boolean {
  return a.warnSeconds === b.warnSeconds && a.critSeconds === b.critSeconds;
}

function isSameList(a: ReadonlyMap<string, boolean> | null, b: ReadonlyMap<string, boolean>): boolean {
  if (a?.size !== b.size) return false;
  for (const [name, isEnabled] of b) if (a.get(name) !== isEnabled) return false;
  return true;
}

/** A Director that takes longer counts as one that does not answer; its clients of before are evaluated. */
const listLimitMs = 10_000;

/** The look of each minute at every Director: at the clients that are due, and at all of them where that may not be enough. */
@Injectable()
export class SilenceEvaluationRuns {
  private readonly lastLooks = new EvaluationHistory();

  constructor(
    private readonly directors: Directors,
    private readonly silences: ClientSilencesRepository,
    private readonly rounds: SilenceRoundsRepository,
    private readonly evaluation: SilenceEvaluation,
    private readonly overdue: OverdueEvaluation,
    private readonly thresholds: ThresholdsRepository,
    private readonly intervals: ScheduleIntervals,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** What fails at one Director keeps no other from being looked at. `isMyTurn`: whether this process is to look at that one. */
  async evaluateAll(isMyTurn: (director: string) => Promise<boolean>): Promise<void> {
    const entries = this.directors.all();
    const look = async (entry: DirectorEntry): Promise<void> => {
      if (await isMyTurn(entry.name)) await this.evaluateDirector(entry);
      else this.lookAtAllNext(entry.name);
    };
    await Promise.all(entries.map((entry) => this.attempt(entry.name, () => look(entry))));
    const names = entries.map(({ name }) => name);
    for (const name of await this.rounds.removedDirectors(names, recordBehindSeconds)) {
      await this.attempt(name, () => this.evaluation.removeAll(name));
    }
  }

  /** Something was missed of this Director: the next look goes over all of its clients. */
  lookAtAllNext(director: string): void {
    this.lastLooks.wantWhole(director);
  }

  private async evaluateDirector(entry: DirectorEntry): Promise<void> {
    const { name } = entry;
    const clients = await this.listed(entry);
    const listed = clients && new Map(clients.map((client) => [client.name, client.enabled]));
    const found = { listed, thresholds: await this.thresholds.global() };
    const isWhole = (await this.isForgotten(name)) || this.lastLooks.isWholeDue(name, found, performance.now());
    const chosen = isWhole ? undefined : await this.silences.due(name, this.clock.now());
    await this.note(name, clients, chosen);
    await this.intervals.refresh(entry);
    const look = { listed, lastGoodBackups: () => this.seeds(entry) };
    if (chosen === undefined) await this.evaluation.evaluate({ director: name }, look);
    else if (chosen.length > 0) await this.evaluation.evaluate({ director: name, clients: chosen }, look);
    this.lastLooks.note(name, found, isWhole, performance.now());
    await this.rounds.note(name, clients !== null);
    await this.evaluateJobs(entry, clients !== null);
  }

  /** A Director that did not list its clients is not asked for its jobs. */
  private async evaluateJobs(entry: DirectorEntry, isReachable: boolean): Promise<void> {
    const jobs = isReachable ? await this.listedJobs(entry) : null;
    const lacksIntervals = await this.overdue.evaluateListed(entry.name, jobs);
    if (!lacksIntervals || !(await this.intervals.refreshLacking(entry))) return;
    await this.overdue.evaluate({ director: entry.name });
  }

  /** Nobody looked for a while, or a console without this Director took it for removed. */
  private async isForgotten(director: string): Promise<boolean> {
    const secondsAgo = await this.rounds.evaluatedSecondsAgo(director);
    return secondsAgo === null || secondsAgo * 1000 > missedLookMs;
  }

  private async note(
    director: string,
    clients: readonly DirectorClient[] | null,
    chosen: readonly string[] | undefined,
  ): Promise<void> {
    if (clients === null || chosen?.length === 0) return;
    const names = chosen && new Set(chosen);
    const seen = names ? clients.filter(({ name }) => names.has(name)) : clients;
    await this.silences.sight(director, seen, this.clock.now());
  }

  /** Looks at these clients as the minute does: the first backup of a new one ended before its first minute. */
  async evaluateNewClient(director: string, clients: readonly string[]): Promise<void> {
    const entry = this.directors.get(director);
    const seen = await this.sight(entry);
    const listed = seen && new Map(seen.map(({ name, enabled }) => [name, enabled]));
    await this.evaluation.evaluate({ director, clients }, { listed, lastGoodBackups: () => this.seeds(entry) });
    await this.overdue.evaluate({ director, clients });
  }

  /** Takes note of the clients that the Director has now; null where it does not tell. */
  async sight(entry: DirectorEntry): Promise<readonly DirectorClient[] | null> {
    const clients = await this.listed(entry);
    if (clients !== null) await this.silences.sight(entry.name, clients, this.clock.now());
    return clients;
  }

  private listed({ name, director }: DirectorEntry): Promise<readonly DirectorClient[] | null> {
    return this.answered(name, director.listClients(fullScope));
  }

  private listedJobs({ name, director }: DirectorEntry): Promise<readonly ConfiguredJob[] | null> {
    return this.answered(name, director.listJobs(fullScope));
  }

  private async answered<T>(director: string, call: Promise<T>): Promise<T | null> {
    const answer = call.catch((error: unknown) => {
      this.log.debug({ err: error, director }, 'Could not list a Director.');
      return null;
    });
    return settleWithin(answer, listLimitMs);
  }

  private seeds({ name, catalog }: DirectorEntry): Promise<readonly LastGoodBackup[] | null> {
    return catalog.runs.lastGoodBackups(fullScope).catch((error: unknown) => {
      this.log.debug(
        { err: error, director: name },
        'New clients are waiting for their last backups to be read from the catalog.',
      );
      return null;
    });
  }

  private async attempt(director: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.lookAtAllNext(director);
      this.log.warn({ err: error, director }, 'Could not evaluate the backup ages of clients; will retry.');
    }
  }
}
