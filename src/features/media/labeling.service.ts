import { Injectable } from '@nestjs/common';
import { refuseUnable } from '../../domain/director-abilities.js';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type LabelOrder, type MediaAnswer, type RelabelOrder } from '../../domain/media-commands.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { type Volume } from '../../domain/volumes.js';
import { type ActionToAudit, AuditedActions } from '../audit/audited-actions.js';
import { definedFields } from '../runs/requests/pending-audit-action.js';
import { givenPlace, refuseUnknown } from './device-commands.service.js';
import { findImpact, refuseOtherThanEmptied } from './volume-purge.service.js';
import { refuseUnconfirmed, shownImpact } from './purge-confirmation.js';
import { type LabelBody, type LabeledVolume, type RelabelBody } from './labeling.dto.js';
import { mediaLinks } from './media-links.js';
import { MediaCommandLocks } from './media-command-locks.service.js';

interface RelabelRequest {
  readonly volume: string;
  readonly director: string | undefined;
  readonly body: RelabelBody;
}

/** Writes labels: on new volumes, and on emptied ones, whose old label cannot be brought back and is confirmed as a purge is. */
@Injectable()
export class Labeling {
  constructor(
    private readonly directors: Directors,
    private readonly deeds: AuditedActions,
    private readonly turns: MediaCommandLocks,
  ) {}

  async label({ scope }: Principal, actor: Actor, body: LabelBody): Promise<LabeledVolume> {
    const entry = resolveDirector(this.directors, body.director);
    await refuseUnable(entry, scope, 'label', 'label volumes');
    const { volume, pool, storage } = body;
    const order = { volume, pool, storage, ...givenPlace(body) };
    return this.turns.alone({ kind: 'volume', director: entry.name, names: [volume] }, async () => {
      await refuseNames(entry, scope, volume, order);
      const deed = {
        actor,
        action: 'media.volume.label',
        target: `volume:${entry.name}:${volume}`,
        changes: definedFields({ ...order, volume: undefined }),
      } as const;
      return this.perform(entry, volume, order, deed, () => entry.director.labelVolume(scope, order));
    });
  }

  async relabel({ scope }: Principal, actor: Actor, request: RelabelRequest): Promise<LabeledVolume> {
    const { volume, body } = request;
    const entry = resolveDirector(this.directors, request.director);
    await refuseUnable(entry, scope, 'relabel', 'relabel volumes');
    const acted = { kind: 'volume', director: entry.name, names: [volume, body.newName] } as const;
    return this.turns.onceConfirmed(body, acted, async () => {
      const found = await findImpact(entry, scope, 'relabel', volume);
      const order = orderOf(found.volume, body);
      await refuseNames(entry, scope, order.newName, order);
      refuseOtherThanEmptied('relabel', found);
      const shown = shownImpact(entry.name, 'relabel', found);
      refuseUnconfirmed({ body, what: `relabel volume ${volume}`, name: volume, named: 'name of the volume' }, shown);
      const deed = {
        actor,
        action: 'media.volume.relabel',
        target: `volume:${entry.name}:${volume}`,
        changes: { ...definedFields({ ...order, volume: undefined }), impactHash: { to: shown.impactHash } },
      } as const;
      return this.perform(entry, order.newName, order, deed, () => entry.director.relabelVolume(scope, order));
    });
  }

  private async perform(
    { name: director }: DirectorEntry,
    volume: string,
    { pool, storage }: LabelOrder,
    deed: ActionToAudit,
    work: () => Promise<MediaAnswer>,
  ): Promise<LabeledVolume> {
    const { words } = await this.deeds.perform(deed, work);
    return { volume, director, pool, storage, words, links: { self: mediaLinks.volume(director, volume) } };
  }
}

function orderOf(found: Volume, body: RelabelBody): RelabelOrder {
  const { newName, drive } = body;
  const pool = body.pool ?? found.pool;
  const storage = body.storage ?? found.storage;
  const slot = body.slot ?? found.slot ?? undefined;
  if (pool === null)
    throw invalidField('pool', `The catalog has no pool for volume ${found.volume}. Specify one.`, 'required');
  if (storage === null) {
    const detail = `The catalog does not record the storage of volume ${found.volume}. Specify the storage.`;
    throw invalidField('storage', detail, 'required');
  }
  return { volume: found.volume, newName, pool, storage, ...givenPlace({ slot, drive }) };
}

/** Before anything is tried or written down: the Director's own lists and its catalog know. */
async function refuseNames(
  { name, director, catalog }: DirectorEntry,
  scope: Scope,
  newName: string,
  order: Pick<LabelOrder, 'pool' | 'storage'>,
): Promise<void> {
  const { pools, storages } = await director.describe(scope);
  refuseUnknown(name, 'pool', order.pool, pools);
  refuseUnknown(name, 'storage', order.storage, storages);
  if (newName.includes('\0') || !(await catalog.volumes.findVolume(scope, newName))) return;
  throw new AppError('name_taken', `Director ${name} already has a volume named ${newName}.`);
}
