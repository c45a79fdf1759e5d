import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { type ConfiguredJob } from '../../domain/job.js';
import {
  JobProtections,
  type ProtectedJob,
  type ClientProtection,
  clientProtection,
  type Protection,
  protectionOf,
} from '../../domain/protection.js';
import { type SilenceThresholds } from '../../domain/silence.js';
import { fullScope } from '../../domain/principal.js';
import { LOG } from '../../platform/logging/log.js';
import { settleWithin } from '../../platform/timing.js';
import { isInSchedule, JobProtectionsRepository, keyOf } from './job-protections.repository.js';
import { RetainedBackups } from './retained-backups.service.js';
import { type MonitoredJobState, protectedJobOf } from './monitored-job-state.js';
import { ThresholdsRepository } from './thresholds.repository.js';

/** Readers that need no Director do not wait for one that hangs. */
const listLimitMs = 1_500;

/** Decided on request from the stored data, so that all views agree. */
@Injectable()
export class JobProtectionsService extends JobProtections {
  constructor(
    private readonly rows: JobProtectionsRepository,
    private readonly thresholds: ThresholdsRepository,
    private readonly directors: Directors,
    private readonly retained: RetainedBackups,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  override async of(director: string, jobs: readonly ConfiguredJob[]): Promise<readonly Protection[]> {
    const backups = jobs.filter(readsClient);
    const known = await this.upToDate(director, backups);
    const now = this.clock.now();
    const global = await this.thresholds.global();
    return jobs.map((job) => {
      const found = known.get(keyOf({ ...job, job: job.name }));
      return found ? protectionOf(found.facts, now) : unmonitored(global);
    });
  }

  override async all(directors: readonly string[]): Promise<readonly ProtectedJob[]> {
    await Promise.all(directors.map((director) => this.recordFirstSeen(director)));
    const known = await this.rows.known(directors);
    const now = this.clock.now();
    return known.map((one) => protectedJobOf(one, now));
  }

  override async ofClients(director: string, clients: readonly string[]): Promise<readonly ClientProtection[]> {
    if (clients.length === 0) return [];
    await this.recordFirstSeen(director);
    const known = await this.rows.ofClients(director, clients);
    const now = this.clock.now();
    const byClient = new Map<string, Protection[]>();
    for (const { client, facts } of known) {
      const own = byClient.get(client) ?? [];
      own.push(protectionOf(facts, now));
      byClient.set(client, own);
    }
    return clients.map((client) => clientProtection(byClient.get(client) ?? []));
  }

  override checkBackups(director: string, clients: readonly string[]): Promise<void> {
    return this.retained.check(director, clients);
  }

  /** If the Director's current list differs from the stored rows, it is stored first. */
  private async upToDate(
    director: string,
    jobs: readonly ConfiguredJob[],
  ): Promise<ReadonlyMap<string, MonitoredJobState>> {
    if (jobs.length === 0) return new Map();
    const names = jobs.map(({ name }) => name);
    const read = async (): Promise<ReadonlyMap<string, MonitoredJobState>> =>
      new Map((await this.rows.named(director, names)).map((one) => [keyOf(one), one]));
    const known = await read();
    const now = this.clock.now();
    const others = jobs.filter((job) => isOtherThan(job, known.get(keyOf({ ...job, job: job.name })), now));
    if (others.length === 0) return known;
    const isNew = others.some((job) => !known.has(keyOf({ ...job, job: job.name })));
    // All of them: a Director with only some stored jobs would appear to have no others.
    await this.rows.observation(director, (isNew ? await this.listed(director) : null) ?? others, now);
    return read();
  }

  private async recordFirstSeen(director: string): Promise<void> {
    if (await this.rows.hasAny(director)) return;
    const jobs = await this.listed(director);
    if (jobs !== null) await this.rows.observation(director, jobs, this.clock.now());
  }

  /** null: the Director does not answer in time. */
  private async listed(director: string): Promise<readonly ConfiguredJob[] | null> {
    const listed = this.directors
      .get(director)
      .director.listJobs(fullScope)
      .catch((error: unknown) => {
        this.log.debug({ err: error, director }, 'Could not list the jobs of a Director.');
        return null;
      });
    const jobs = await settleWithin(listed, listLimitMs);
    return jobs?.filter(readsClient) ?? null;
  }
}

/** Jobs that read no client protect nothing by themselves. */
function unmonitored({ warnSeconds, critSeconds }: SilenceThresholds): Protection {
  const about = { lastGoodAt: null, ageSeconds: null, basis: 'global' } as const;
  return { status: 'not_monitored', countsAs: null, ...about, warnSeconds, critSeconds };
}

/** A virtual Full is made from other backups; restores, copies and the like protect nothing by themselves. */
export function readsClient({ type, level }: ConfiguredJob): boolean {
  return type === 'Backup' && level !== 'VirtualFull';
}

/** Whether the stored job differs from the Director's current list. */
export function isOtherThan(job: ConfiguredJob, known: MonitoredJobState | undefined, now: Date): boolean {
  if (!known || known.inSchedule !== isInSchedule(job)) return true;
  const { firstStartAt } = known.facts;
  const hasPassed = firstStartAt !== null && firstStartAt <= now;
  return !hasPassed && firstStartAt?.getTime() !== job.nextRunAt?.getTime();
}
