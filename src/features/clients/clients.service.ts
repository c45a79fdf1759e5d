import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, chosenDirectors, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { keyOfClient } from './client-sort.js';
import { type ClientSilence } from '../../domain/silence.js';
import { ClientSilencesService } from '../monitoring/client-silences.service.js';
import { type DirectorClient } from '../../domain/job.js';
import { JobProtections, type ClientProtection } from '../../domain/protection.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { rejectUnsupported } from '../../domain/director-abilities.js';
import { holds } from '../../domain/name-pattern.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { type AcknowledgeBody, type Acknowledgement } from '../runs/acknowledgements/acknowledgement.dto.js';
import { Acknowledgements } from '../runs/acknowledgements/acknowledgements.repository.js';
import { type Acknowledged, AcknowledgementsService } from '../runs/acknowledgements/acknowledgements.service.js';
import { type ChangedClient, type ClientLinks, type ClientRecord, type ClientsQuery } from './clients.dto.js';

interface ClientChange {
  readonly name: string;
  readonly director: string | undefined;
  readonly enabled: boolean;
}

interface ClientStatus {
  readonly client: DirectorClient;
  readonly silence: ClientSilence;
  readonly protection: ClientProtection;
  readonly acknowledgement: Acknowledgement | undefined;
}

/** Clients and how long each has been without a good backup. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly directors: Directors,
    private readonly silences: ClientSilencesService,
    private readonly protections: JobProtections,
    private readonly cursors: Cursors,
    private readonly acknowledgements: Acknowledgements,
    private readonly acknowledging: AcknowledgementsService,
    private readonly actions: AuditedActions,
  ) {}

  async listClients({ scope }: Principal, query: ClientsQuery): Promise<PageOf<ClientRecord>> {
    const context = { operation: 'listClients', query };
    const page = this.cursors.requestOf(query, context);
    const entries = chosenDirectors(this.directors, query.director);
    const lists = await Promise.all(
      entries.map((entry) => this.statusesAt(scope, entry, (client) => isWanted(client, query))),
    );
    const wanted = lists
      .flat()
      .filter(({ silence }) => query.status?.includes(silence.status) ?? true)
      .filter(({ silence }) => query.paused === undefined || (silence.pausedUntil !== null) === query.paused)
      .filter(({ protection }) => query.protection?.includes(protection.status) ?? true);
    const slice = pageOfWhole(wanted, page, ({ client: { name, director }, silence: { lastSuccessAt }, protection }) =>
      keyOfClient(query.sort, { name, director, lastSuccessAt, protection }),
    );
    return this.cursors.pageOf(slice, context, recordOf);
  }

  async getClient({ scope }: Principal, name: string, director?: string): Promise<ClientRecord> {
    return recordOf(await this.statusOf(scope, resolveDirector(this.directors, director), name));
  }

  async changeClient(principal: Principal, actor: Actor, change: ClientChange): Promise<ChangedClient> {
    const { name, enabled } = change;
    const { scope } = principal;
    const entry = resolveDirector(this.directors, change.director);
    await rejectUnsupported(entry, scope, 'enable-client', 'enable and disable clients');
    const { client } = await this.statusOf(scope, entry, name);
    const { persistent } = await this.actions.perform(
      {
        actor,
        action: enabled ? 'client.enable' : 'client.disable',
        target: `client:${entry.name}:${name}`,
        changes: { enabled: { from: client.enabled, to: enabled } },
      },
      () => entry.director.setClientEnabled(scope, name, enabled),
      (done) => ({ persistent: { to: done.persistent } }),
    );
    return Object.assign(await this.getClient(principal, name, entry.name), { persistent });
  }

  /** The client with it. */
  async acknowledge(
    principal: Principal,
    actor: Actor,
    { name, director }: { readonly name: string; readonly director: string | undefined },
    body: AcknowledgeBody,
  ): Promise<ClientRecord> {
    const { client } = await this.statusOf(principal.scope, resolveDirector(this.directors, director), name);
    await this.acknowledging.give(actor, acknowledged(client), body);
    return this.getClient(principal, name, director);
  }

  async takeBackAcknowledgement({ scope }: Principal, actor: Actor, name: string, director?: string): Promise<void> {
    const { client } = await this.statusOf(scope, resolveDirector(this.directors, director), name);
    await this.acknowledging.takeBack(actor, acknowledged(client));
  }

  private async statusOf(scope: Scope, entry: DirectorEntry, name: string): Promise<ClientStatus> {
    const [status] = await this.statusesAt(scope, entry, (client) => client.name === name);
    if (!status) {
      const params = { director: entry.name, client: name };
      throw new AppError('not_found', `Director ${entry.name} has no client named ${name}.`, {
        reason: 'no_client',
        params,
      });
    }
    return status;
  }

  private async statusesAt(
    scope: Scope,
    { name, director }: DirectorEntry,
    isQueried: (client: DirectorClient) => boolean,
  ): Promise<ClientStatus[]> {
    const clients = (await director.listClients(scope)).filter(isQueried);
    const names = clients.map((client) => client.name);
    const [silences, protections, seen] = await Promise.all([
      this.silences.of(name, clients),
      this.protections.ofClients(name, names),
      this.acknowledgements.of('client', name, names),
    ]);
    return clients.flatMap((client, index) => {
      const silence = silences[index];
      const protection = protections[index];
      return silence && protection ? [{ client, silence, protection, acknowledgement: seen.get(client.name) }] : [];
    });
  }
}

function isWanted(client: DirectorClient, { name, q, enabled }: ClientsQuery): boolean {
  return (
    (name === undefined || client.name === name) &&
    (q === undefined || holds(client.name, q)) &&
    (enabled === undefined || client.enabled === enabled)
  );
}

function acknowledged({ director, name }: DirectorClient): Acknowledged {
  return { kind: 'client', director, name, target: name };
}

function recordOf({ client, silence, protection, acknowledgement }: ClientStatus): ClientRecord {
  const { name, director, address, version, enabled } = client;
  const { status, lastSuccessAt, ageSeconds, warnSeconds, critSeconds, pausedUntil, firstSeenAt } = silence;
  return {
    name,
    director,
    address,
    version,
    enabled,
    firstSeenAt,
    silence: { status, lastSuccessAt, ageSeconds, warnSeconds, critSeconds, pausedUntil },
    protection,
    ...(acknowledgement ? { acknowledgement } : {}),
    links: linksOf(client),
  };
}

function linksOf(client: DirectorClient): ClientLinks {
  const director = encodeURIComponent(client.director);
  const name = encodeURIComponent(client.name);
  return {
    self: `/api/v1/clients/${name}?director=${director}`,
    runs: `/api/v1/operations/runs?client=${name}&director=${director}`,
    points: `/api/v1/restore/points?client=${name}&director=${director}`,
    director: `/api/v1/directors/${director}`,
  };
}
