import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type KeptRun } from '../../domain/file-reader.port.js';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { findState } from '../runs/sync/run-sync-state.repository.js';
import { activeLineages, lockIndexState, supersede } from './index-state.repository.js';

/** The result of a catalog check: which of all ids of the range it retains. */
export interface RetainedIds {
  readonly director: string;
  readonly runs: readonly KeptRun[];
  /** Ids from here on were checked, for a range instead of single ids. */
  readonly from: number | null;
  /** Below this id; null: to the newest. */
  readonly below: number | null;
}

const incoming = `json_to_recordset($2::json) AS seen(job_id integer, unique_name text, client text, fileset text,
  is_full boolean, data_time bigint)`;

/** The segment sets whose runs differ from what was read: another run has the id, or it belongs to another client. */
const outdatedText = `
  SELECT DISTINCT l.id FROM ${incoming}
  JOIN name_job nj ON nj.job_id = seen.job_id
  JOIN name_segment_set l ON l.id = nj.lineage_id
  WHERE l.director = $1 AND l.retired_moment IS NULL
    AND (nj.unique_name, l.client, l.fileset) IS DISTINCT FROM (seen.unique_name, seen.client, seen.fileset)`;

/** A run that returns is still indexed if its segment set is. */
const upsertText = `
  INSERT INTO name_run AS known (director, job_id, unique_name, client, fileset, is_full, data_time, lineage_id)
  SELECT $1, seen.job_id, seen.unique_name, seen.client, seen.fileset, seen.is_full, seen.data_time,
    (SELECT max(l.id) FROM name_job nj JOIN name_segment_set l ON l.id = nj.lineage_id
     WHERE nj.job_id = seen.job_id AND l.director = $1 AND l.retired_moment IS NULL)
  FROM ${incoming}
  ON CONFLICT (director, job_id) DO UPDATE SET unique_name = excluded.unique_name, client = excluded.client,
    fileset = excluded.fileset, is_full = excluded.is_full, data_time = excluded.data_time,
    lineage_id = excluded.lineage_id, failures = 0, retry_at = NULL, failure = NULL
  WHERE (known.unique_name, known.client, known.fileset, known.is_full, known.data_time)
    IS DISTINCT FROM (excluded.unique_name, excluded.client, excluded.fileset, excluded.is_full, excluded.data_time)`;

/** The runs that a catalog retains. Derived from the catalog alone, so it may be discarded. */
@Injectable()
export class RetainedRunsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Stores the result. Segment sets that are no longer useful are superseded. */
  async take(observed: RetainedIds): Promise<void> {
    if (!(await this.isNews(observed))) return;
    const { director, runs } = observed;
    await this.unitOfWork.run(async (transaction) => {
      await lockIndexState(transaction, director);
      const rows = JSON.stringify(runs.map(rowOf));
      const outdated = await transaction.query<{ id: number }[]>(outdatedText, [director, rows]);
      await supersede(transaction, director, idsOf(outdated));
      await transaction.query(upsertText, [director, rows]);
      await supersede(transaction, director, await this.forget(transaction, observed));
    });
  }

  /** How often the Director's ids started over, as the record of runs counts it. */
  async generationOf(director: string): Promise<number> {
    return (await findState(this.dataSource.manager, director)).generation;
  }

  /** Starts over when the Director's ids do. */
  async follow(director: string, generation: number): Promise<boolean> {
    const [row] = await this.dataSource.query<{ generation: number }[]>(
      'SELECT generation FROM index_state WHERE director = $1',
      [director],
    );
    if (row?.generation === generation) return false;
    return this.unitOfWork.run(async (transaction) => {
      const state = await lockIndexState(transaction, director);
      if (state.generation === generation) return false;
      await supersede(transaction, director, await activeLineages(transaction, director));
      await transaction.query('DELETE FROM name_run WHERE director = $1', [director]);
      await transaction.query('UPDATE index_state SET generation = $2, read_at = NULL WHERE director = $1', [
        director,
        generation,
      ]);
      return true;
    });
  }

  /** Nearly always there is none, and nothing need be locked to see that. */
  private async isNews({ director, runs, from, below }: RetainedIds): Promise<boolean> {
    const rows = JSON.stringify(runs.map(rowOf));
    const [row] = await this.dataSource.query<{ news: boolean }[]>(
      `SELECT EXISTS (
         SELECT 1 FROM ${incoming} LEFT JOIN name_run known ON known.director = $1 AND known.job_id = seen.job_id
         WHERE (known.unique_name, known.client, known.fileset, known.is_full, known.data_time)
           IS DISTINCT FROM (seen.unique_name, seen.client, seen.fileset, seen.is_full, seen.data_time))
       OR ($3::integer IS NOT NULL AND (
         SELECT count(*) FROM name_run WHERE director = $1 AND job_id >= $3 AND ($4::integer IS NULL OR job_id < $4)
       ) > json_array_length($2::json)) AS news`,
      [director, rows, from, below],
    );
    return row?.news === true;
  }

  /** Runs of the range that were not seen are pruned. Returns the segment sets without any retained run. */
  private async forget(transaction: Transaction, { director, runs, from, below }: RetainedIds): Promise<number[]> {
    if (from === null) return [];
    const [gone]: [{ lineage_id: number | null }[], number] = await transaction.query(
      `DELETE FROM name_run WHERE director = $1 AND job_id >= $2 AND ($3::integer IS NULL OR job_id < $3)
         AND NOT (job_id = ANY ($4::integer[])) RETURNING lineage_id`,
      [director, from, below, runs.map(({ jobId }) => jobId)],
    );
    const touched = gone.flatMap(({ lineage_id: id }) => id ?? []);
    return unkeptOf(transaction, [...new Set(touched)]);
  }
}

async function unkeptOf(manager: EntityManager, lineages: readonly number[]): Promise<number[]> {
  if (lineages.length === 0) return [];
  const rows = await manager.query<{ id: number }[]>(
    `SELECT id FROM unnest($1::integer[]) AS touched(id)
     WHERE NOT EXISTS (SELECT 1 FROM name_run WHERE lineage_id = touched.id)`,
    [lineages],
  );
  return idsOf(rows);
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

function rowOf({ jobId, uniqueName, client, fileset, isFull, dataTime }: KeptRun): object {
  return { job_id: jobId, unique_name: uniqueName, client, fileset, is_full: isFull, data_time: dataTime };
}
