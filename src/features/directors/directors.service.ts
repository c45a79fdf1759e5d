import { Injectable } from '@nestjs/common';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { Clock } from '../../domain/clock.js';
import { type DirectorDescription, type DirectorPort, type LiveRun } from '../../domain/director.port.js';
import { type PlannedRun } from '../../domain/job.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type Run, type RunStatus, statusNow } from '../../domain/run.js';
import { type SearchIndexStatus } from '../../domain/search-index.js';
import { SearchIndexesRepository } from '../search-index/search-indexes.repository.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type PageQuery } from '../../http/page.dto.js';
import { linksOfRun } from '../runs/run-record.dto.js';
import { RunHistory } from '../runs/store/run-history.service.js';
import { directorTimeoutMs, type Outcome, outcomeWithin } from './timeouts.js';
import {
  type DirectorLinks,
  type DirectorRecord,
  type DirectorsQuery,
  type DirectorStatus,
  type LiveRunRecord,
  type NextStart,
  type RestoreDirectorRecord,
  type SearchIndexRecord,
} from './directors.dto.js';

const runsShown = 100;
const startsShown = 20;
const weekMs = 7 * 86_400_000;

/** The configured Directors: what they are, and what they do. */
@Injectable()
export class DirectorsService {
  constructor(
    private readonly directors: Directors,
    private readonly history: RunHistory,
    private readonly searchIndexes: SearchIndexesRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async listDirectors({ scope }: Principal, query: DirectorsQuery): Promise<PageOf<DirectorRecord>> {
    const context = { operation: 'listDirectors', query };
    const page = this.cursors.requestOf(query, context);
    const wanted = this.directors.all().filter(({ name }) => query.name === undefined || name === query.name);
    const slice = pageOfWhole(wanted, page, ({ name }) => [name]);
    const items = await Promise.all(slice.items.map((entry) => this.describe(scope, entry)));
    return this.cursors.pageOf({ ...slice, items }, context, (record) => record);
  }

  async listRestoreDirectors({ scope }: Principal, query: PageQuery): Promise<PageOf<RestoreDirectorRecord>> {
    const context = { operation: 'listRestoreDirectors', query };
    const page = this.cursors.requestOf(query, context);
    const slice = pageOfWhole(this.directors.all(), page, ({ name }) => [name]);
    const items = await Promise.all(slice.items.map((entry) => describeForRestore(scope, entry)));
    return this.cursors.pageOf({ ...slice, items }, context, (record) => record);
  }

  getDirector({ scope }: Principal, name: string): Promise<DirectorRecord> {
    return this.describe(scope, resolveDirector(this.directors, name));
  }

  async getStatus({ scope }: Principal, name: string): Promise<DirectorStatus> {
    const entry = resolveDirector(this.directors, name);
    const { director } = entry;
    const now = this.clock.now();
    const page = { limit: runsShown };
    const [description, running, waiting, next] = await Promise.all([
      director.describe(scope),
      this.history.list(scope, entry, { filter: { statuses: ['running'] }, sort: 'newest' }, page),
      this.history.list(scope, entry, { filter: { statuses: waitingStatuses }, sort: 'newest' }, page),
      nextStarts(scope, director, now),
    ]);
    const runs = [...running.items, ...waiting.items];
    const live = await director.liveRuns(
      scope,
      runs.map(({ jobId }) => jobId),
    );
    const shown = runs.map((run) => recordOfRun(run, live.get(run.jobId)));
    return {
      name,
      version: description.version,
      startedAt: description.startedAt,
      checkedAt: now,
      running: shown.filter(({ status }) => status === 'running'),
      waiting: shown.filter(({ status }) => status !== 'running'),
      next: next.map(recordOfStart),
    };
  }

  private async describe(scope: Scope, { name, kind, isDefault, director }: DirectorEntry): Promise<DirectorRecord> {
    const [description, status] = await Promise.all([
      outcomeWithin(directorTimeoutMs, director.describe(scope)),
      this.searchIndexes.syncStatus(name),
    ]);
    return {
      name,
      kind,
      default: isDefault,
      ...messageOfError(description),
      searchIndex: recordOfIndex(status),
      links: linksOf(name),
    };
  }
}

const restoreAbilities: readonly string[] = [
  'restore',
  'download',
  'relocate',
  'restore-job',
  'restore-storage',
  'plugin-options',
];

/** Neither its version nor why it does not answer: a reason may name addresses. */
async function describeForRestore(
  scope: Scope,
  { name, isDefault, director }: DirectorEntry,
): Promise<RestoreDirectorRecord> {
  const description = messageOfError(await outcomeWithin(directorTimeoutMs, director.describe(scope)));
  const { reachable, clients, restoreRoots, restoreJobs, storages } = description;
  const abilities = description.abilities.filter((ability) => restoreAbilities.includes(ability));
  return { name, default: isDefault, reachable, abilities, clients, restoreRoots, restoreJobs, storages };
}

function recordOfIndex(status: SearchIndexStatus | null): SearchIndexRecord | null {
  if (status === null) return null;
  const { runs, waiting, entries, readAt, failure } = status;
  return { runs, waiting, entries, readAt, failure };
}

/** None if this Director does not provide it: its runs are still shown. */
async function nextStarts(scope: Scope, director: DirectorPort, now: Date): Promise<readonly PlannedRun[]> {
  try {
    return await director.schedulePreview(scope, now, new Date(now.getTime() + weekMs), startsShown);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_supported_by_director') return [];
    throw error;
  }
}

const waitingStatuses: readonly RunStatus[] = ['queued', 'waiting'];

type Message = Omit<DirectorRecord, 'name' | 'kind' | 'default' | 'searchIndex' | 'links'>;

function messageOfError(outcome: Outcome<DirectorDescription>): Message {
  if (outcome.state !== 'answers') {
    const nothing = { version: null, startedAt: null, timezone: null, abilities: [] };
    const noLists = { filesets: [], pools: [], storages: [], clients: [], restoreRoots: [], restoreJobs: [] };
    return { reachable: false, problem: outcome.detail, ...nothing, ...noLists };
  }
  const { version, startedAt, timezone, abilities, filesets, pools, storages, clients } = outcome.value;
  const { restoreRoots, restoreJobs } = outcome.value;
  return {
    reachable: true,
    problem: null,
    version,
    startedAt,
    timezone,
    abilities: [...abilities],
    filesets: [...filesets],
    pools: [...pools],
    storages: [...storages],
    clients: [...clients],
    restoreRoots: [...restoreRoots],
    restoreJobs: [...restoreJobs],
  };
}

function linksOf(director: string): DirectorLinks {
  const name = encodeURIComponent(director);
  return {
    self: `/api/v1/directors/${name}`,
    status: `/api/v1/directors/${name}/status`,
    health: `/api/v1/director/health?director=${name}`,
    jobs: `/api/v1/operations/jobs?director=${name}`,
    clients: `/api/v1/clients?director=${name}`,
  };
}

function recordOfRun(run: Run, live: LiveRun | undefined): LiveRunRecord {
  const { jobId, job, level, client, startedAt, director } = run;
  return {
    jobId,
    job,
    level,
    client,
    status: statusNow(run, live?.waitingFor),
    startedAt,
    ...(live?.progress ? { progress: { ...live.progress } } : {}),
    ...(live?.waitingFor ? { waitingFor: { ...live.waitingFor } } : {}),
    links: linksOfRun(director, jobId, run),
  };
}

function recordOfStart({ at, job, level, client, schedule }: PlannedRun): NextStart {
  return { at, job, level, client, schedule };
}
