import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { segmentBlocks } from './name-block.js';
import { canGrow, isLoose, retryMs } from './indexing-policy.js';
import { lockIndexState, type IndexState, supersede } from './index-state.repository.js';

export interface WaitingRun {
  readonly jobId: number;
  readonly uniqueName: string;
}

/** Pending runs of one segment set, the oldest data first. */
export interface DueRuns {
  readonly client: string;
  readonly fileset: string;
  readonly full: { readonly jobId: number; readonly at: Date } | null;
  readonly runs: readonly WaitingRun[];
}

/** A segment set with its current writer. */
export interface OpenLineage {
  readonly id: number;
  readonly writer: string;
  /** The number of its blocks. */
  readonly blocks: number;
  /** The runs that are in it. */
  readonly jobIds: readonly number[];
  /** Those of them that names were taken from: each of its names is recorded by one of these. */
  readonly origins: readonly number[];
}

interface DueRow {
  readonly client: string;
  readonly fileset: string;
  readonly full_job_id: number | null;
  readonly full_time: string | null;
  readonly job_ids: number[];
  readonly unique_names: string[];
}

/** Limits what must be read again after a crash. */
const mostRuns = 100;

/**
 * The newest pending data decides which segment set is next; all pending runs for the same one are included, from its Full up to
 * the next.
 */
const dueText = `
  WITH pick AS (
    SELECT client, fileset, data_time, job_id FROM name_run
    WHERE director = $1 AND lineage_id IS NULL AND (retry_at IS NULL OR retry_at <= now())
    ORDER BY data_time DESC, job_id DESC LIMIT 1)
  SELECT pick.client, pick.fileset, begun.job_id AS full_job_id, begun.data_time AS full_time,
    array_agg(due.job_id ORDER BY due.data_time, due.job_id) AS job_ids,
    array_agg(due.unique_name ORDER BY due.data_time, due.job_id) AS unique_names
  FROM pick
  LEFT JOIN LATERAL (
    SELECT f.job_id, f.data_time FROM name_run f
    WHERE f.director = $1 AND f.client = pick.client AND f.fileset = pick.fileset AND f.is_full
      AND (f.data_time, f.job_id) <= (pick.data_time, pick.job_id)
    ORDER BY f.data_time DESC, f.job_id DESC LIMIT 1) begun ON true
  LEFT JOIN LATERAL (
    SELECT f.job_id, f.data_time FROM name_run f
    WHERE f.director = $1 AND f.client = pick.client AND f.fileset = pick.fileset AND f.is_full
      AND (f.data_time, f.job_id) > (pick.data_time, pick.job_id)
    ORDER BY f.data_time, f.job_id LIMIT 1) ended ON true
  CROSS JOIN LATERAL (
    SELECT r.job_id, r.data_time, r.unique_name FROM name_run r
    WHERE r.director = $1 AND r.client = pick.client AND r.fileset = pick.fileset AND r.lineage_id IS NULL
      AND (r.retry_at IS NULL OR r.retry_at <= now())
      AND (begun.job_id IS NULL OR (r.data_time, r.job_id) >= (begun.data_time, begun.job_id))
      AND (ended.job_id IS NULL OR (r.data_time, r.job_id) < (ended.data_time, ended.job_id))
    ORDER BY r.data_time, r.job_id LIMIT ${mostRuns}) due
  GROUP BY pick.client, pick.fileset, begun.job_id, begun.data_time`;

interface LineageRow {
  readonly id: number;
  readonly blocks: number;
  readonly job_ids: number[];
  readonly origins: number[];
  readonly steps: number;
  /** Names that were found in runs that are gone. */
  readonly lost_entries: string;
}

const lineageText = `
  SELECT l.id, l.blocks,
    COALESCE(array_agg(nj.job_id ORDER BY nj.job_id) FILTER (WHERE nj.job_id IS NOT NULL), '{}') AS job_ids,
    COALESCE(array_agg(nj.job_id ORDER BY nj.job_id) FILTER (WHERE nj.entries > 0), '{}') AS origins,
    (count(DISTINCT nj.fed_moment) FILTER (WHERE nj.entries > 0))::integer AS steps,
    COALESCE(sum(nj.entries) FILTER (WHERE kept.job_id IS NULL), 0) AS lost_entries
  FROM name_segment_set l
  LEFT JOIN name_job nj ON nj.lineage_id = l.id
  LEFT JOIN name_run kept ON kept.director = l.director AND kept.job_id = nj.job_id AND kept.lineage_id = l.id
  WHERE l.director = $1 AND l.client = $2 AND l.fileset = $3 AND l.full_job_id IS NOT DISTINCT FROM $4::integer
    AND l.retired_moment IS NULL
  GROUP BY l.id ORDER BY l.id DESC LIMIT 1`;

/** The runs to index next, and their segment set. */
@Injectable()
export class NameBatches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async due(director: string): Promise<DueRuns | null> {
    const [row] = await this.dataSource.query<DueRow[]>(dueText, [director]);
    if (!row) return null;
    const { client, fileset, full_job_id: jobId, full_time: time } = row;
    return {
      client,
      fileset,
      full: jobId === null ? null : { jobId, at: new Date(Number(time) * 1000) },
      runs: row.job_ids.map((id, at) => ({ jobId: id, uniqueName: row.unique_names[at] ?? '' })),
    };
  }

  /**
   * The segment set of these runs, which from now on accepts only this writer's blocks. null: they cannot be added to the existing
   * one; it is superseded, and its runs are pending as well.
   */
  async open(director: string, due: DueRuns): Promise<OpenLineage | null> {
    return this.unitOfWork.run(async (transaction) => {
      const state = await lockIndexState(transaction, director);
      const values = [director, due.client, due.fileset, due.full?.jobId];
      const [known] = await transaction.query<LineageRow[]>(lineageText, values);
      if (known && (isLoose(known) || !canGrow({ lostEntries: Number(known.lost_entries) }))) {
        await supersede(transaction, director, [known.id]);
        return null;
      }
      const {
        id,
        blocks,
        job_ids: jobIds,
        origins,
      } = known ?? (await createSegmentSet(transaction, director, due, state));
      const writer = randomUUID();
      await transaction.query('UPDATE name_segment_set SET writer = $2 WHERE id = $1', [id, writer]);
      await dropUnfinished(transaction, { id, blocks });
      return { id, writer, blocks, jobIds, origins };
    });
  }

  /** Started segment sets that are not continued, because their runs may be pruned: no later step would find them. */
  async dropUnfinished(director: string): Promise<void> {
    const begun = 'SELECT id, blocks FROM name_segment_set WHERE director = $1 AND writer IS NOT NULL';
    if ((await this.dataSource.query<unknown[]>(begun, [director])).length === 0) return;
    await this.unitOfWork.run(async (transaction) => {
      await lockIndexState(transaction, director);
      const lineages = await transaction.query<{ id: number; blocks: number }[]>(begun, [director]);
      for (const segmentSet of lineages) {
        await transaction.query('UPDATE name_segment_set SET writer = NULL WHERE id = $1', [segmentSet.id]);
        await dropUnfinished(transaction, segmentSet);
      }
      const ids = lineages.map(({ id }) => id);
      await retireEmpty(transaction, ids);
    });
  }

  /** Its names are of runs that are gone: the runs of it that are kept wait again. */
  async abandon(director: string, { id }: OpenLineage): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await lockIndexState(transaction, director);
      await supersede(transaction, director, [id]);
    });
  }

  /** It is left alone for a while, so that it does not stop the others. */
  async noteFailure(director: string, jobId: number, failure: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const [rows]: [{ failures: number }[], number] = await transaction.query(
        'UPDATE name_run SET failures = failures + 1, failure = $3 WHERE director = $1 AND job_id = $2 RETURNING failures',
        [director, jobId, failure],
      );
      await transaction.query(
        `UPDATE name_run SET retry_at = now() + $3 * interval '1 millisecond' WHERE director = $1 AND job_id = $2`,
        [director, jobId, retryMs(rows[0]?.failures ?? 1)],
      );
    });
  }
}

async function createSegmentSet(
  transaction: Transaction,
  director: string,
  { client, fileset, full }: DueRuns,
  { generation, moment }: IndexState,
): Promise<Pick<LineageRow, 'id' | 'blocks' | 'job_ids' | 'origins'>> {
  const [made] = await transaction.query<{ id: number }[]>(
    `INSERT INTO name_segment_set (director, generation, client, fileset, full_job_id, full_at, created_moment, entries, blocks)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0) RETURNING id`,
    [director, generation, client, fileset, full?.jobId, full?.at, moment + 1],
  );
  if (!made) throw new Error('The segment set that was just inserted has no id.');
  return { id: made.id, blocks: 0, job_ids: [], origins: [] };
}

/** Blocks of a writer that did not finish; they are never read. */
async function dropUnfinished(
  transaction: Transaction,
  { id, blocks }: { readonly id: number; readonly blocks: number },
): Promise<void> {
  await transaction.query('DELETE FROM name_block WHERE lineage_id = $1 AND block >= $2', [id, blocks]);
  await transaction.query('DELETE FROM name_block_detail WHERE lineage_id = $1 AND block >= $2', [id, blocks]);
  const firstOpen = Math.floor(blocks / segmentBlocks);
  await transaction.query('DELETE FROM name_signature WHERE lineage_id = $1 AND segment >= $2', [id, firstOpen]);
}

/** Those of them that no run came into. */
async function retireEmpty(transaction: Transaction, lineages: readonly number[]): Promise<void> {
  await transaction.query(
    `UPDATE name_segment_set SET retired_moment = created_moment, retired_at = now()
     WHERE id = ANY ($1::integer[]) AND retired_moment IS NULL
       AND NOT EXISTS (SELECT 1 FROM name_job WHERE lineage_id = name_segment_set.id)`,
    [lineages],
  );
}
