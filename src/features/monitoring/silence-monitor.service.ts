import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Directors } from '../../domain/directors.port.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';
import { LOG } from '../../platform/logging/log.js';
import { settleWithin } from '../../platform/timing.js';
import { type RecordChange, RunChanges } from '../runs/store/run-changes.service.js';
import { ClientSilencesRepository } from './client-silences.repository.js';
import { SilenceEvaluation } from './silence-evaluation.service.js';
import { SilenceEvaluationRuns } from './silence-evaluation-runs.service.js';

/** Runs that end together are evaluated together. */
const gatherMs = 250;
const stopLimitMs = 2_000;

/** Which runs of a Director changed; null: any of them may have. */
type ChangedRuns = Set<number> | null;

/** Evaluates the silence of due clients each minute, and of a client right after its backup ended. */
@Injectable()
export class SilenceMonitor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly changed = new Map<string, ChangedRuns>();
  private gathering: NodeJS.Timeout | null = null;
  private readonly working = new Set<Promise<void>>();
  private running: Promise<void> = Promise.resolve();
  private isTicking = false;
  private isStopped = false;
  private stopHearing: () => void = () => undefined;

  constructor(
    private readonly rounds: SilenceEvaluationRuns,
    private readonly evaluation: SilenceEvaluation,
    private readonly silences: ClientSilencesRepository,
    private readonly directors: Directors,
    private readonly session: LockConnection,
    private readonly changes: RunChanges,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopHearing = this.changes.onChange((change) => this.onChange(change));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.stopHearing();
    if (this.gathering) clearTimeout(this.gathering);
    await settleWithin(Promise.all(this.working), stopLimitMs);
  }

  @Cron('0 * * * * *')
  async onTick(): Promise<void> {
    await this.tick();
  }

  /** Evaluates every Director that is assigned to this process, unless the previous evaluation is still running. */
  async tick(): Promise<void> {
    if (this.isTicking || this.isStopped) return;
    this.isTicking = true;
    await this.work(() => this.rounds.evaluateAll((director) => this.isMyTurn(director)));
    this.isTicking = false;
  }

  private onChange({ director, jobId }: RecordChange): void {
    const names = this.directors.all().map((entry) => entry.name);
    for (const name of names.filter((own) => director === null || own === director)) {
      const known = this.changed.get(name);
      if (jobId === null || known === null) this.changed.set(name, null);
      else this.changed.set(name, (known ?? new Set<number>()).add(jobId));
    }
    this.gathering ??= setTimeout(() => this.evaluateChanged(), gatherMs).unref();
  }

  /** Evaluates the reported changes now, and waits until that is done. */
  async settle(): Promise<void> {
    if (this.gathering) {
      clearTimeout(this.gathering);
      this.evaluateChanged();
    }
    await this.running;
  }

  /** Independent of the evaluation of the minute, which a hanging Director may delay. */
  private evaluateChanged(): void {
    this.gathering = null;
    const changed = new Map(this.changed);
    this.changed.clear();
    const job = async (): Promise<void> => {
      try {
        for (const [director, jobIds] of changed) {
          if (!(await this.isMyTurn(director))) continue;
          await this.evaluate(director, jobIds);
          changed.delete(director);
        }
      } finally {
        for (const director of changed.keys()) this.rounds.scheduleFullEvaluation(director);
      }
    };
    this.running = this.running.then(() => this.work(job));
  }

  /** Without a good backup among the runs nothing can have become different. */
  private async evaluate(director: string, jobIds: ChangedRuns): Promise<void> {
    if (jobIds === null) return this.evaluation.evaluate({ director });
    const backedUp = await this.silences.backedUpBy(director, [...jobIds]);
    const clients = backedUp.map(({ client }) => client);
    if (backedUp.some(({ isMet }) => !isMet)) await this.rounds.evaluateNewClient(director, clients);
    else if (clients.length > 0) await this.evaluation.evaluate({ director, clients });
  }

  private async isMyTurn(director: string): Promise<boolean> {
    return !this.isStopped && (await this.session.tryLock(advisoryLocks.silenceMonitor, director));
  }

  /** Never throws. */
  private async work(job: () => Promise<void>): Promise<void> {
    const turn = this.attempt(job);
    this.working.add(turn);
    await turn;
    this.working.delete(turn);
  }

  private async attempt(job: () => Promise<void>): Promise<void> {
    try {
      if (!this.isStopped) await job();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not evaluate the backup ages of clients; will retry.');
    }
  }
}
