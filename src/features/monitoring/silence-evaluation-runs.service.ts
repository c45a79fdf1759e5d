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

/** Findings about a Director that concern all of its clients. */
interface EvaluationContext {
  /** Its clients, and whether each is enabled; null: it did not list them. */
  readonly listed: ReadonlyMap<string, boolean> | null;
  readonly thresholds: SilenceThresholds;
}

interface LastEvaluation extends EvaluationContext {
  readonly atMs: number;
  readonly wholeAtMs: number;
}

/** One and a half missed intervals of a minute: another process may have evaluated. */
export const missedEvaluationMs = 150_000;
/** All clients are evaluated at least this often, because a notification may have been lost. */
const wholeEveryMs = 3_600_000;

/** When this process last evaluated each Director, and with which clients; decides which evaluations must be full. */
export class EvaluationHistory {
  private readonly lastByDirector = new Map<string, LastEvaluation>();
  private readonly wanted = new Set<string>();

  /** Times are of a monotonic clock, in milliseconds. */
  isWholeDue(director: string, { listed, thresholds }: EvaluationContext, nowMs: number): boolean {
    const last = this.lastByDirector.get(director);
    if (
      this.wanted.delete(director) ||
      !last ||
      nowMs - last.atMs > missedEvaluationMs ||
      nowMs - last.wholeAtMs >= wholeEveryMs
    )
      return true;
    return !isSame(last.thresholds, thresholds) || (listed !== null && !isSameList(last.listed, listed));
  }

  note(director: string, found: EvaluationContext, isWhole: boolean, nowMs: number): void {
    const last = this.lastByDirector.get(director);
    const wholeAtMs = isWhole || !last ? nowMs : last.wholeAtMs;
    const { thresholds } = found;
    this.lastByDirector.set(director, {
      listed: found.listed ?? last?.listed ?? null,
      thresholds,
      atMs: nowMs,
      wholeAtMs,
    });
  }

  /** Also if an evaluation is in progress. */
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

/** Each minute, for every Director: the due clients, or all of them if that may not be enough. */
@Injectable()
export class SilenceEvaluationRuns {
  private readonly lastEvaluations = new EvaluationHistory();

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

  /** A failure of one Director does not affect the others. `isMyTurn`: whether this process evaluates the Director. */
  async evaluateAll(isMyTurn: (director: string) => Promise<boolean>): Promise<void> {
    const entries = this.directors.all();
    const evaluate = async (entry: DirectorEntry): Promise<void> => {
      if (await isMyTurn(entry.name)) await this.evaluateDirector(entry);
      else this.scheduleFullEvaluation(entry.name);
    };
    await Promise.all(entries.map((entry) => this.attempt(entry.name, () => evaluate(entry))));
    const names = entries.map(({ name }) => name);
    for (const name of await this.rounds.removedDirectors(names, recordBehindSeconds)) {
      await this.attempt(name, () => this.evaluation.removeAll(name));
    }
  }

  /** Changes of this Director were missed: its next evaluation covers all clients. */
  scheduleFullEvaluation(director: string): void {
    this.lastEvaluations.wantWhole(director);
  }

  private async evaluateDirector(entry: DirectorEntry): Promise<void> {
    const { name } = entry;
    const clients = await this.listed(entry);
    const listed = clients && new Map(clients.map((client) => [client.name, client.enabled]));
    const found = { listed, thresholds: await this.thresholds.global() };
    const isWhole = (await this.isRemoved(name)) || this.lastEvaluations.isWholeDue(name, found, performance.now());
    const chosen = isWhole ? undefined : await this.silences.due(name, this.clock.now());
    await this.note(name, clients, chosen);
    await this.intervals.refresh(entry);
    const input = { listed, lastGoodBackups: () => this.seeds(entry) };
    if (chosen === undefined) await this.evaluation.evaluate({ director: name }, input);
    else if (chosen.length > 0) await this.evaluation.evaluate({ director: name, clients: chosen }, input);
    this.lastEvaluations.note(name, found, isWhole, performance.now());
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

  /** Not evaluated for a while, or removed by a console without this Director. */
  private async isRemoved(director: string): Promise<boolean> {
    const secondsAgo = await this.rounds.evaluatedSecondsAgo(director);
    return secondsAgo === null || secondsAgo * 1000 > missedEvaluationMs;
  }

  private async note(
    director: string,
    clients: readonly DirectorClient[] | null,
    chosen: readonly string[] | undefined,
  ): Promise<void> {
    if (clients === null || chosen?.length === 0) return;
    const names = chosen && new Set(chosen);
    const seen = names ? clients.filter(({ name }) => names.has(name)) : clients;
    await this.silences.observation(director, seen, this.clock.now());
  }

  /** Evaluates these clients as the minute does: the first backup of a new one ended before its first minute. */
  async evaluateNewClient(director: string, clients: readonly string[]): Promise<void> {
    const entry = this.directors.get(director);
    const seen = await this.observation(entry);
    const listed = seen && new Map(seen.map(({ name, enabled }) => [name, enabled]));
    await this.evaluation.evaluate({ director, clients }, { listed, lastGoodBackups: () => this.seeds(entry) });
    await this.overdue.evaluate({ director, clients });
  }

  /** Stores the Director's current clients; null if it does not list them. */
  async observation(entry: DirectorEntry): Promise<readonly DirectorClient[] | null> {
    const clients = await this.listed(entry);
    if (clients !== null) await this.silences.observation(entry.name, clients, this.clock.now());
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
      this.scheduleFullEvaluation(director);
      this.log.warn({ err: error, director }, 'Could not evaluate the backup ages of clients; will retry.');
    }
  }
}
