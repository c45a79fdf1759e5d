import { Injectable } from '@nestjs/common';
import { type LiveRun } from '../../../domain/director.port.js';
import { type Run, runningLetters, statusNow } from '../../../domain/run.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { announce } from '../store/run-changes.service.js';
import { lockState } from './run-sync-state.repository.js';

type KnownRun = Pick<Run, 'jobId' | 'uniqueName' | 'status' | 'statusCode'>;

/** Stores which runs wait, so that lists, filters and counts have what only the Director knows. */
@Injectable()
export class WaitingRuns {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** `live`: the Director's current state of these runs. Costs nothing if it agrees with the store. */
  async note(director: string, runs: readonly KnownRun[], live: ReadonlyMap<number, LiveRun>): Promise<void> {
    const changed = runs.flatMap((run) => {
      const status = statusNow(run, live.get(run.jobId)?.waitingFor);
      return status === run.status ? [] : [{ name: run.uniqueName, status }];
    });
    if (changed.length === 0) return;
    await this.unitOfWork.run(async (transaction) => {
      await lockState(transaction, director);
      const [rows]: [{ job_id: number }[], number] = await transaction.query(
        `UPDATE run SET status = seen.status, changed = nextval('run_changed_seq')
         FROM unnest($2::text[], $3::text[]) AS seen(name, status)
         WHERE run.director = $1 AND run.unique_name = seen.name AND NOT run.ended
           AND run.status_code = ANY ($4::text[]) AND run.status <> seen.status
         RETURNING run.job_id`,
        [director, changed.map(({ name }) => name), changed.map(({ status }) => status), runningLetters],
      );
      await announce(
        transaction,
        director,
        rows.map((row) => row.job_id),
      );
    });
  }
}
