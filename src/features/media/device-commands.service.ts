import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type DirectorPort } from '../../domain/director.port.js';
import { type DeviceCommand, type MediaAnswer, type SlotsOrder } from '../../domain/media-commands.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { type AuditAction } from '../audit/audit-actions.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { definedFields } from '../audit/audit-recorder.js';
import { rejectUnsupported } from '../../domain/director-abilities.js';
import {
  type ChangerAnswer,
  type DeviceAnswer,
  type DeviceBody,
  type LabelBarcodesBody,
  type SlotsOfDriveBody,
} from './device-commands.dto.js';
import { MediaCommandLocks } from './media-command-locks.service.js';

interface ChangerRequest<Body> {
  readonly storage: string;
  readonly director: string | undefined;
  readonly body: Body;
}

interface ChangerVerb {
  readonly ability: string;
  readonly what: string;
  readonly action: AuditAction;
  readonly send: (director: DirectorPort, scope: Scope, order: SlotsOrder) => Promise<MediaAnswer>;
}

const verbs = {
  'update-slots': {
    ability: 'update-slots',
    what: 'update the slots of autochangers',
    action: 'media.storage.update_slots',
    send: (director, scope, order) => director.updateSlots(scope, order),
  },
  import: {
    ability: 'import',
    what: 'import volumes',
    action: 'media.storage.import',
    send: (director, scope, order) => director.importVolumes(scope, order),
  },
  export: {
    ability: 'export',
    what: 'export volumes',
    action: 'media.storage.export',
    send: (director, scope, order) => director.exportVolumes(scope, order),
  },
} as const satisfies Readonly<Record<string, ChangerVerb>>;

export type DeviceVerb = 'mount' | 'unmount' | 'release';

/** Commands for devices and autochangers. They lose no data. */
@Injectable()
export class DeviceCommandsService {
  constructor(
    private readonly directors: Directors,
    private readonly actions: AuditedActions,
    private readonly locks: MediaCommandLocks,
  ) {}

  async labelBarcodes(
    { scope }: Principal,
    actor: Actor,
    request: ChangerRequest<LabelBarcodesBody>,
  ): Promise<ChangerAnswer> {
    const { body } = request;
    const { pool } = body;
    const verb: ChangerVerb = {
      ability: 'label-barcodes',
      what: 'label volumes by barcode',
      action: 'media.storage.label_barcodes',
      send: (director, _scope, order) => director.labelBarcodes(scope, { ...order, pool }),
    };
    return this.carryOut(scope, actor, request, verb, pool);
  }

  async commandChanger(
    { scope }: Principal,
    actor: Actor,
    verb: keyof typeof verbs,
    request: ChangerRequest<SlotsOfDriveBody>,
  ): Promise<ChangerAnswer> {
    return this.carryOut(scope, actor, request, verbs[verb]);
  }

  async commandDevice(
    { scope }: Principal,
    actor: Actor,
    request: { readonly verb: DeviceVerb; readonly device: string; readonly body: DeviceBody },
  ): Promise<DeviceAnswer> {
    const { verb, device, body } = request;
    const entry = resolveDirector(this.directors, body.director);
    const order = await placeOf(entry, scope, device, body);
    const { storage, slot, drive } = order;
    const { words } = await this.actions.perform(
      {
        actor,
        action: `media.device.${verb}`,
        target: `device:${entry.name}:${device}`,
        changes: definedFields({ storage, slot, drive }),
      },
      () => send(entry, scope, verb, order),
    );
    return { device, storage, drive: drive ?? 0, director: entry.name, words };
  }

  private async carryOut(
    scope: Scope,
    actor: Actor,
    { storage, director, body }: ChangerRequest<SlotsOfDriveBody>,
    { ability, what, action, send }: ChangerVerb,
    pool?: string,
  ): Promise<ChangerAnswer> {
    const entry = resolveDirector(this.directors, director);
    await rejectUnsupported(entry, scope, ability, what);
    const { pools, storages } = await entry.director.describe(scope);
    if (!storages.includes(storage)) {
      throw new AppError('not_found', `Director ${entry.name} has no storage named ${storage}.`);
    }
    if (pool !== undefined) rejectUnknown(entry.name, 'pool', pool, pools);
    const { slots, drive } = body;
    const order = {
      storage,
      ...(slots === undefined ? {} : { slots: [...slots].sort((a, b) => a - b) }),
      ...givenPlace({ drive }),
    };
    const audited = {
      actor,
      action,
      target: `storage:${entry.name}:${storage}`,
      changes: definedFields({ pool, slots: body.slots, drive: body.drive }),
    };
    const { words } = await this.locks.alone({ kind: 'autochanger', director: entry.name, names: [storage] }, () =>
      this.actions.perform(audited, () => send(entry.director, scope, order)),
    );
    return { storage, director: entry.name, words };
  }
}

type DevicePlace = Pick<DeviceCommand, 'slot' | 'drive'>;

/** Slot and drive as far as they are given. */
export function givenPlace({ slot, drive }: Partial<Record<'slot' | 'drive', number | undefined>>): DevicePlace {
  return { ...(slot === undefined ? {} : { slot }), ...(drive === undefined ? {} : { drive }) };
}

export function rejectUnknown(
  director: string,
  kind: 'pool' | 'storage',
  name: string,
  known: readonly string[],
): void {
  if (known.includes(name)) return;
  throw new AppError(`unknown_${kind}`, `Director ${director} has no ${kind} named ${name}.`);
}

function send({ director }: DirectorEntry, scope: Scope, verb: DeviceVerb, order: DeviceCommand) {
  switch (verb) {
    case 'mount':
      return director.mountDevice(scope, order);
    case 'unmount':
      return director.unmountDevice(scope, order);
    case 'release':
      return director.releaseDevice(scope, order);
  }
}

/** Commands name a storage and a drive number. A name that is no storage is looked up among the devices. */
async function placeOf(
  { name, director }: DirectorEntry,
  scope: Scope,
  device: string,
  { slot, drive }: DeviceBody,
): Promise<DeviceCommand> {
  await director.rejectDenied('mount');
  const { abilities, storages } = await director.describe(scope);
  const given = givenPlace({ slot, drive });
  const place = storages.includes(device)
    ? { storage: device, ...given }
    : { ...given, ...(await findDevice(director, scope, device)) };
  if (!abilities.includes('mount')) {
    const detail = `Director ${name} cannot mount media: its storages are folders, or the console does not implement it.`;
    const params = { director: name, ability: 'mount' };
    throw new AppError('not_supported_by_director', detail, { reason: 'unsupported', params });
  }
  if (drive === undefined || drive === place.drive) return place;
  const detail = `Device ${device} is drive ${place.drive ?? 0} of ${place.storage}. Omit drive, or name the storage.`;
  throw invalidField('drive', detail);
}

async function findDevice(director: DirectorPort, scope: Scope, device: string): Promise<DeviceCommand> {
  const known = (await director.listStorages(scope)).flatMap(({ devices }) => devices);
  const found = known.find((one) => one.device === device);
  if (found) return { storage: found.storage, drive: found.drive ?? 0 };
  const params = { director: director.name, device };
  throw new AppError('not_found', `Director ${director.name} has no device named ${device}.`, {
    reason: 'no_device',
    params,
  });
}
