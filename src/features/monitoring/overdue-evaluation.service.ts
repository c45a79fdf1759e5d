import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../domain/clock.js';
import { type ConfiguredJob } from '../../domain/job.js';
import { changeOfRemovedJob, decideOverdue, type OverdueChange, type OverdueState } from '../../domain/overdue.js';
import { type Protection, protectionOf } from '../../domain/protection.js';
import { isWorse } from '../../domain/silence.js';
import { EventRecorder } from '../events/event-recorder.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { RunsRepository } from '../runs/store/runs.repository.js';
import { type ClientChoice } from './client-silences.repository.js';
import { JobProtectionsRepository, keyOf } from './job-protections.repository.js';
import { isClientPausedAt, type MonitoredJobState } from './monitored-job-state.js';
import { overdueEvent } from './overdue-events.js';
import { SilenceRoundsRepository } from './silence-evaluation-runs.repository.js';
import { isOtherThan, readsClient } from './job-protections.service.js';
import { type RunSyncStatus } from '../../domain/run-sync-health.js';

/** A record of runs that was not read for so long may lack a backup that ended. */
export const recordBehindSeconds = 120;

export function isBehind({ lagSeconds, failure }: RunSyncStatus): boolean {
  return lagSeconds === null || lagSeconds > recordBehindSeconds || failure !== null;
}

interface DecidedJob {
  readonly known: MonitoredJobState;
  readonly state: OverdueState;
  readonly change: OverdueChange | null;
}

/** Jobs per transaction. */
const jobsPerBatch = 200;

/** Decides which jobs are overdue and records an event for each change, in the transaction that stores it. */
@Injectable()
export class OverdueEvaluation {
  constructor(
    private readonly rows: JobProtectionsRepository,
    private readonly rounds: SilenceRoundsRepository,
    private readonly runs: RunsRepository,
    private readonly events: EventRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** After the silence of the same clients was evaluated: what that covers is not notified of twice. */
  async evaluate({ director, clients }: ClientChoice): Promise<void> {
    const isRecordBehind = isBehind(await this.runs.syncStatus(director));
    const known =
      clients === undefined ? await this.rows.known([director]) : await this.rows.ofClients(director, clients);
    await this.decide(director, known, isRecordBehind);
  }

  /**
   * With the jobs that the Director lists now; null: it does not answer, its earlier jobs are evaluated. Returns whether the
   * interval of a scheduled one is unknown.
   */
  async evaluateListed(director: string, listed: readonly ConfiguredJob[] | null): Promise<boolean> {
    if (listed === null) {
      await this.evaluate({ director });
      return false;
    }
    const isRecordBehind = isBehind(await this.runs.syncStatus(director));
    const now = this.clock.now();
    const jobs = new Map(listed.filter(readsClient).map((job) => [keyOf({ ...job, job: job.name }), job]));
    let known = await this.rows.known([director]);
    await this.remove(
      director,
      known.filter((one) => !jobs.has(keyOf(one))),
    );
    const stored = new Map(known.map((one) => [keyOf(one), one]));
    const others = [...jobs].filter(([key, job]) => isOtherThan(job, stored.get(key), now)).map(([, job]) => job);
    if (others.length > 0) {
      await this.rows.observation(director, others, now);
      known = await this.rows.known([director]);
    }
    await this.decide(
      director,
      known.filter((one) => jobs.has(keyOf(one))),
      isRecordBehind,
    );
    return known.some(({ inSchedule, facts }) => inSchedule && facts.intervalSeconds === null);
  }

  /** For a Director that is gone itself. */
  async removeAll(director: string): Promise<void> {
    await this.remove(director, await this.rows.known([director]));
  }

  /** `known` has all jobs of each client that it has any of. */
  private async decide(director: string, known: readonly MonitoredJobState[], isRecordBehind: boolean): Promise<void> {
    const now = this.clock.now();
    const protections = new Map(known.map((one) => [one, protectionOf(one.facts, now)]));
    const monitored = new Map<string, number>();
    for (const [{ client }, { countsAs }] of protections) {
      if (countsAs !== null) monitored.set(client, (monitored.get(client) ?? 0) + 1);
    }
    const decided = [...protections].map(([one, protection]): DecidedJob => {
      const isDelayed =
        isRecordBehind ||
        isClientPausedAt(one, now) ||
        (monitored.get(one.client) ?? 0) < 2 ||
        isCoveredBySilence(one, protection);
      return decidedOf(one, protection, decideOverdue(one.reported, { protection, isDelayed }));
    });
    await this.replace(director, decided.filter(isDifferent), now);
  }

  private async replace(director: string, decided: readonly DecidedJob[], now: Date): Promise<void> {
    const surroundings = await this.surroundingsAt(director, decided.length, now);
    for (const batch of batchesOf(decided)) {
      await this.unitOfWork.run(async (transaction) => {
        const revisions = await this.rows.replace(transaction, director, batch);
        for (const { known, state, change } of batch) {
          const revision = revisions.get(keyOf(known));
          // Another process was faster: it decides, and the next minute evaluates all jobs again.
          if (revision === undefined || change === null) continue;
          await this.events.record(transaction, overdueEvent({ known, state, change, revision }, surroundings));
        }
      });
    }
  }

  private async remove(director: string, gone: readonly MonitoredJobState[]): Promise<void> {
    const surroundings = await this.surroundingsAt(director, gone.length, this.clock.now());
    for (const batch of batchesOf(gone)) {
      await this.unitOfWork.run(async (transaction) => {
        for (const known of batch) {
          if (!(await this.rows.forget(transaction, known))) continue;
          const change = changeOfRemovedJob(known.reported);
          if (change === null) continue;
          const { reported: state, revision } = known;
          await this.events.record(transaction, overdueEvent({ known, state, change, revision }, surroundings));
        }
      });
    }
  }

  private async surroundingsAt(director: string, jobs: number, now: Date): Promise<Parameters<typeof overdueEvent>[1]> {
    const { baseUrl } = this.settings;
    const directorReachable = jobs === 0 || ((await this.rounds.find(director))?.directorReachable ?? true);
    return { baseUrl, directorReachable, now };
  }
}

/** Its client's silence is as bad or worse: subscribers know of it already. */
function isCoveredBySilence({ clientSilence }: MonitoredJobState, { countsAs }: Protection): boolean {
  return (countsAs === 'warn' || countsAs === 'crit') && !isWorse(countsAs, clientSilence);
}

function decidedOf(known: MonitoredJobState, protection: Protection, change: OverdueChange | null): DecidedJob {
  const { lastGoodAt, warnSeconds, critSeconds } = protection;
  const state = { status: change?.status ?? known.reported.status, lastGoodAt, warnSeconds, critSeconds };
  return { known, state, change };
}

function isDifferent({ known: { reported }, state }: DecidedJob): boolean {
  return (
    reported.status !== state.status ||
    reported.lastGoodAt?.getTime() !== state.lastGoodAt?.getTime() ||
    reported.warnSeconds !== state.warnSeconds ||
    reported.critSeconds !== state.critSeconds
  );
}

function batchesOf<T>(rows: readonly T[]): (readonly T[])[] {
  const batches: (readonly T[])[] = [];
  for (let from = 0; from < rows.length; from += jobsPerBatch) batches.push(rows.slice(from, from + jobsPerBatch));
  return batches;
}
