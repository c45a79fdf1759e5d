import { Injectable } from '@nestjs/common';
import { rejectUnsupported } from '../../domain/director-abilities.js';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type LabelCommand, type MediaAnswer, type RelabelOrder } from '../../domain/media-commands.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { type Volume } from '../../domain/volumes.js';
import { type ActionToAudit, AuditedActions } from '../audit/audited-actions.js';
import { definedFields } from '../audit/audit-recorder.js';
import { givenPlace, rejectUnknown } from './device-commands.service.js';
import { findImpact, rejectOtherThanEmptied } from './volume-purge.service.js';
import { rejectUnconfirmed, impactRecord } from './purge-confirmation.js';
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
    private readonly actions: AuditedActions,
    private readonly locks: MediaCommandLocks,
  ) {}

  async label({ scope }: Principal, actor: Actor, body: LabelBody): Promise<LabeledVolume> {
    const entry = resolveDirector(this.directors, body.director);
    await rejectUnsupported(entry, scope, 'label', 'label volumes');
    const { volume, pool, storage } = body;
    const order = { volume, pool, storage, ...givenPlace(body) };
    return this.locks.alone({ kind: 'volume', director: entry.name, names: [volume] }, async () => {
      await rejectNames(entry, scope, volume, order);
      const action = {
        actor,
        action: 'media.volume.label',
        target: `volume:${entry.name}:${volume}`,
        changes: definedFields({ ...order, volume: undefined }),
      } as const;
      return this.perform(entry, volume, order, action, () => entry.director.labelVolume(scope, order));
    });
  }

  async relabel({ scope }: Principal, actor: Actor, request: RelabelRequest): Promise<LabeledVolume> {
    const { volume, body } = request;
    const entry = resolveDirector(this.directors, request.director);
    await rejectUnsupported(entry, scope, 'relabel', 'relabel volumes');
    const acted = { kind: 'volume', director: entry.name, names: [volume, body.newName] } as const;
    return this.locks.onceConfirmed(body, acted, async () => {
      const found = await findImpact(entry, scope, 'relabel', volume);
      const order = orderOf(found.volume, body);
      await rejectNames(entry, scope, order.newName, order);
      rejectOtherThanEmptied('relabel', found);
      const shown = impactRecord(entry.name, 'relabel', found);
      rejectUnconfirmed({ body, what: `relabel volume ${volume}`, name: volume, named: 'name of the volume' }, shown);
      const action = {
        actor,
        action: 'media.volume.relabel',
        target: `volume:${entry.name}:${volume}`,
        changes: { ...definedFields({ ...order, volume: undefined }), impactHash: { to: shown.impactHash } },
      } as const;
      return this.perform(entry, order.newName, order, action, () => entry.director.relabelVolume(scope, order));
    });
  }

  private async perform(
    { name: director }: DirectorEntry,
    volume: string,
    { pool, storage }: LabelCommand,
    action: ActionToAudit,
    work: () => Promise<MediaAnswer>,
  ): Promise<LabeledVolume> {
    const { words } = await this.actions.perform(action, work);
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
async function rejectNames(
  { name, director, catalog }: DirectorEntry,
  scope: Scope,
  newName: string,
  order: Pick<LabelCommand, 'pool' | 'storage'>,
): Promise<void> {
  const { pools, storages } = await director.describe(scope);
  rejectUnknown(name, 'pool', order.pool, pools);
  rejectUnknown(name, 'storage', order.storage, storages);
  if (newName.includes('\0') || !(await catalog.volumes.findVolume(scope, newName))) return;
  throw new AppError('name_taken', `Director ${name} already has a volume named ${newName}.`);
}
