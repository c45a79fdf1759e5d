import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type DirectorPort } from '../../domain/director.port.js';
import { JobProtections } from '../../domain/protection.js';
import { type MediaAnswer } from '../../domain/media-commands.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type ForgetChoice, type VolumeImpact } from '../../domain/volume-impact.js';
import { type ActionToAudit, AuditedActions } from '../audit/audited-actions.js';
import { refuseUnable } from '../../domain/director-abilities.js';
import { type ForgettingAction, type PurgeBody, type PurgedVolume, type PurgeImpact } from './volume-purge.dto.js';
import { mostShown, refuseOnlyCopy, refuseUnconfirmed, type ShownImpact, shownImpact } from './purge-confirmation.js';
import { MediaCommandLocks } from './media-command-locks.service.js';

/** A relabel has more to say than these: see Labeling. */
type PlainAction = Exclude<ForgettingAction, 'relabel'>;

interface ForgetRequest {
  readonly action: PlainAction;
  readonly volume: string;
  readonly director: string | undefined;
  readonly body: PurgeBody;
}

/** Actions on a volume that nobody can undo, never before somebody has seen what is lost by them. */
@Injectable()
export class VolumePurge {
  constructor(
    private readonly directors: Directors,
    private readonly deeds: AuditedActions,
    private readonly turns: MediaCommandLocks,
    private readonly protections: JobProtections,
  ) {}

  async forget({ scope }: Principal, actor: Actor, request: ForgetRequest): Promise<PurgedVolume> {
    const { action, volume, body } = request;
    const entry = resolveDirector(this.directors, request.director);
    await refuseUnable(entry, scope, abilityOf[action], `${action} volumes`);
    const acted = { kind: 'volume', director: entry.name, names: [volume] } as const;
    return this.turns.onceConfirmed(body, acted, () => this.forgetShown(entry, scope, actor, request));
  }

  private async forgetShown(
    entry: DirectorEntry,
    scope: Scope,
    actor: Actor,
    { action, volume, body }: ForgetRequest,
  ): Promise<PurgedVolume> {
    const found = await findImpact(entry, scope, action, volume);
    refuseOtherThanEmptied(action, found);
    const shown = shownImpact(entry.name, action, found);
    refuseUnconfirmed({ body, what: `${action} volume ${volume}`, name: volume, named: 'name of the volume' }, shown);
    refuseUnfinished(volume, found);
    refuseOnlyCopy(action, body.force === true, shown);
    const forgotten = await this.deeds.perform(
      auditedAction(actor, body, shown),
      () => carryOut(entry, scope, shown, found.jobids),
      ({ runsGone, status }) => ({ runsGone: { to: runsGone }, status: { from: found.volume.status, to: status } }),
    );
    await this.protections.checkBackups(entry.name, [...new Set(found.groups.map(({ client }) => client))]);
    return forgotten;
  }
}

const abilityOf: Readonly<Record<PlainAction, string>> = {
  prune: 'prune',
  purge: 'purge',
  delete: 'delete-volume',
  truncate: 'truncate',
};

const choices: Readonly<Record<ForgettingAction, ForgetChoice>> = {
  prune: 'expired',
  purge: 'all',
  delete: 'deleted',
  truncate: 'all',
  relabel: 'all',
};

export async function findImpact(
  { name, director, catalog }: DirectorEntry,
  scope: Scope,
  action: ForgettingAction,
  volume: string,
): Promise<VolumeImpact> {
  // No catalog can be asked for a name with a NUL, and none has one.
  if (!volume.includes('\0')) {
    const runs = action === 'prune' ? await director.prunableRuns(scope, volume) : null;
    const found = await catalog.volumes.volumeImpact(scope, volume, runs === null ? choices[action] : { runs });
    if (found) return found;
  }
  const params = { director: name, volume };
  throw new AppError('not_found', `Director ${name} has no volume named ${volume}.`, { reason: 'no_volume', params });
}

/** With these statuses, and without any run, a volume holds nothing that could be restored. */
const emptied: Readonly<Partial<Record<ForgettingAction, readonly string[]>>> = {
  truncate: ['Purged'],
  relabel: ['Purged', 'Recycle'],
};

/** Data or a label that is written over cannot be brought back, whatever the catalog is told afterwards. */
export function refuseOtherThanEmptied(action: ForgettingAction, { volume, jobids }: VolumeImpact): void {
  const allowed = emptied[action];
  if (allowed === undefined) return;
  const { volume: name, status } = volume;
  if (!allowed.includes(status)) {
    const done = action === 'relabel' ? 'relabeled' : 'truncated';
    const detail = `Volume ${name} has status ${status} and cannot be ${done}. Allowed statuses: ${allowed.join(', ')}.`;
    const params = { volume: name, status, allowed: allowed.join(', ') };
    throw new AppError('conflict', detail, { reason: 'volume_not_forgettable', params });
  }
  const runs = jobids.length;
  if (runs === 0) return;
  const detail = `${runs === 1 ? '1 run' : `${runs} runs`} on volume ${name} would be overwritten. Purge the volume first, which shows what would be lost.`;
  throw new AppError('conflict', detail, { reason: 'volume_holds_runs', params: { runs, volume: name } });
}

/** The Director would take the records of a run away while it is being written. */
function refuseUnfinished(volume: string, { unfinished }: VolumeImpact): void {
  const [first] = unfinished;
  if (first === undefined) return;
  throw new AppError(
    'conflict',
    `Run ${first} is still writing to volume ${volume}. Wait until it has ended, or cancel it.`,
  );
}

function auditedAction(actor: Actor, body: PurgeBody, { impact, impactHash }: ShownImpact<PurgeImpact>): ActionToAudit {
  const { action, director, volume, runs, pointsLost, lastFulls } = impact;
  return {
    actor,
    action: `media.volume.${action}`,
    target: `volume:${director}:${volume}`,
    changes: {
      impactHash: { to: impactHash },
      runs: { from: runs },
      pointsLost: { to: pointsLost },
      lastFulls: { to: lastFulls },
      force: { to: body.force === true },
      ...losingClients(impact),
    },
  };
}

export function losingClients({ clients }: Pick<PurgeImpact, 'clients'>): ActionToAudit['changes'] {
  const losing = clients.filter(({ removesLastFull }) => removesLastFull).map(({ client }) => client);
  return losing.length === 0 ? {} : { clients: { to: [...new Set(losing)] } };
}

function tell(director: DirectorPort, scope: Scope, action: PlainAction, volume: string): Promise<MediaAnswer> {
  switch (action) {
    case 'prune':
      return director.pruneVolume(scope, volume);
    case 'purge':
      return director.purgeVolume(scope, volume);
    case 'delete':
      return director.deleteVolume(scope, volume);
    case 'truncate':
      return director.truncateVolume(scope, volume);
  }
}

/** The Director said that it did what its catalog shows that it did not. */
export function leftAsItWas(director: string, what: string, words: string): AppError {
  const detail = `Director ${director} answered, but its catalog still contains ${what}: ${words}`;
  return new AppError('director_error', detail, { reason: 'unexpected_reply', params: { director, words } });
}

/** The Director's own words are no proof: what has gone is looked up in the catalog. */
async function carryOut(
  { director, catalog }: DirectorEntry,
  scope: Scope,
  { impact }: ShownImpact<PurgeImpact>,
  jobids: readonly number[],
): Promise<PurgedVolume> {
  const { volume, lastFulls } = impact;
  const action = impact.action as PlainAction;
  const before = new Set(await catalog.volumes.recordedRuns(scope, jobids));
  const { words } = await tell(director, scope, action, volume);
  const after = new Set(await catalog.volumes.recordedRuns(scope, jobids));
  const gone = [...before].filter((jobId) => !after.has(jobId));
  const left = await catalog.volumes.volumeImpact(scope, volume, { runs: [] });
  if (action === 'delete' && left) throw leftAsItWas(director.name, `volume ${volume}`, words);
  if (action === 'purge' && before.size > 0 && gone.length === 0) {
    throw leftAsItWas(director.name, `all runs on volume ${volume}`, words);
  }
  return {
    action,
    director: impact.director,
    volume,
    status: left?.volume.status ?? null,
    runsGone: gone.length,
    jobidsGone: gone.slice(0, mostShown),
    runsLeft: after.size,
    lastFulls,
    words,
  };
}
