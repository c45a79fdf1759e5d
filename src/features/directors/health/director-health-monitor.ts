import { Injectable } from '@nestjs/common';
import { type RunCounts } from '../../../domain/run-reader.port.js';
import { type ClientSilence } from '../../../domain/silence.js';
import {
  type DirectorDescription,
  type DirectorObservation,
  type Observing,
  type DirectorPort,
} from '../../../domain/director.port.js';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import {
  type ClientStatusFacts,
  type Reachabilities,
  type HealthInput,
  type KnownRuns,
  type JobStatusFacts,
} from '../../../domain/health.js';
import { JobProtections, type ProtectedJob } from '../../../domain/protection.js';
import { type DirectorClient } from '../../../domain/job.js';
import { type PoolSpaceForecast, poolFindings } from '../../media/pool-forecast.js';
import { PoolsService } from '../../media/pools.service.js';
import { ClientSilencesService } from '../../monitoring/client-silences.service.js';
import { SearchIndexesRepository } from '../../search-index/search-indexes.repository.js';
import { type RunSyncStatus } from '../../../domain/run-sync-health.js';
import { AppError } from '../../../domain/error-codes.js';
import { type SearchIndexStatus } from '../../../domain/search-index.js';
import { fullScope } from '../../../domain/principal.js';
import { Acknowledgements } from '../../runs/acknowledgements/acknowledgements.repository.js';
import { type RecordCounts, RunsRepository } from '../../runs/store/runs.repository.js';
import { directorTimeoutMs } from '../timeouts.js';
import { type ProbeEnd, type MonitoredProbe, CachedProbe } from './cached-probe.js';
import { Clock } from '../../../domain/clock.js';

const dayMs = 86_400_000;
/** Pool forecasts change by the day: what is not available immediately is reported after the next probe. */
const poolWaitMs = 100;
/** Health names a few of them. */
const mostDatedAhead = 100;

interface ObservedDirector {
  readonly description: DirectorDescription;
  readonly observations: readonly DirectorObservation[];
  readonly clients: readonly DirectorClient[];
}

interface SilenceObservation {
  readonly clients: readonly ClientStatusFacts[];
  readonly jobs: readonly JobStatusFacts[];
  readonly evaluatedSecondsAgo: number | null;
}

interface RunSyncObservation {
  readonly status: RunSyncStatus;
  readonly counts: RecordCounts;
  readonly known: KnownRuns;
  readonly searchIndex: SearchIndexStatus | null;
  readonly datedAhead: readonly string[];
}

export interface HealthMonitorDeps {
  readonly acknowledgements: Acknowledgements;
  readonly silences: ClientSilencesService;
  readonly protections: JobProtections;
  readonly runs: RunsRepository;
  readonly searchIndexes: SearchIndexesRepository;
  readonly pools: PoolsService;
}

/** The state of a Director and its catalog, and whether each answered this time. */
export interface MonitoredDirector {
  readonly description: DirectorDescription | null;
  readonly input: HealthInput;
  readonly contacts: Reachabilities;
  /** When the two were observed; null: never. */
  readonly directorAt: Date | null;
  readonly catalogAt: Date | null;
}

/** The cached state; starts no probe. */
export interface KnownHealth {
  readonly ofDirector: ProbeEnd | null;
  readonly ofCatalog: ProbeEnd | null;
  /** From the last probe that the Director answered. */
  readonly observations: readonly DirectorObservation[];
}

/** Watches a Director and its catalog apart from each other, for either can be away while the other is well. */
class DirectorHealthMonitor {
  private readonly director: CachedProbe<ObservedDirector>;
  private readonly catalog: CachedProbe<RunCounts>;
  private readonly record: CachedProbe<RunSyncObservation>;
  private readonly silence: CachedProbe<SilenceObservation>;
  private readonly pools: CachedProbe<readonly PoolSpaceForecast[]>;

  constructor(
    private readonly entry: DirectorEntry,
    parts: HealthMonitorDeps,
    private readonly now: () => Date,
  ) {
    this.director = new CachedProbe(() => observeDirector(entry), now);
    this.catalog = new CachedProbe(() => observeCatalog(entry, now()), now);
    this.record = new CachedProbe(() => observeRunSync(entry, parts, now()), now);
    this.silence = new CachedProbe(() => this.observeSilence(entry, parts), now);
    this.pools = new CachedProbe(() => parts.pools.of(fullScope, entry), now);
  }

  async watch(): Promise<MonitoredDirector> {
    const [director, catalog, record, silence, pools] = await Promise.all([
      this.director.watch(),
      this.catalog.watch(),
      this.record.watch(),
      this.silence.watch(),
      this.pools.watch(poolWaitMs),
    ]);
    const { description, observations } = director.observation?.seen ?? { description: null, observations: [] };
    const { clients, jobs, evaluatedSecondsAgo } = silence.observation?.seen ?? noSilence;
    return {
      description,
      input: {
        observations,
        clients,
        jobs,
        evaluatedSecondsAgo,
        ...healthOfStore(catalog, record.observation?.seen ?? null),
        pools: poolFindings(pools.observation?.seen ?? [], this.now()),
      },
      contacts: { director: director.contact, catalog: catalog.contact },
      directorAt: timeOf(director),
      catalogAt: timeOf(catalog),
    };
  }

  /** Probes the Director and its catalog without a request: clients are not contacted. Waits no longer than the health check. */
  async probeBoth(): Promise<void> {
    const observeWithoutClients = () => observeDirector(this.entry, { asksClients: false });
    await Promise.all([this.director.watch(directorTimeoutMs, observeWithoutClients), this.catalog.watch()]);
  }

  knownHealth(): KnownHealth {
    return {
      ofDirector: this.director.probeEnd,
      ofCatalog: this.catalog.probeEnd,
      observations: this.director.lastSeen?.observations ?? [],
    };
  }

  /** A hanging Director is not waited for as long as it may take: its cached clients are reported in time. */
  private async observeSilence(
    { name }: DirectorEntry,
    { silences, protections, acknowledgements }: HealthMonitorDeps,
  ): Promise<SilenceObservation> {
    const { observation } = await this.director.watch(directorTimeoutMs / 2);
    if (observation === null)
      throw new AppError('director_unreachable', 'The clients have not been read yet. Try again in a moment.');
    const inUse = observation.seen.clients.filter(({ enabled }) => enabled);
    const names = inUse.map((client) => client.name);
    const [known, jobs, evaluatedSecondsAgo, seen] = await Promise.all([
      silences.of(name, inUse),
      protections.all([name]),
      silences.evaluatedSecondsAgo(name),
      acknowledgements.of('client', name, names),
    ]);
    const clients = inUse.flatMap((client, index) => deviceState(client, known[index], seen.has(client.name)));
    const used = new Set(names);
    const usedJobs = jobs.filter(({ client }) => used.has(client));
    const jobNames = [...new Set(usedJobs.map(({ job }) => job))];
    const seenJobs = await acknowledgements.of('job', name, jobNames);
    const standings = usedJobs.map((job) =>
      jobStatusOf(job, seen.has(job.client) || seenJobs.has(job.job), this.now()),
    );
    return { clients, jobs: standings, evaluatedSecondsAgo };
  }
}

function timeOf({ observation }: MonitoredProbe<unknown>): Date | null {
  return observation?.at ?? null;
}

async function observeDirector({ director }: DirectorEntry, observing: Observing = {}): Promise<ObservedDirector> {
  const [description, observations, clients] = await Promise.all([
    director.describe(fullScope),
    director.observe(fullScope, observing),
    director.listClients(fullScope),
  ]);
  return { description, observations, clients };
}

function observeCatalog({ catalog }: DirectorEntry, at: Date): Promise<RunCounts> {
  return catalog.runs.countRuns(fullScope, new Date(at.getTime() - dayMs));
}

async function observeRunSync(
  { name }: DirectorEntry,
  { runs, acknowledgements, searchIndexes }: HealthMonitorDeps,
  at: Date,
): Promise<RunSyncObservation> {
  const since = new Date(at.getTime() - dayMs);
  const [status, counts, known, searchIndex, datedAhead] = await Promise.all([
    runs.syncStatus(name),
    runs.counts(name, since),
    acknowledgements.knownRuns(name, since),
    searchIndexes.syncStatus(name),
    runs.datedAhead(name, mostDatedAhead),
  ]);
  return { status, counts, known, searchIndex, datedAhead };
}

/** Of the console's own tables. Only the record knows which runs wait; while the catalog is away, all its counts are newer. */
function healthOfStore(
  { observation, contact }: MonitoredProbe<RunCounts>,
  seen: RunSyncObservation | null,
): Pick<HealthInput, 'counts' | 'record' | 'searchIndex' | 'known' | 'datedAhead'> {
  const counts = observation?.seen ?? null;
  if (seen === null) return { counts, record: null, searchIndex: null };
  const { status: record, searchIndex, known, datedAhead } = seen;
  const own = { record, searchIndex, known, datedAhead };
  if (record.lagSeconds === null) return { counts, ...own };
  if (contact.state !== 'answers') {
    return { counts: { volumesInError: counts?.volumesInError ?? 0, ...seen.counts }, ...own };
  }
  const { running, waiting } = seen.counts;
  return { counts: counts === null ? null : { ...counts, running, waiting }, ...own };
}

function deviceState(
  { name }: DirectorClient,
  silence: ClientSilence | undefined,
  isKnown: boolean,
): ClientStatusFacts[] {
  if (!silence) return [];
  const { status, ageSeconds, lastSuccessAt } = silence;
  return [{ client: name, status, ageSeconds, hasBackup: lastSuccessAt !== null, isKnown }];
}

function jobStatusOf(
  { job, client, protection, firstSeenAt, isPaused }: ProtectedJob,
  isSeen: boolean,
  now: Date,
): JobStatusFacts {
  const { status, countsAs, lastGoodAt } = protection;
  const ageSeconds = protection.ageSeconds ?? Math.max(0, Math.floor((now.getTime() - firstSeenAt.getTime()) / 1000));
  // One that never had a backup is `never`.
  const isLost = status === 'crit' && lastGoodAt === null;
  return { job, client, status, countsAs, ageSeconds, isLost, isKnown: isSeen || isPaused };
}

const noSilence = { clients: null, jobs: null, evaluatedSecondsAgo: null };

const noRuns: RunCounts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };

/** Sums over these Directors; a catalog never seen counts nothing. */
export function sumOfCounts(health: readonly HealthInput[]): RunCounts {
  const known = health.map(({ counts }) => counts).filter((counts) => counts !== null);
  return known.reduce(
    (sum, counts) => ({
      running: sum.running + counts.running,
      waiting: sum.waiting + counts.waiting,
      failed24h: sum.failed24h + counts.failed24h,
      warning24h: sum.warning24h + counts.warning24h,
      volumesInError: sum.volumesInError + counts.volumesInError,
    }),
    noRuns,
  );
}

/** How many findings' subjects are acknowledged, over these Directors. */
export function knownOf(health: readonly HealthInput[]): number {
  const silent = clientsOf(health).filter(({ status, isKnown }) => status !== 'ok' && isKnown === true).length;
  return health.reduce((sum, { known }) => sum + (known ? known.failed24h + known.lost24h : 0), silent);
}

export function jobsOf(health: readonly HealthInput[]): JobStatusFacts[] {
  return health.flatMap(({ jobs }) => jobs ?? []);
}

export function clientsOf(health: readonly HealthInput[]): ClientStatusFacts[] {
  return health.flatMap(({ clients }) => clients ?? []);
}

/** One monitor for each Director, shared by all callers. */
@Injectable()
export class DirectorHealthMonitors {
  private readonly watches = new WeakMap<DirectorPort, DirectorHealthMonitor>();

  constructor(
    private readonly silences: ClientSilencesService,
    private readonly protections: JobProtections,
    private readonly runs: RunsRepository,
    private readonly acknowledgements: Acknowledgements,
    private readonly searchIndexes: SearchIndexesRepository,
    private readonly pools: PoolsService,
    private readonly clock: Clock,
  ) {}

  of(entry: DirectorEntry): DirectorHealthMonitor {
    const known = this.watches.get(entry.director);
    if (known) return known;
    const { silences, protections, runs, acknowledgements, searchIndexes, pools } = this;
    const parts = { silences, protections, runs, acknowledgements, searchIndexes, pools };
    const watch = new DirectorHealthMonitor(entry, parts, () => this.clock.now());
    this.watches.set(entry.director, watch);
    return watch;
  }
}
