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
import { rejectUnsupported } from '../../domain/director-abilities.js';
import { type ForgettingAction, type PurgeBody, type PurgedVolume, type PurgeImpact } from './volume-purge.dto.js';
import { mostShown, rejectOnlyCopy, rejectUnconfirmed, type ImpactFacts, impactRecord } from './purge-confirmation.js';
import { MediaCommandLocks } from './media-command-locks.service.js';

/** A relabel has more parameters: see Labeling. */
type PlainAction = Exclude<ForgettingAction, 'relabel'>;

interface PurgeRequest {
  readonly action: PlainAction;
  readonly volume: string;
  readonly director: string | undefined;
  readonly body: PurgeBody;
}

/** Irreversible actions on a volume, only after the caller has confirmed the impact. */
@Injectable()
export class VolumePurge {
  constructor(
    private readonly directors: Directors,
    private readonly actions: AuditedActions,
    private readonly locks: MediaCommandLocks,
    private readonly protections: JobProtections,
  ) {}

  async purge({ scope }: Principal, actor: Actor, request: PurgeRequest): Promise<PurgedVolume> {
    const { action, volume, body } = request;
    const entry = resolveDirector(this.directors, request.director);
    await rejectUnsupported(entry, scope, abilityOf[action], `${action} volumes`);
    const acted = { kind: 'volume', director: entry.name, names: [volume] } as const;
    return this.locks.onceConfirmed(body, acted, () => this.purgeConfirmed(entry, scope, actor, request));
  }

  private async purgeConfirmed(
    entry: DirectorEntry,
    scope: Scope,
    actor: Actor,
    { action, volume, body }: PurgeRequest,
  ): Promise<PurgedVolume> {
    const found = await findImpact(entry, scope, action, volume);
    rejectOtherThanEmptied(action, found);
    const shown = impactRecord(entry.name, action, found);
    rejectUnconfirmed({ body, what: `${action} volume ${volume}`, name: volume, named: 'name of the volume' }, shown);
    rejectUnfinished(volume, found);
    rejectOnlyCopy(action, body.force === true, shown);
    const purged = await this.actions.perform(
      auditedAction(actor, body, shown),
      () => carryOut(entry, scope, shown, found.jobids),
      ({ runsGone, status }) => ({ runsGone: { to: runsGone }, status: { from: found.volume.status, to: status } }),
    );
    await this.protections.checkBackups(entry.name, [...new Set(found.groups.map(({ client }) => client))]);
    return purged;
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
  // A name with a NUL cannot be sent to a catalog, and exists in none.
  if (!volume.includes('\0')) {
    const runs = action === 'prune' ? await director.prunableRuns(scope, volume) : null;
    const found = await catalog.volumes.volumeImpact(scope, volume, runs === null ? choices[action] : { runs });
    if (found) return found;
  }
  const params = { director: name, volume };
  throw new AppError('not_found', `Director ${name} has no volume named ${volume}.`, { reason: 'no_volume', params });
}

/** With these statuses, and without any run, a volume contains nothing that could be restored. */
const emptied: Readonly<Partial<Record<ForgettingAction, readonly string[]>>> = {
  truncate: ['Purged'],
  relabel: ['Purged', 'Recycle'],
};

/** Overwritten data or an overwritten label cannot be recovered, regardless of the catalog. */
export function rejectOtherThanEmptied(action: ForgettingAction, { volume, jobids }: VolumeImpact): void {
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
function rejectUnfinished(volume: string, { unfinished }: VolumeImpact): void {
  const [first] = unfinished;
  if (first === undefined) return;
  throw new AppError(
    'conflict',
    `Run ${first} is still writing to volume ${volume}. Wait until it has ended, or cancel it.`,
  );
}

function auditedAction(actor: Actor, body: PurgeBody, { impact, impactHash }: ImpactFacts<PurgeImpact>): ActionToAudit {
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

function execute(director: DirectorPort, scope: Scope, action: PlainAction, volume: string): Promise<MediaAnswer> {
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

/** The Director reported success, but its catalog shows no change. */
export function unchanged(director: string, what: string, words: string): AppError {
  const detail = `Director ${director} answered, but its catalog still contains ${what}: ${words}`;
  return new AppError('director_error', detail, { reason: 'unexpected_reply', params: { director, words } });
}

/** The Director's reply is no proof: the result is read from the catalog. */
async function carryOut(
  { director, catalog }: DirectorEntry,
  scope: Scope,
  { impact }: ImpactFacts<PurgeImpact>,
  jobids: readonly number[],
): Promise<PurgedVolume> {
  const { volume, lastFulls } = impact;
  const action = impact.action as PlainAction;
  const before = new Set(await catalog.volumes.recordedRuns(scope, jobids));
  const { words } = await execute(director, scope, action, volume);
  const after = new Set(await catalog.volumes.recordedRuns(scope, jobids));
  const gone = [...before].filter((jobId) => !after.has(jobId));
  const left = await catalog.volumes.volumeImpact(scope, volume, { runs: [] });
  if (action === 'delete' && left) throw unchanged(director.name, `volume ${volume}`, words);
  if (action === 'purge' && before.size > 0 && gone.length === 0) {
    throw unchanged(director.name, `all runs on volume ${volume}`, words);
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
