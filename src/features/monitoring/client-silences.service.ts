import { Injectable } from '@nestjs/common';
import {
  type ClientSilence,
  decideSilence,
  type SilenceState,
  type SilenceThresholds,
  silentForSeconds,
  thresholdsInForce,
} from '../../domain/silence.js';
import { Clock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { type DirectorClient } from '../../domain/job.js';
import { fullScope } from '../../domain/principal.js';
import { ClientSilencesRepository } from './client-silences.repository.js';
import { factsOf, isPausedAt, type MonitoredClientState } from './monitored-client-state.js';
import { SilenceRoundsRepository } from './silence-evaluation-runs.repository.js';
import { ThresholdsRepository } from './thresholds.repository.js';

/** The reported status of each client is also the one that is shown. */
@Injectable()
export class ClientSilencesService {
  constructor(
    private readonly silences: ClientSilencesRepository,
    private readonly thresholds: ThresholdsRepository,
    private readonly rounds: SilenceRoundsRepository,
    private readonly directors: Directors,
    private readonly clock: Clock,
  ) {}

  /** Of each of these clients, all of the one Director, in the order given. */
  async of(director: string, clients: readonly DirectorClient[]): Promise<readonly ClientSilence[]> {
    if (clients.length === 0) return [];
    const known = await this.knownOf(director, clients);
    const global = await this.thresholds.global();
    const ends = await this.endsOfUnevaluated(director, [...known.values()]);
    const now = this.clock.now();
    return clients.map(({ name }) => {
      const one = known.get(name);
      if (!one) throw new Error('A client that was just inserted does not exist.');
      return silenceOf(one, ends.get(name) ?? null, global, now);
    });
  }

  /** Seconds since the clients of the Director were last evaluated, by the database's clock; null: never. */
  evaluatedSecondsAgo(director: string): Promise<number | null> {
    return this.rounds.evaluatedSecondsAgo(director);
  }

  /** A client that is met here for the first time counts from now. */
  private async knownOf(
    director: string,
    clients: readonly DirectorClient[],
  ): Promise<ReadonlyMap<string, MonitoredClientState>> {
    const names = clients.map(({ name }) => name);
    let known = await this.silences.known({ director, clients: names });
    // Again where the monitor, which read the Director's list a moment before it changed, forgets one in between.
    for (let attempt = 0; attempt < 3 && known.length < new Set(names).size; attempt += 1) {
      await this.silences.observation(director, clients, this.clock.now());
      known = await this.silences.known({ director, clients: names });
    }
    return new Map(known.map((one) => [one.client, one]));
  }

  /** The record of runs may not reach back to their backups yet. */
  private async endsOfUnevaluated(
    director: string,
    known: readonly MonitoredClientState[],
  ): Promise<ReadonlyMap<string, Date>> {
    if (known.every(({ isEvaluated }) => isEvaluated)) return new Map();
    const backups = await this.directors.get(director).catalog.runs.lastGoodBackups(fullScope);
    return new Map(backups.map(({ client, endedAt }) => [client, endedAt]));
  }
}

/**
 * The stored state, because events reported it. If the run store has a newer backup, or nothing was decided yet, the status that
 * the monitor will decide.
 */
export function silenceOf(
  known: MonitoredClientState,
  seed: Date | null,
  global: SilenceThresholds,
  now: Date,
): ClientSilence {
  const { isEvaluated, lastOnRecord, pausedUntil } = known;
  const before = isEvaluated || seed === null ? known.state : { ...known.state, lastSuccessAt: seed };
  const inForce = thresholdsInForce(global, known.own, known.intervalSeconds);
  const isNewer = lastOnRecord !== null && (before.lastSuccessAt === null || lastOnRecord > before.lastSuccessAt);
  const state: SilenceState =
    isEvaluated && !isNewer ? before : decideSilence(before, factsOf(known, inForce, now, false), now).state;
  return {
    status: state.status,
    lastSuccessAt: state.lastSuccessAt,
    ageSeconds: silentForSeconds(state.lastSuccessAt, state.firstSeenAt, now),
    warnSeconds: inForce.warnSeconds,
    critSeconds: inForce.critSeconds,
    pausedUntil: isPausedAt(known, now) ? pausedUntil : null,
    firstSeenAt: state.firstSeenAt,
  };
}
