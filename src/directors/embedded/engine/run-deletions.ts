import { AppError } from '../../../domain/error-codes.js';
import { type MediaAnswer } from '../../../domain/media-commands.js';
import { endedLetters } from '../../../domain/run.js';
import { deleteRunRecord, findRunsBuiltOn, intendRunDeletion } from '../volumes/deletions.js';
import { type Engine } from './engine.js';

/** Deletes the records of single runs. What they wrote stays on the volumes, until those expire. */
export class RunDeletions {
  constructor(
    private readonly engine: Engine,
    private readonly director: string,
  ) {}

  async delete(jobId: number): Promise<MediaAnswer> {
    this.engine.requireOwner();
    const { pool, store } = this.engine;
    const status = await store.findStatus(jobId);
    if (status === null)
      throw new AppError('unknown_run', `Director ${this.director} has no run with job id ${jobId}.`);
    if (!(endedLetters as readonly string[]).includes(status) || this.engine.queue.jobIds.includes(jobId)) {
      throw new AppError('conflict', `Run ${jobId} has not ended. Wait until it has, or cancel it.`);
    }
    if (this.isBuiltUpon(jobId)) throw inUse(jobId);
    const later = (await findRunsBuiltOn(pool, jobId)).at(-1);
    if (later !== undefined) throw needed(jobId, later);
    const catalog = await pool.connect();
    try {
      await intendRunDeletion(catalog, jobId);
      // A run may have chosen its chain just before: it is in the queue or in the catalog by now.
      if (!(await deleteRunRecord(catalog, jobId, () => this.isBuiltUpon(jobId)))) throw onlyPurged(jobId);
    } finally {
      catalog.release();
    }
    this.engine.expireSoon();
    return { words: `Deleted run ${jobId}. Its data remains on its volumes until they expire or are purged.` };
  }

  private isBuiltUpon(jobId: number): boolean {
    const { queue } = this.engine;
    return queue.isChoosingChain || queue.inUse.includes(jobId);
  }
}

function inUse(jobId: number): AppError {
  const detail = `A restore, download or verify reads run ${jobId}, or another run builds on it. Wait until that has finished, or cancel it.`;
  return new AppError('conflict', detail, { reason: 'run_in_use', params: { jobId } });
}

function needed(jobId: number, later: number): AppError {
  const detail = `Run ${later} builds on run ${jobId} and could no longer be restored as a whole. Delete the runs that build on it first, the newest first.`;
  return new AppError('conflict', detail, { reason: 'run_needed', params: { jobId, later } });
}

function onlyPurged(jobId: number): AppError {
  const detail = `Another run began to build on run ${jobId} during its deletion. Its file records are deleted, its record remains. Delete it again when that run has been deleted.`;
  return new AppError('conflict', detail, { reason: 'run_in_use', params: { jobId } });
}
