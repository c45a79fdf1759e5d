import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { JobProtections } from '../../domain/protection.js';
import { type MediaAnswer } from '../../domain/media-commands.js';
import { type Principal, type Scope } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { rejectUnsupported } from '../../domain/director-abilities.js';
import { type DeletedRun, type PurgeBody } from './volume-purge.dto.js';
import { unchanged, losingClients } from './volume-purge.service.js';
import { rejectOnlyCopy, rejectUnconfirmed, runImpactRecord } from './purge-confirmation.js';
import { MediaCommandLocks } from './media-command-locks.service.js';

interface DeleteRequest {
  readonly jobId: number;
  readonly director: string | undefined;
  readonly body: PurgeBody;
}

/** Deletes the records of single runs, only after the caller has confirmed the impact. */
@Injectable()
export class RunDeletion {
  constructor(
    private readonly directors: Directors,
    private readonly actions: AuditedActions,
    private readonly locks: MediaCommandLocks,
    private readonly protections: JobProtections,
  ) {}

  async delete({ scope }: Principal, actor: Actor, request: DeleteRequest): Promise<DeletedRun> {
    const { jobId, body } = request;
    const entry = resolveDirector(this.directors, request.director);
    await rejectUnsupported(entry, scope, 'delete-run', 'delete runs');
    const acted = { kind: 'run', director: entry.name, names: [String(jobId)] } as const;
    return this.locks.onceConfirmed(body, acted, () => this.deleteConfirmed(entry, scope, actor, request));
  }

  private async deleteConfirmed(
    entry: DirectorEntry,
    scope: Scope,
    actor: Actor,
    { jobId, body }: DeleteRequest,
  ): Promise<DeletedRun> {
    const found = await entry.catalog.volumes.runImpact(scope, jobId);
    if (!found) throw noSuchRun(entry.name, jobId);
    const shown = runImpactRecord(entry.name, found);
    rejectUnconfirmed({ body, what: `delete run ${jobId}`, name: String(jobId), named: 'job id' }, shown);
    if (found.unfinished.length > 0) {
      throw new AppError('conflict', `Run ${jobId} has not ended. Wait until it has, or cancel it.`);
    }
    rejectOnlyCopy('deletion', body.force === true, shown);
    const { job, client } = found.run;
    const { pointsLost, lastFulls } = shown.impact;
    const changes = {
      impactHash: { to: shown.impactHash },
      job: { from: job },
      client: { from: client },
      pointsLost: { to: pointsLost },
      lastFulls: { to: lastFulls },
      force: { to: body.force === true },
      ...losingClients(shown.impact),
    };
    const action = { actor, action: 'run.delete', target: `run:${entry.name}:${jobId}`, changes } as const;
    const { words } = await this.actions.perform(action, () => carryOut(entry, scope, jobId));
    await this.protections.checkBackups(entry.name, [...new Set(found.groups.map((group) => group.client))]);
    return { director: entry.name, jobId, lastFulls, words };
  }
}

function noSuchRun(director: string, jobId: number): AppError {
  return new AppError('not_found', `The catalog of Director ${director} has no run with job id ${jobId}.`, {
    reason: 'no_run',
    params: { director, jobId },
  });
}

/** A Director reports success for any id: the catalog shows whether the run was deleted. */
async function carryOut({ name, director, catalog }: DirectorEntry, scope: Scope, jobId: number): Promise<MediaAnswer> {
  const answer = await director.deleteRun(scope, jobId);
  if (await catalog.runs.findRun(scope, jobId)) throw unchanged(name, `run ${jobId}`, answer.words);
  return answer;
}
