import { Injectable } from '@nestjs/common';
import { type Actor } from '../domain/actor.js';
import { chosenDirector } from '../domain/chosen-directors.js';
import { type DirectorEntry, Directors } from '../domain/directors.port.js';
import { type RelabelOrder } from '../domain/media-orders.js';
import { type Principal } from '../domain/principal.js';
import { invalidField, Refusal } from '../domain/refusals.js';
import { type Scope } from '../domain/scope.js';
import { type Volume } from '../domain/volumes.js';
import { AuditedDeeds } from '../events/audited-deeds.js';
import { givenMembers } from '../runs/unrecorded-order.js';
import { refuseUnable } from '../domain/able.js';
import { refuseUnconfirmed } from './confirmed-impact.js';
import { type RelabelBody } from './forgetting.dto.js';
import { abilityOf, findImpact, refuseOtherThanEmptied } from './forgetting.service.js';
import { shownImpact } from './impact-record.js';
import { mediaLinks } from './media-links.js';
import { type LabeledVolume } from './media-orders.dto.js';
import { refuseUnknown } from './media-orders.service.js';
import { MediaTurns } from './media-turns.service.js';

interface RelabelRequest {
  readonly volume: string;
  readonly director: string | undefined;
  readonly body: RelabelBody;
}

/** Writes new labels on emptied volumes. The old label cannot be brought back, so it is confirmed as a purge is. */
@Injectable()
export class Relabeling {
  constructor(
    private readonly directors: Directors,
    private readonly deeds: AuditedDeeds,
    private readonly turns: MediaTurns,
  ) {}

  async relabel({ scope }: Principal, actor: Actor, request: RelabelRequest): Promise<LabeledVolume> {
    const { volume, body } = request;
    const entry = chosenDirector(this.directors, request.director);
    await refuseUnable(entry, scope, abilityOf.relabel, 'relabel volumes');
    const acted = { kind: 'volume', director: entry.name, names: [volume, body.newName] } as const;
    return this.turns.onceConfirmed(body, acted, () => this.relabelShown(entry, scope, actor, request));
  }

  private async relabelShown(
    entry: DirectorEntry,
    scope: Scope,
    actor: Actor,
    { volume, body }: RelabelRequest,
  ): Promise<LabeledVolume> {
    const found = await findImpact(entry, scope, 'relabel', volume);
    const order = orderOf(found.volume, body);
    await refuseNames(entry, scope, order);
    refuseOtherThanEmptied('relabel', found);
    const shown = shownImpact(entry.name, 'relabel', found);
    refuseUnconfirmed({ body, what: `relabel volume ${volume}`, name: volume, named: 'name of the volume' }, shown);
    const { newName, pool, storage, slot, drive } = order;
    const { words } = await this.deeds.perform(
      {
        actor,
        action: 'media.volume.relabel',
        target: `volume:${entry.name}:${volume}`,
        changes: { ...givenMembers({ newName, pool, storage, slot, drive }), impactHash: { to: shown.impactHash } },
      },
      () => entry.director.relabelVolume(scope, order),
    );
    const links = { self: mediaLinks.volume(entry.name, newName) };
    return { volume: newName, director: entry.name, pool, storage, words, links };
  }
}

function orderOf(found: Volume, body: RelabelBody): RelabelOrder {
  const { newName, drive } = body;
  const pool = body.pool ?? found.pool;
  const storage = body.storage ?? found.storage;
  const slot = body.slot ?? found.slot ?? undefined;
  if (pool === null)
    throw invalidField('pool', `The catalog has no pool for volume ${found.volume}. Give one.`, 'required');
  if (storage === null) {
    const detail = `The catalog does not say at which storage volume ${found.volume} is. Give the storage.`;
    throw invalidField('storage', detail, 'required');
  }
  return {
    volume: found.volume,
    newName,
    pool,
    storage,
    ...(slot === undefined ? {} : { slot }),
    ...(drive === undefined ? {} : { drive }),
  };
}

async function refuseNames(
  { name, director, catalog }: DirectorEntry,
  scope: Scope,
  order: RelabelOrder,
): Promise<void> {
  const { pools, storages } = await director.describe(scope);
  refuseUnknown(name, 'pool', order.pool, pools);
  refuseUnknown(name, 'storage', order.storage, storages);
  if (order.newName.includes('\0') || !(await catalog.findVolume(scope, order.newName))) return;
  throw new Refusal('name_taken', `Director ${name} already has a volume named ${order.newName}.`);
}
