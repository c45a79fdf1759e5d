import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, chosenDirectors, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type ConfiguredJob } from '../../domain/job.js';
import { JobProtections, type Protection } from '../../domain/protection.js';
import { holds } from '../../domain/name-pattern.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { noSuchJob } from '../runs/requests/start-run.service.js';
import { keyOfJob } from './job-sort.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type Acknowledgement } from '../runs/acknowledgements/acknowledgement.dto.js';
import { Acknowledgements } from '../runs/acknowledgements/acknowledgements.repository.js';
import { RunHistory } from '../runs/store/run-history.service.js';
import { type RunRecord } from '../runs/run-record.dto.js';
import { RunRecords } from '../runs/run-records.service.js';
import { type ChangedJob, type JobLinks, type JobRecord, type JobsQuery } from './jobs.dto.js';

interface JobChange {
  readonly name: string;
  readonly director: string | undefined;
  readonly enabled: boolean;
}

interface JobAt {
  readonly entry: DirectorEntry;
  readonly job: ConfiguredJob;
}

/** The configured jobs of Directors, each with its newest run. */
@Injectable()
export class JobsService {
  constructor(
    private readonly directors: Directors,
    private readonly history: RunHistory,
    private readonly records: RunRecords,
    private readonly protections: JobProtections,
    private readonly cursors: Cursors,
    private readonly actions: AuditedActions,
    private readonly acknowledgements: Acknowledgements,
  ) {}

  async listJobs({ scope }: Principal, query: JobsQuery): Promise<PageOf<JobRecord>> {
    const context = { operation: 'listJobs', query };
    const page = this.cursors.requestOf(query, context);
    const entries = chosenDirectors(this.directors, query.director);
    const lists = await Promise.all(entries.map((entry) => jobsAt(scope, entry)));
    const matching = lists.flat().filter(({ job }) => isWanted(job, query));
    // Without need of all only the jobs of the page are decided on.
    const needsAll = query.protection !== undefined || query.sort === 'protection';
    const known = needsAll ? await this.protectionsOf(matching) : new Map<ConfiguredJob, Protection>();
    const wanted = matching.filter(
      ({ job }) => query.protection?.includes(known.get(job)?.status ?? 'unknown') ?? true,
    );
    const slice = pageOfWhole(wanted, page, ({ job }) => keyOfJob(query.sort, job, known.get(job)));
    const records = await this.recordsOf(scope, slice.items);
    return this.cursors.pageOf({ ...slice, items: records }, context, (record) => record);
  }

  /** One question for each Director. */
  private async protectionsOf(jobs: readonly JobAt[]): Promise<ReadonlyMap<ConfiguredJob, Protection>> {
    const entries = [...new Set(jobs.map(({ entry }) => entry))];
    const found = await Promise.all(
      entries.map(async ({ name }) => {
        const own = jobs.filter(({ entry }) => entry.name === name).map(({ job }) => job);
        const known = await this.protections.of(name, own);
        return own.flatMap((job, index) => {
          const protection = known[index];
          return protection ? [[job, protection] as const] : [];
        });
      }),
    );
    return new Map(found.flat());
  }

  async getJob({ scope }: Principal, name: string, director?: string): Promise<JobRecord> {
    const entry = resolveDirector(this.directors, director);
    const job = await entry.director.findJob(scope, name);
    if (!job) throw noSuchJob(entry.name, name);
    const [record] = await this.recordsOf(scope, [{ entry, job }]);
    if (!record) throw new Error('A job has exactly one record.');
    return record;
  }

  async changeJob(principal: Principal, actor: Actor, change: JobChange): Promise<ChangedJob> {
    const { name, enabled } = change;
    const entry = resolveDirector(this.directors, change.director);
    const before = await this.getJob(principal, name, entry.name);
    const changes = { enabled: { from: before.enabled, to: enabled } };
    const action = enabled ? ('job.enable' as const) : ('job.disable' as const);
    const { persistent } = await this.actions.perform(
      { actor, action, target: `job:${entry.name}:${name}`, changes },
      () => entry.director.setJobEnabled(principal.scope, name, enabled),
      (done) => ({ persistent: { to: done.persistent } }),
    );
    return Object.assign(await this.getJob(principal, name, entry.name), { persistent });
  }

  /** In the order of `jobs`; one question to each catalog. */
  private async recordsOf(scope: Scope, jobs: readonly JobAt[]): Promise<JobRecord[]> {
    const entries = [...new Set(jobs.map(({ entry }) => entry))];
    const found = await Promise.all(
      entries.map(async (entry) => {
        const names = jobs.filter((at) => at.entry === entry).map(({ job }) => job.name);
        const runs = await this.history.lastRuns(scope, entry, names);
        const records = await this.records.recordsOf(scope, entry, [...runs.values()]);
        const acknowledged = await this.acknowledgements.of('job', entry.name, names);
        return [entry, { acknowledged, runs: new Map(records.map((record) => [record.job, record])) }] as const;
      }),
    );
    const known = new Map(found);
    const protections = await this.protectionsOf(jobs);
    return jobs.map(({ entry, job }) => {
      const protection = protections.get(job);
      if (!protection) throw new Error('A job has exactly one protection.');
      const { acknowledged, runs } = known.get(entry) ?? {};
      return recordOf(job, protection, runs?.get(job.name) ?? null, acknowledged?.get(job.name));
    });
  }
}

async function jobsAt(scope: Scope, entry: DirectorEntry): Promise<JobAt[]> {
  const jobs = await entry.director.listJobs(scope);
  return jobs.map((job) => ({ entry, job }));
}

function isWanted(job: ConfiguredJob, { name, q, type, client, enabled }: JobsQuery): boolean {
  return (
    (name === undefined || job.name === name) &&
    (q === undefined || holds(job.name, q)) &&
    (type === undefined || type.some((word) => word.toLowerCase() === job.type.toLowerCase())) &&
    (client === undefined || client.includes(job.client)) &&
    (enabled === undefined || job.enabled === enabled)
  );
}

function recordOf(
  job: ConfiguredJob,
  protection: Protection,
  lastRun: RunRecord | null,
  acknowledgement: Acknowledgement | undefined,
): JobRecord {
  const { name, director, type, level, allowedLevels, client, fileset, schedule, storage, pool } = job;
  return {
    name,
    director,
    type,
    level,
    allowedLevels: [...allowedLevels],
    client,
    fileset,
    schedule,
    storage,
    pool,
    priority: job.priority,
    enabled: job.enabled,
    protection,
    ...(acknowledgement ? { acknowledgement } : {}),
    lastRun,
    nextRunAt: job.nextRunAt,
    verifies: job.verifies && { jobs: job.verifies.jobs && [...job.verifies.jobs], runs: job.verifies.runs },
    links: linksOf(job),
  };
}

/** `GET /operations/jobs/recent` lists runs: the job of this name is the one row of `?name=recent`. */
const fixedRoute = 'recent';

function linksOf(job: ConfiguredJob): JobLinks {
  const jobs = '/api/v1/operations/jobs';
  const director = encodeURIComponent(job.director);
  const name = encodeURIComponent(job.name);
  return {
    self:
      job.name === fixedRoute ? `${jobs}?name=${name}&director=${director}` : `${jobs}/${name}?director=${director}`,
    runs: `/api/v1/operations/runs?job=${name}&director=${director}`,
    director: `/api/v1/directors/${director}`,
  };
}
