import { Injectable } from '@nestjs/common';
import { type Actor } from '../domain/actor.js';
import { chosenDirector } from '../domain/chosen-directors.js';
import { type DirectorPort } from '../domain/director.port.js';
import { type DirectorEntry, Directors } from '../domain/directors.port.js';
import { type DeviceOrder, type LabelOrder } from '../domain/media-orders.js';
import { type Principal } from '../domain/principal.js';
import { invalidField, Refusal } from '../domain/refusals.js';
import { type Scope } from '../domain/scope.js';
import { AuditedDeeds } from '../events/audited-deeds.js';
import { givenMembers } from '../runs/unrecorded-order.js';
import { type DeviceAnswer, type DeviceBody, type LabelBody, type LabeledVolume } from './media-orders.dto.js';
import { mediaLinks } from './media-links.js';
import { MediaTurns } from './media-turns.service.js';

export type DeviceVerb = 'mount' | 'unmount' | 'release';

/** What is done with media without losing anything: new volumes, and what devices hold. */
@Injectable()
export class MediaOrders {
  constructor(
    private readonly directors: Directors,
    private readonly deeds: AuditedDeeds,
    private readonly turns: MediaTurns,
  ) {}

  async label({ scope }: Principal, actor: Actor, body: LabelBody): Promise<LabeledVolume> {
    const entry = chosenDirector(this.directors, body.director);
    const { volume, pool, storage, slot, drive } = body;
    const order = {
      volume,
      pool,
      storage,
      ...(slot === undefined ? {} : { slot }),
      ...(drive === undefined ? {} : { drive }),
    };
    const { words } = await this.turns.alone({ kind: 'volume', director: entry.name, names: [volume] }, async () => {
      await refuseNames(entry, scope, order);
      return this.deeds.perform(
        {
          actor,
          action: 'media.volume.label',
          target: `volume:${entry.name}:${volume}`,
          changes: givenMembers({ pool, storage, slot, drive }),
        },
        () => entry.director.labelVolume(scope, order),
      );
    });
    return {
      volume,
      director: entry.name,
      pool,
      storage,
      words,
      links: { self: mediaLinks.volume(entry.name, volume) },
    };
  }

  async tellDevice(
    { scope }: Principal,
    actor: Actor,
    request: { readonly verb: DeviceVerb; readonly device: string; readonly body: DeviceBody },
  ): Promise<DeviceAnswer> {
    const { verb, device, body } = request;
    const entry = chosenDirector(this.directors, body.director);
    const order = await placeOf(entry, scope, device, body);
    const { storage, slot, drive } = order;
    const { words } = await this.deeds.perform(
      {
        actor,
        action: `media.device.${verb}`,
        target: `device:${entry.name}:${device}`,
        changes: givenMembers({ storage, slot, drive }),
      },
      () => tell(entry, scope, verb, order),
    );
    return { device, storage, drive: drive ?? 0, director: entry.name, words };
  }
}

/** Before anything is tried or written down: the Director's own lists know. */
async function refuseNames({ name, director, catalog }: DirectorEntry, scope: Scope, order: LabelOrder): Promise<void> {
  const { abilities, pools, storages } = await director.describe(scope);
  if (!abilities.includes('label')) return;
  refuseUnknown(name, 'pool', order.pool, pools);
  refuseUnknown(name, 'storage', order.storage, storages);
  if (order.volume.includes('\0') || !(await catalog.findVolume(scope, order.volume))) return;
  throw new Refusal('name_taken', `Director ${name} already has a volume named ${order.volume}.`);
}

export function refuseUnknown(
  director: string,
  kind: 'pool' | 'storage',
  name: string,
  known: readonly string[],
): void {
  if (known.includes(name)) return;
  throw new Refusal(`unknown_${kind}`, `Director ${director} has no ${kind} named ${name}.`);
}

function tell({ director }: DirectorEntry, scope: Scope, verb: DeviceVerb, order: DeviceOrder) {
  switch (verb) {
    case 'mount':
      return director.mountDevice(scope, order);
    case 'unmount':
      return director.unmountDevice(scope, order);
    case 'release':
      return director.releaseDevice(scope, order);
  }
}

/** A Director is told a storage and a drive's number. Where it knows no device of this name, it may be a storage's. */
async function placeOf(
  { name, director }: DirectorEntry,
  scope: Scope,
  device: string,
  { slot, drive }: DeviceBody,
): Promise<DeviceOrder> {
  await director.refuseDenied('mount');
  const { abilities, storages } = await director.describe(scope);
  const given = { ...(slot === undefined ? {} : { slot }), ...(drive === undefined ? {} : { drive }) };
  const place = storages.includes(device)
    ? { storage: device, ...given }
    : { ...given, ...(await findDevice(director, scope, device)) };
  if (!abilities.includes('mount')) {
    const detail = `Director ${name} cannot mount media: its storages are folders, or the console does not implement it.`;
    const params = { director: name, ability: 'mount' };
    throw new Refusal('not_supported_by_director', detail, { reason: 'unsupported', params });
  }
  if (drive === undefined || drive === place.drive) return place;
  const detail = `Device ${device} is drive ${place.drive ?? 0} of ${place.storage}. Omit drive, or name the storage.`;
  throw invalidField('drive', detail);
}

async function findDevice(director: DirectorPort, scope: Scope, device: string): Promise<DeviceOrder> {
  const known = (await director.listStorages(scope)).flatMap(({ devices }) => devices);
  const found = known.find((one) => one.device === device);
  if (found) return { storage: found.storage, drive: found.drive ?? 0 };
  const params = { director: director.name, device };
  throw new Refusal('not_found', `Director ${director.name} has no device named ${device}.`, {
    reason: 'no_device',
    params,
  });
}
