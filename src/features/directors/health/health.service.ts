import { Injectable } from '@nestjs/common';
import { chosenDirectors, everyDirector, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { Clock, DeletionClock } from '../../../domain/clock.js';
import { clockFinding, findingsOf, bySeverity, summaryOf, verdictOf } from '../../../domain/health.js';
import { countProtection } from '../../../domain/protection.js';
import {
  clientsOf,
  jobsOf,
  knownOf,
  sumOfCounts,
  type MonitoredDirector,
  DirectorHealthMonitors,
} from './director-health-monitor.js';
import { type Health, type HealthCheck, type HealthDirector } from './health.dto.js';
import { ageSeconds } from './cached-probe.js';

interface MonitoredEntry extends MonitoredDirector {
  readonly entry: DirectorEntry;
}

/** The health of Directors. It answers within two seconds even while a Director hangs, from the cached state. */
@Injectable()
export class HealthService {
  constructor(
    private readonly directors: Directors,
    private readonly watches: DirectorHealthMonitors,
    private readonly clock: Clock,
    private readonly trust: DeletionClock,
  ) {}

  async getHealth(director?: string): Promise<Health> {
    const entries = chosenDirectors(this.directors, director);
    const watched = await Promise.all(
      entries.map(async (entry) => ({ entry, ...(await this.watches.of(entry).watch()) })),
    );
    const now = this.clock.now();
    return healthOf(watched, now, director === everyDirector, await this.trust.doubtSince().catch(() => null));
  }
}

function healthOf(watched: readonly MonitoredEntry[], now: Date, isOfAll: boolean, doubtSince: Date | null): Health {
  const checks = [...watched.flatMap(checksOf), ...clockChecks(watched, now, doubtSince)].sort(bySeverity);
  const health = watched.map(({ input }) => input);
  const times = watched.flatMap(({ directorAt, catalogAt }) => [directorAt, catalogAt]).filter((at) => at !== null);
  const clients = clientsOf(health);
  const jobs = jobsOf(health);
  const [first] = watched;
  return {
    status: verdictOf(checks),
    summary: summaryOf(checks, clients, knownOf(health), jobs),
    checkedAt: now,
    ageSeconds: Math.max(0, ...times.map((at) => ageSeconds(at, now))),
    stale: watched.some(({ contacts }) => Object.values(contacts).some(({ state }) => state !== 'answers')),
    director: isOfAll || !first ? null : recordOfDirector(first),
    checks,
    protection: countProtection(jobs),
    counts: {
      ...sumOfCounts(health),
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
  'runs.outliers',
  'search.index',
  'silence.evaluated',
]);

function checksOf({ entry, input, contacts, directorAt, catalogAt }: MonitoredEntry): HealthCheck[] {
  return findingsOf(entry.name, input, contacts).map((finding) => {
    const { id, component, status, code, params, value, unit, message, hint } = finding;
    const observedAt = catalogChecks.has(id) ? catalogAt : directorAt;
    return { id, director: entry.name, component, status, code, params, value, unit, message, hint, observedAt };
  });
}

/** The clock is the console's own: it is named once, not with each Director. */
function clockChecks([first]: readonly MonitoredEntry[], now: Date, doubtSince: Date | null): HealthCheck[] {
  if (!first || doubtSince === null) return [];
  return [{ ...clockFinding(doubtSince, now), director: first.entry.name, observedAt: now }];
}

function recordOfDirector({ entry, description }: MonitoredEntry): HealthDirector {
  const { version = null, startedAt = null } = description ?? {};
  return { name: entry.name, version, startedAt };
}
