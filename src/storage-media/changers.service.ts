import { Injectable } from '@nestjs/common';
import { type Actor } from '../domain/actor.js';
import { chosenDirector } from '../domain/chosen-directors.js';
import { type DirectorPort } from '../domain/director.port.js';
import { Directors } from '../domain/directors.port.js';
import { type MediaAnswer, type SlotsOrder } from '../domain/media-orders.js';
import { type Principal } from '../domain/principal.js';
import { Refusal } from '../domain/refusals.js';
import { type Scope } from '../domain/scope.js';
import { type AuditAction } from '../events/audit-actions.js';
import { AuditedDeeds } from '../events/audited-deeds.js';
import { givenMembers } from '../runs/unrecorded-order.js';
import { refuseUnable } from '../domain/able.js';
import { type ChangerAnswer, type LabelBarcodesBody, type SlotsOfDriveBody } from './changers.dto.js';
import { refuseUnknown } from './media-orders.service.js';
import { MediaTurns } from './media-turns.service.js';

interface ChangerRequest<Body> {
  readonly storage: string;
  readonly director: string | undefined;
  readonly body: Body;
}

interface ChangerVerb {
  readonly ability: string;
  readonly what: string;
  readonly action: AuditAction;
  readonly tell: (director: DirectorPort, scope: Scope, order: SlotsOrder) => Promise<MediaAnswer>;
}

const verbs = {
  'update-slots': {
    ability: 'update-slots',
    what: 'update the slots of autochangers',
    action: 'media.storage.update_slots',
    tell: (director, scope, order) => director.updateSlots(scope, order),
  },
  import: {
    ability: 'import',
    what: 'import volumes',
    action: 'media.storage.import',
    tell: (director, scope, order) => director.importVolumes(scope, order),
  },
  export: {
    ability: 'export',
    what: 'export volumes',
    action: 'media.storage.export',
    tell: (director, scope, order) => director.exportVolumes(scope, order),
  },
} as const satisfies Readonly<Record<string, ChangerVerb>>;

/** What is done with all that an autochanger holds. */
@Injectable()
export class Changers {
  constructor(
    private readonly directors: Directors,
    private readonly deeds: AuditedDeeds,
    private readonly turns: MediaTurns,
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
      tell: (director, _scope, order) => director.labelBarcodes(scope, { ...order, pool }),
    };
    return this.carryOut(scope, actor, request, verb, pool);
  }

  async tell(
    { scope }: Principal,
    actor: Actor,
    verb: keyof typeof verbs,
    request: ChangerRequest<SlotsOfDriveBody>,
  ): Promise<ChangerAnswer> {
    return this.carryOut(scope, actor, request, verbs[verb]);
  }

  private async carryOut(
    scope: Scope,
    actor: Actor,
    { storage, director, body }: ChangerRequest<SlotsOfDriveBody>,
    { ability, what, action, tell }: ChangerVerb,
    pool?: string,
  ): Promise<ChangerAnswer> {
    const entry = chosenDirector(this.directors, director);
    await refuseUnable(entry, scope, ability, what);
    const { pools, storages } = await entry.director.describe(scope);
    if (!storages.includes(storage)) {
      throw new Refusal('not_found', `Director ${entry.name} has no storage named ${storage}.`);
    }
    if (pool !== undefined) refuseUnknown(entry.name, 'pool', pool, pools);
    const { slots, drive } = body;
    const order = {
      storage,
      ...(slots === undefined ? {} : { slots: [...slots].sort((a, b) => a - b) }),
      ...(drive === undefined ? {} : { drive }),
    };
    const deed = {
      actor,
      action,
      target: `storage:${entry.name}:${storage}`,
      changes: givenMembers({ pool, slots: body.slots, drive: body.drive }),
    };
    const { words } = await this.turns.alone({ kind: 'autochanger', director: entry.name, names: [storage] }, () =>
      this.deeds.perform(deed, () => tell(entry.director, scope, order)),
    );
    return { storage, director: entry.name, words };
  }
}
