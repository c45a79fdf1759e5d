import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type VolumeChange } from '../../domain/media-commands.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { type Changes } from '../audit/audit-recorder.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { etagOf, namesTag } from '../../http/conditional.interceptor.js';
import { rejectUnknown } from './device-commands.service.js';
import { MediaCommandLocks } from './media-command-locks.service.js';
import { type ChangeVolumeBody } from './volume-changes.dto.js';
import { type VolumeRecord } from './volumes.dto.js';
import { VolumesService } from './volumes.service.js';

interface ChangeRequest {
  readonly volume: string;
  readonly director: string | undefined;
  readonly body: ChangeVolumeBody;
  readonly ifMatch: string | undefined;
}

/** Edits volumes. A change that would lose data indirectly is rejected, or requires the capability of the direct action. */
@Injectable()
export class VolumeChanges {
  constructor(
    private readonly directors: Directors,
    private readonly volumes: VolumesService,
    private readonly actions: AuditedActions,
    private readonly locks: MediaCommandLocks,
  ) {}

  async change(principal: Principal, actor: Actor, request: ChangeRequest): Promise<VolumeRecord> {
    const entry = resolveDirector(this.directors, request.director);
    const change = changeOf(request.body);
    const acted = { kind: 'volume', director: entry.name, names: [request.volume] } as const;
    return this.locks.alone(acted, () => this.changeAlone(entry, principal, actor, { ...request, change }));
  }

  private async changeAlone(
    entry: DirectorEntry,
    principal: Principal,
    actor: Actor,
    { volume, ifMatch, change }: ChangeRequest & { readonly change: VolumeChange },
  ): Promise<VolumeRecord> {
    const before = await this.volumes.getVolume(principal, volume, entry.name);
    if (ifMatch !== undefined && !namesTag(ifMatch, etagOf(before))) {
      throw new AppError('changed_meanwhile', `Volume ${volume} has changed since you read it. Read it again.`);
    }
    rejectLoss(principal, before, change, entry.catalog.volumes.isZeroRetentionForever);
    if (change.pool !== undefined) {
      rejectUnknown(entry.name, 'pool', change.pool, (await entry.director.describe(principal.scope)).pools);
    }
    if (change.status === 'Recycle') await rejectFull(entry, principal.scope, volume);
    await this.actions.perform(
      {
        actor,
        action: 'media.volume.update',
        target: `volume:${entry.name}:${volume}`,
        changes: differences(before, change),
      },
      () => entry.director.changeVolume(principal.scope, volume, change),
    );
    return this.volumes.getVolume(principal, volume, entry.name);
  }
}

function changeOf({ status, pool, retentionSeconds, recycle, enabled }: ChangeVolumeBody): VolumeChange {
  const change = {
    ...(status === undefined ? {} : { status }),
    ...(pool === undefined ? {} : { pool }),
    ...(retentionSeconds === undefined ? {} : { retentionSeconds }),
    ...(recycle === undefined ? {} : { recycle }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  if (Object.keys(change).length > 0) return change;
  throw invalidField('', 'Specify at least one change: status, pool, retentionSeconds, recycle or enabled.');
}

function differences(before: VolumeRecord, change: VolumeChange): Changes {
  const members = ['status', 'pool', 'retentionSeconds', 'recycle', 'enabled'] as const;
  const changed = members.filter((member) => change[member] !== undefined);
  return Object.fromEntries(changed.map((member) => [member, { from: before[member], to: change[member] }]));
}

/** With these no Director prunes a volume. */
const keepingStatuses: ReadonlySet<string> = new Set(['Archive', 'Read-Only', 'Disabled']);

function rejectLoss(
  { capabilities }: Principal,
  before: VolumeRecord,
  change: VolumeChange,
  isZeroRetentionForever: boolean,
): void {
  if (change.status === 'Purged') {
    throw invalidField('status', 'To purge a volume use POST …/purge, which first shows the impact.');
  }
  const what = losingPart(before, change, isZeroRetentionForever);
  if (what === null || capabilities.has('media:destroy')) return;
  const extras = { requiredCapability: 'media:destroy', reason: 'would_lose_backups' } as const;
  throw new AppError('missing_capability', `${what} can lose backups and requires media:destroy.`, extras);
}

/** The parts of the change that let the Director prune the volume earlier, or overwrite it. */
function losingPart(
  before: VolumeRecord,
  { status, retentionSeconds = Infinity }: VolumeChange,
  isZeroRetentionForever: boolean,
): string | null {
  if (status === 'Recycle') return 'Allowing a volume to be overwritten';
  const retention = retentionSeconds === 0 && isZeroRetentionForever ? Infinity : retentionSeconds;
  if (retention < (before.retentionSeconds ?? Infinity)) return 'Reducing the retention';
  const isGivenFree = status !== undefined && keepingStatuses.has(before.status) && !keepingStatuses.has(status);
  return isGivenFree ? `Releasing a volume with status ${before.status}` : null;
}

async function rejectFull({ catalog }: DirectorEntry, scope: Scope, volume: string): Promise<void> {
  const runs = (await catalog.volumes.volumeImpact(scope, volume, 'all'))?.jobids.length ?? 0;
  if (runs === 0) return;
  const detail = `${runs === 1 ? '1 run' : `${runs} runs`} on volume ${volume} would be overwritten. Purge the volume instead, which first shows the impact.`;
  throw new AppError('conflict', detail, { reason: 'volume_holds_runs', params: { runs, volume } });
}
