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
  type ClientStanding,
  type Reachabilities,
  type HealthInput,
  type KnownRuns,
  type JobStanding,
} from '../../../domain/health.js';
import { JobProtections, type ProtectedJob } from '../../../domain/protection.js';
import { type DirectorClient } from '../../../domain/job.js';
import { type PoolOutlook, poolFindings } from '../../media/pool-forecast.js';
import { PoolsService } from '../../media/pools.service.js';
import { ClientSilencesService } from '../../monitoring/client-silences.service.js';
import { SearchIndexesRepository } from '../../search-index/search-indexes.repository.js';
import { type RunSyncStatus } from '../../../domain/run-sync-health.js';
import { AppError } from '../../../domain/error-codes.js';
import { type SearchIndexStanding } from '../../../domain/search-index.js';
import { fullScope } from '../../../domain/principal.js';
import { Acknowledgements } from '../../runs/acknowledgements/acknowledgements.repository.js';
import { type RecordCounts, RunsRepository } from '../../runs/store/runs.repository.js';
import { directorTimeoutMs } from '../timeouts.js';
import { type ProbeEnd, type Watched, CachedProbe } from './cached-probe.js';
import { Clock } from '../../../domain/clock.js';

const dayMs = 86_400_000;
/** When pools are full is known to the day: what is not known at once is told at the next look. */
const poolWaitMs = 100;
/** Health names a few of them. */
const mostDatedAhead = 100;

interface DirectorSeen {
  readonly description: DirectorDescription;
  readonly observations: readonly DirectorObservation[];
  readonly clients: readonly DirectorClient[];
}

interface SilenceSeen {
  readonly clients: readonly ClientStanding[];
  readonly jobs: readonly JobStanding[];
  readonly evaluatedSecondsAgo: number | null;
}

interface RecordSeen {
  readonly standing: RunSyncStatus;
  readonly counts: RecordCounts;
  readonly known: KnownRuns;
  readonly searchIndex: SearchIndexStanding | null;
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

/** What is known of a Director and its catalog, and whether each answered this time. */
export interface WatchedDirector {
  readonly description: DirectorDescription | null;
  readonly look: HealthInput;
  readonly contacts: Reachabilities;
  /** When what is shown of the two was seen; null: never. */
  readonly directorAt: Date | null;
  readonly catalogAt: Date | null;
}

/** What is known without asking anybody. */
export interface KnownHealth {
  readonly ofDirector: ProbeEnd | null;
  readonly ofCatalog: ProbeEnd | null;
  /** Of the last look that the Director answered. */
  readonly observations: readonly DirectorObservation[];
}

/** Watches a Director and its catalog apart from each other, for either can be away while the other is well. */
class DirectorHealthMonitor {
  private readonly director: CachedProbe<DirectorSeen>;
  private readonly catalog: CachedProbe<RunCounts>;
  private readonly record: CachedProbe<RecordSeen>;
  private readonly silence: CachedProbe<SilenceSeen>;
  private readonly pools: CachedProbe<readonly PoolOutlook[]>;

  constructor(
    private readonly entry: DirectorEntry,
    parts: HealthMonitorDeps,
    private readonly now: () => Date,
  ) {
    this.director = new CachedProbe(() => seeDirector(entry), now);
    this.catalog = new CachedProbe(() => seeCatalog(entry, now()), now);
    this.record = new CachedProbe(() => seeRecord(entry, parts, now()), now);
    this.silence = new CachedProbe(() => this.seeSilence(entry, parts), now);
    this.pools = new CachedProbe(() => parts.pools.of(fullScope, entry), now);
  }

  async watch(): Promise<WatchedDirector> {
    const [director, catalog, record, silence, pools] = await Promise.all([
      this.director.watch(),
      this.catalog.watch(),
      this.record.watch(),
      this.silence.watch(),
      this.pools.watch(poolWaitMs),
    ]);
    const { description, observations } = director.sight?.seen ?? { description: null, observations: [] };
    const { clients, jobs, evaluatedSecondsAgo } = silence.sight?.seen ?? noSilence;
    return {
      description,
      look: {
        observations,
        clients,
        jobs,
        evaluatedSecondsAgo,
        ...ownLooks(catalog, record.sight?.seen ?? null),
        pools: poolFindings(pools.sight?.seen ?? [], this.now()),
      },
      contacts: { director: director.contact, catalog: catalog.contact },
      directorAt: timeOf(director),
      catalogAt: timeOf(catalog),
    };
  }

  /** Checks the Director and its catalog without a caller who asked for it: clients are left in peace. Waits no longer than for health. */
  async lookAtBoth(): Promise<void> {
    const seeWithoutClients = () => seeDirector(this.entry, { asksClients: false });
    await Promise.all([this.director.watch(directorTimeoutMs, seeWithoutClients), this.catalog.watch()]);
  }

  knownLooks(): KnownHealth {
    return {
      ofDirector: this.director.lookEnd,
      ofCatalog: this.catalog.lookEnd,
      observations: this.director.lastSeen?.observations ?? [],
    };
  }

  /** A Director that hangs is not waited for as long as it might take: the clients that it had before are told of in time. */
  private async seeSilence(
    { name }: DirectorEntry,
    { silences, protections, acknowledgements }: HealthMonitorDeps,
  ): Promise<SilenceSeen> {
    const { sight } = await this.director.watch(directorTimeoutMs / 2);
    if (sight === null)
      throw new AppError('director_unreachable', 'The clients have not been read yet. Try again in a moment.');
    const inUse = sight.seen.clients.filter(({ enabled }) => enabled);
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
      jobStandingOf(job, seen.has(job.client) || seenJobs.has(job.job), this.now()),
    );
    return { clients, jobs: standings, evaluatedSecondsAgo };
  }
}

function timeOf({ sight }: Watched<unknown>): Date | null {
  return sight?.at ?? null;
}

async function seeDirector({ director }: DirectorEntry, observing: Observing = {}): Promise<DirectorSeen> {
  const [description, observations, clients] = await Promise.all([
    director.describe(fullScope),
    director.observe(fullScope, observing),
    director.listClients(fullScope),
  ]);
  return { description, observations, clients };
}

function seeCatalog({ catalog }: DirectorEntry, at: Date): Promise<RunCounts> {
  return catalog.runs.countRuns(fullScope, new Date(at.getTime() - dayMs));
}

async function seeRecord(
  { name }: DirectorEntry,
  { runs, acknowledgements, searchIndexes }: HealthMonitorDeps,
  at: Date,
): Promise<RecordSeen> {
  const since = new Date(at.getTime() - dayMs);
  const [standing, counts, known, searchIndex, datedAhead] = await Promise.all([
    runs.standing(name),
    runs.counts(name, since),
    acknowledgements.knownRuns(name, since),
    searchIndexes.standing(name),
    runs.datedAhead(name, mostDatedAhead),
  ]);
  return { standing, counts, known, searchIndex, datedAhead };
}

/** Of the console's own tables. Only the record knows which runs wait; while the catalog is away, all its counts are newer. */
function ownLooks(
  { sight, contact }: Watched<RunCounts>,
  seen: RecordSeen | null,
): Pick<HealthInput, 'counts' | 'record' | 'searchIndex' | 'known' | 'datedAhead'> {
  const counts = sight?.seen ?? null;
  if (seen === null) return { counts, record: null, searchIndex: null };
  const { standing: record, searchIndex, known, datedAhead } = seen;
  const own = { record, searchIndex, known, datedAhead };
  if (record.lagSeconds === null) return { counts, ...own };
  if (contact.state !== 'answers') {
    return { counts: { volumesInError: counts?.volumesInError ?? 0, ...seen.counts }, ...own };
  }
  const { running, waiting } = seen.counts;
  return { counts: counts === null ? null : { ...counts, running, waiting }, ...own };
}

function deviceState({ name }: DirectorClient, silence: ClientSilence | undefined, isKnown: boolean): ClientStanding[] {
  if (!silence) return [];
  const { status, ageSeconds, lastSuccessAt } = silence;
  return [{ client: name, status, ageSeconds, hasBackup: lastSuccessAt !== null, isKnown }];
}

function jobStandingOf(
  { job, client, protection, firstSeenAt, isPaused }: ProtectedJob,
  isSeen: boolean,
  now: Date,
): JobStanding {
  const { status, countsAs, lastGoodAt } = protection;
  const ageSeconds = protection.ageSeconds ?? Math.max(0, Math.floor((now.getTime() - firstSeenAt.getTime()) / 1000));
  // One that never had a backup is `never`.
  const isLost = status === 'crit' && lastGoodAt === null;
  return { job, client, status, countsAs, ageSeconds, isLost, isKnown: isSeen || isPaused };
}

const noSilence = { clients: null, jobs: null, evaluatedSecondsAgo: null };

const noRuns: RunCounts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };

/** Counts over these looks; a catalog never seen counts nothing. */
export function sumOfCounts(looks: readonly HealthInput[]): RunCounts {
  const known = looks.map(({ counts }) => counts).filter((counts) => counts !== null);
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

/** How many findings' subjects somebody acknowledged, over these looks. */
export function knownOf(looks: readonly HealthInput[]): number {
  const silent = clientsOf(looks).filter(({ status, isKnown }) => status !== 'ok' && isKnown === true).length;
  return looks.reduce((sum, { known }) => sum + (known ? known.failed24h + known.lost24h : 0), silent);
}

export function jobsOf(looks: readonly HealthInput[]): JobStanding[] {
  return looks.flatMap(({ jobs }) => jobs ?? []);
}

export function clientsOf(looks: readonly HealthInput[]): ClientStanding[] {
  return looks.flatMap(({ clients }) => clients ?? []);
}

/** The one watch over each Director, whoever asks: looks are shared. */
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
