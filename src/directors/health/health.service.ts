import { Injectable } from '@nestjs/common';
import { chosenDirectors, everyDirector } from '../../domain/chosen-directors.js';
import { ClientSilences } from '../../domain/client-silences.port.js';
import { Clock } from '../../domain/clock.js';
import { type DirectorPort } from '../../domain/director.port.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { findingsOf, graverFirst, summaryOf, worstOf } from '../../domain/health.js';
import { PoolOutlooks } from '../../domain/pool-outlooks.port.js';
import { RecordedRuns } from '../../runs/record/recorded-runs.repository.js';
import { clientsOf, DirectorWatch, sumOfCounts, type WatchedDirector } from './director-watch.js';
import { type Health, type HealthCheck, type HealthDirector } from './health.dto.js';
import { ageSeconds } from './watched-part.js';

interface WatchedEntry extends WatchedDirector {
  readonly entry: DirectorEntry;
}

/** The verdict on Directors. It answers within two seconds even while a Director hangs, from what was last known. */
@Injectable()
export class HealthService {
  private readonly watches = new WeakMap<DirectorPort, DirectorWatch>();

  constructor(
    private readonly directors: Directors,
    private readonly silences: ClientSilences,
    private readonly runs: RecordedRuns,
    private readonly pools: PoolOutlooks,
    private readonly clock: Clock,
  ) {}

  async getHealth(director?: string): Promise<Health> {
    const entries = chosenDirectors(this.directors, director);
    const watched = await Promise.all(
      entries.map(async (entry) => ({ entry, ...(await this.watchOf(entry).watch()) })),
    );
    return healthOf(watched, this.clock.now(), director === everyDirector);
  }

  private watchOf(entry: DirectorEntry): DirectorWatch {
    const known = this.watches.get(entry.director);
    if (known) return known;
    const watch = new DirectorWatch(entry, { silences: this.silences, runs: this.runs, pools: this.pools }, () =>
      this.clock.now(),
    );
    this.watches.set(entry.director, watch);
    return watch;
  }
}

function healthOf(watched: readonly WatchedEntry[], now: Date, isOfAll: boolean): Health {
  const checks = watched.flatMap(checksOf).sort(graverFirst);
  const looks = watched.map(({ look }) => look);
  const times = watched.flatMap(({ directorAt, catalogAt }) => [directorAt, catalogAt]).filter((at) => at !== null);
  const clients = clientsOf(looks);
  const [first] = watched;
  return {
    status: worstOf(checks.map(({ status }) => status)),
    summary: summaryOf(checks, clients),
    checkedAt: now,
    ageSeconds: Math.max(0, ...times.map((at) => ageSeconds(at, now))),
    stale: watched.some(({ contacts }) => Object.values(contacts).some(({ state }) => state !== 'answers')),
    director: isOfAll || !first ? null : recordOfDirector(first),
    checks,
    counts: {
      ...sumOfCounts(looks),
      silentWarn: clients.filter(({ status }) => status === 'warn').length,
      silentCrit: clients.filter(({ status }) => status === 'crit').length,
    },
  };
}

/** Checks that are made from the catalog alone; every other one needs the Director itself. */
const catalogChecks: ReadonlySet<string> = new Set([
  'catalog.answers',
  'runs.failed',
  'volumes.error',
  'record.lag',
  'record.lost',
  'silence.evaluated',
]);

function checksOf({ entry, look, contacts, directorAt, catalogAt }: WatchedEntry): HealthCheck[] {
  return findingsOf(entry.name, look, contacts).map((finding) => {
    const { id, component, status, value, unit, message, hint } = finding;
    const observedAt = catalogChecks.has(id) ? catalogAt : directorAt;
    return { id, director: entry.name, component, status, value, unit, message, hint, observedAt };
  });
}

function recordOfDirector({ entry, description }: WatchedEntry): HealthDirector {
  const { version = null, startedAt = null } = description ?? {};
  return { name: entry.name, version, startedAt };
}
