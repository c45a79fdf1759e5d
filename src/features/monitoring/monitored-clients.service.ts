import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, chosenDirectors, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { Clock } from '../../domain/clock.js';
import { type PageKey, sliceOf } from '../../domain/pagination.js';
import { AppError } from '../../domain/error-codes.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type ClientFilter, type ClientPosition, ClientSilencesRepository } from './client-silences.repository.js';
import { type MonitoredClientState } from './monitored-client-state.js';
import { recordOf } from './monitored-client.mapper.js';
import {
  type ChangeMonitoredClientBody,
  type MonitoredClient,
  type MonitoredClientsQuery,
} from './monitored-clients.dto.js';
import { ClientSettings } from './client-settings.service.js';
import { SilenceEvaluationRuns } from './silence-evaluation-runs.service.js';
import { SilenceRoundsRepository } from './silence-evaluation-runs.repository.js';
import { ThresholdsRepository } from './thresholds.repository.js';

/** The clients as the silence monitor sees them. */
@Injectable()
export class MonitoredClientsService {
  constructor(
    private readonly directors: Directors,
    private readonly silences: ClientSilencesRepository,
    private readonly thresholds: ThresholdsRepository,
    private readonly rounds: SilenceEvaluationRuns,
    private readonly noted: SilenceRoundsRepository,
    private readonly settings: ClientSettings,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async list(query: MonitoredClientsQuery): Promise<PageOf<MonitoredClient>> {
    const context = { operation: 'listMonitoredClients', query };
    const page = this.cursors.requestOf(query, context);
    const entries = chosenDirectors(this.directors, query.director);
    await Promise.all(entries.map((entry) => this.recordFirstSeen(entry)));
    const now = this.clock.now();
    const filter = filterOf(query, entries, now);
    const [rows, global, total] = await Promise.all([
      this.silences.list(filter, positionOf(page.after), page.limit + 1),
      this.thresholds.global(),
      page.count === true ? this.silences.count(filter) : undefined,
    ]);
    const counted = total === undefined ? undefined : { value: total, exact: true };
    const slice = sliceOf(rows, page.limit, ({ client, director }) => [client, director], counted);
    return this.cursors.pageOf(slice, context, (known) => recordOf(known, global, now));
  }

  async get(name: string, director?: string): Promise<MonitoredClient> {
    const entry = resolveDirector(this.directors, director);
    const known = await this.existing(entry, name);
    return recordOf(known, await this.thresholds.global(), this.clock.now());
  }

  async change(
    actor: Actor,
    { name, director }: { readonly name: string; readonly director: string | undefined },
    body: ChangeMonitoredClientBody,
    ifMatch?: string,
  ): Promise<MonitoredClient> {
    const entry = resolveDirector(this.directors, director);
    await this.existing(entry, name);
    await this.settings.change(actor, entry, { name, body, ifMatch });
    return this.get(name, entry.name);
  }

  /** A new client of the Director is not stored yet: it is read from the Director. */
  private async existing(entry: DirectorEntry, name: string): Promise<MonitoredClientState> {
    const known =
      (await this.find(entry, name)) ?? ((await this.rounds.observation(entry)) && (await this.find(entry, name)));
    if (known) return known;
    throw new AppError('not_found', `Director ${entry.name} has no client with this name.`);
  }

  private async find({ name: director }: DirectorEntry, client: string): Promise<MonitoredClientState | null> {
    // PostgreSQL has no text with a NUL in it, and no client has such a name.
    if (client.includes('\0')) return null;
    const [known] = await this.silences.known({ director, clients: [client] });
    return known ?? null;
  }

  /** Before the monitor's first evaluation of a Director its clients are read here. */
  private async recordFirstSeen(entry: DirectorEntry): Promise<void> {
    if ((await this.noted.find(entry.name)) === null) await this.rounds.observation(entry);
  }
}

function filterOf(query: MonitoredClientsQuery, entries: readonly DirectorEntry[], now: Date): ClientFilter {
  return {
    directors: entries.map(({ name }) => name),
    name: query.name,
    statuses: query.status,
    paused: query.paused,
    now,
  };
}

function positionOf(key: PageKey | undefined): ClientPosition | null {
  if (key === undefined) return null;
  const [client, director] = key;
  if (typeof client === 'string' && typeof director === 'string') return [client, director];
  throw new AppError('cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.');
}
