import { Injectable } from '@nestjs/common';
import { type Actor } from '../domain/actor.js';
import { chosenDirector } from '../domain/chosen-directors.js';
import { type DirectorEntry, Directors } from '../domain/directors.port.js';
import { JobProtections } from '../domain/job-protections.port.js';
import { type Principal } from '../domain/principal.js';
import { invalidField, Refusal, type RefusalCode } from '../domain/refusals.js';
import { type Scope } from '../domain/scope.js';
import { type ForgetChoice, type VolumeImpact } from '../domain/volume-impact.js';
import { type Deed, AuditedDeeds } from '../events/audited-deeds.js';
import { type PurgeBody, type PurgedVolume } from './forgetting.dto.js';
import { type ForgettingAction, mostShown, type ShownImpact, shownImpact } from './impact-record.js';

interface ForgetRequest {
  readonly action: ForgettingAction;
  readonly volume: string;
  readonly director: string | undefined;
  readonly body: PurgeBody;
}

/** Prunes and purges volumes, never before somebody has seen what is lost by it. */
@Injectable()
export class Forgetting {
  constructor(
    private readonly directors: Directors,
    private readonly deeds: AuditedDeeds,
    private readonly protections: JobProtections,
  ) {}

  async forget({ scope }: Principal, actor: Actor, request: ForgetRequest): Promise<PurgedVolume> {
    const { action, volume, body } = request;
    const entry = chosenDirector(this.directors, request.director);
    await refuseUnable(entry, scope, action);
    const found = await findImpact(entry, scope, action, volume);
    const shown = shownImpact(entry.name, action, found);
    refuseUnconfirmed(request, shown);
    refuseUnfinished(volume, found);
    if (shown.impact.lastFulls > 0 && body.force !== true) throw asked('only_copy', lastFullText(action, shown), shown);
    const forgotten = await this.deeds.perform(
      auditedAction(actor, body, shown),
      () => carryOut(entry, scope, shown, found.jobids),
      ({ runsGone, status }) => ({ runsGone: { to: runsGone }, status: { from: found.volume.status, to: status } }),
    );
    await this.protections.checkBackups(entry.name, [...new Set(found.groups.map(({ client }) => client))]);
    return forgotten;
  }
}

/** Before anything is shown: what cannot be done is not confirmed either. */
async function refuseUnable({ name, director }: DirectorEntry, scope: Scope, action: ForgettingAction): Promise<void> {
  const { abilities } = await director.describe(scope);
  if (abilities.includes(action)) return;
  const detail = `Director ${name} cannot ${action} volumes: this kind of Director does not support it, or the console does not implement it.`;
  const params = { director: name, ability: action };
  throw new Refusal('not_supported_by_director', detail, { reason: 'unsupported', params });
}

async function findImpact(
  { name, director, catalog }: DirectorEntry,
  scope: Scope,
  action: ForgettingAction,
  volume: string,
): Promise<VolumeImpact> {
  // No catalog can be asked for a name with a NUL, and none has one.
  if (!volume.includes('\0')) {
    const runs = action === 'prune' ? await director.prunableRuns(scope, volume) : null;
    const choice: ForgetChoice = action === 'purge' ? 'all' : runs === null ? 'expired' : { runs };
    const found = await catalog.volumeImpact(scope, volume, choice);
    if (found) return found;
  }
  const params = { director: name, volume };
  throw new Refusal('not_found', `Director ${name} has no volume named ${volume}.`, { reason: 'no_volume', params });
}

function refuseUnconfirmed({ action, volume, body }: ForgetRequest, shown: ShownImpact): void {
  const { confirm, impactHash } = body;
  if (confirm !== undefined && confirm !== volume) {
    throw invalidField('confirm', `confirm must be the exact name of the volume, ${volume}.`, 'mismatch');
  }
  if (confirm === undefined || impactHash === undefined) {
    const detail = `To ${action} volume ${volume}, check the impact and send confirm with the volume name, and impactHash.`;
    throw asked('confirmation_required', detail, shown);
  }
  if (impactHash === shown.impactHash) return;
  const detail = 'The impact has changed since it was shown. Check it again and confirm with the new impactHash.';
  throw asked('confirmation_required', detail, shown);
}

/** The Director would take the records of a run away while it is being written. */
function refuseUnfinished(volume: string, { unfinished }: VolumeImpact): void {
  const [first] = unfinished;
  if (first === undefined) return;
  throw new Refusal(
    'conflict',
    `Run ${first} is still writing to volume ${volume}. Wait until it has ended, or cancel it.`,
  );
}

function lastFullText(action: ForgettingAction, { impact }: ShownImpact): string {
  const [first] = impact.clients;
  const whose = first ? `${first.client} of ${first.fileset}` : '';
  const others = impact.lastFulls > 1 ? ` and ${impact.lastFulls - 1} others` : '';
  return `This ${action} deletes the last Full backup of ${whose}${others}. Run a new Full first, or send force: true.`;
}

function asked(code: RefusalCode, detail: string, { impact, impactHash }: ShownImpact): Refusal {
  return new Refusal(code, detail, { members: { impact, impactHash } });
}

function auditedAction(actor: Actor, body: PurgeBody, { impact, impactHash }: ShownImpact): Deed {
  const { action, director, volume, runs, pointsLost, lastFulls } = impact;
  const losing = impact.clients.filter(({ removesLastFull }) => removesLastFull).map(({ client }) => client);
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
      ...(losing.length === 0 ? {} : { clients: { to: [...new Set(losing)] } }),
    },
  };
}

/** The Director's own words are no proof: what has gone is looked up in the catalog. */
async function carryOut(
  { director, catalog }: DirectorEntry,
  scope: Scope,
  { impact }: ShownImpact,
  jobids: readonly number[],
): Promise<PurgedVolume> {
  const { action, volume, lastFulls } = impact;
  const before = new Set(await catalog.recordedRuns(scope, jobids));
  const { words } = await (action === 'prune'
    ? director.pruneVolume(scope, volume)
    : director.purgeVolume(scope, volume));
  const after = new Set(await catalog.recordedRuns(scope, jobids));
  const gone = [...before].filter((jobId) => !after.has(jobId));
  const left = await catalog.volumeImpact(scope, volume, { runs: [] });
  return {
    action,
    director: impact.director,
    volume,
    status: left?.volume.status ?? 'Missing',
    runsGone: gone.length,
    jobidsGone: gone.slice(0, mostShown),
    runsLeft: after.size,
    lastFulls,
    words,
  };
}
