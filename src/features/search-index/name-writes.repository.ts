import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { addToSignature, segmentBlocks, signatureBytes, type NameBlock } from './name-block.js';
import { type OpenLineage, type WaitingRun } from './name-batches.repository.js';
import { lockIndexState, nextVersion } from './index-state.repository.js';

/** Blocks checked before other requests run. */
const blocksAtOnce = 8;

/** A run that was read completely, and the blocks of its names; the first and last block may contain names of its neighbors. */
export interface IndexedRun extends WaitingRun {
  readonly entries: number;
  readonly firstBlock: number;
  readonly blocks: number;
}

/** Another writer has the segment set, or its content has changed meanwhile. Read the pending runs again. */
export class SegmentSetSuperseded extends Error {
  constructor() {
    super('Another process writes this segment set, or one of its runs has changed.');
  }
}

/** Writes names into a segment set. Readers see them when `commit` starts, all together. */
@Injectable()
export class NameWrites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Blocks from this one on. */
  async write(segmentSet: OpenLineage, first: number, blocks: readonly NameBlock[]): Promise<void> {
    if (blocks.length === 0) return;
    const numbers = blocks.map((_, at) => first + at);
    await this.unitOfWork.run(async (transaction) => {
      await lockSegmentSet(transaction, segmentSet);
      await transaction.query(
        'INSERT INTO name_block (lineage_id, block, folded) SELECT $1, * FROM unnest($2::integer[], $3::text[])',
        [segmentSet.id, numbers, blocks.map(({ folded }) => folded)],
      );
      await transaction.query(
        'INSERT INTO name_block_detail (lineage_id, block, details) SELECT $1, * FROM unnest($2::integer[], $3::bytea[])',
        [segmentSet.id, numbers, blocks.map(({ details }) => details)],
      );
    });
    const end = first + blocks.length;
    for (let segment = Math.floor(first / segmentBlocks); (segment + 1) * segmentBlocks <= end; segment += 1) {
      await this.seal(segmentSet, segment);
    }
  }

  async commit(director: string, segmentSet: OpenLineage, blocks: number, runs: readonly IndexedRun[]): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await lockIndexState(transaction, director);
      await lockSegmentSet(transaction, segmentSet);
      await this.settle(transaction, director, segmentSet, runs);
      const moment = await nextVersion(transaction, director);
      const isFirst = segmentSet.jobIds.length === 0;
      await transaction.query(
        `INSERT INTO name_job (lineage_id, job_id, unique_name, fed_moment, fed_at, entries, first_block, blocks)
         SELECT $1, fed."jobId", fed."uniqueName", $2, now(), fed.entries, fed."firstBlock", fed.blocks
         FROM json_to_recordset($3::json) AS fed("jobId" integer, "uniqueName" text, entries integer, "firstBlock" integer, blocks integer)`,
        [segmentSet.id, moment, JSON.stringify(runs)],
      );
      await transaction.query(
        `UPDATE name_segment_set SET entries = entries + $2, blocks = $3, writer = NULL,
           created_moment = CASE WHEN $4 THEN $5 ELSE created_moment END WHERE id = $1`,
        [segmentSet.id, runs.reduce((sum, { entries }) => sum + entries, 0), blocks, isFirst, moment],
      );
      await transaction.query('UPDATE index_state SET progress_at = now() WHERE director = $1', [director]);
    });
  }

  /** A run that is no longer pending, or was replaced, was read for nothing. */
  private async settle(
    transaction: Transaction,
    director: string,
    { id }: OpenLineage,
    runs: readonly IndexedRun[],
  ): Promise<void> {
    const [, settled]: [unknown, number] = await transaction.query(
      `UPDATE name_run SET lineage_id = $2, failures = 0, retry_at = NULL, failure = NULL
       FROM unnest($3::integer[], $4::text[]) AS fed(job_id, unique_name)
       WHERE name_run.director = $1 AND name_run.job_id = fed.job_id AND name_run.unique_name = fed.unique_name
         AND name_run.lineage_id IS NULL`,
      [director, id, runs.map(({ jobId }) => jobId), runs.map(({ uniqueName }) => uniqueName)],
    );
    if (settled !== runs.length) throw new SegmentSetSuperseded();
  }

  private async seal(segmentSet: OpenLineage, segment: number): Promise<void> {
    const rows = await this.dataSource.query<{ folded: string }[]>(
      'SELECT folded FROM name_block WHERE lineage_id = $1 AND block >= $2 AND block < $3 ORDER BY block',
      [segmentSet.id, segment * segmentBlocks, (segment + 1) * segmentBlocks],
    );
    const bits = Buffer.alloc(signatureBytes);
    for (const [block, { folded }] of rows.entries()) {
      addToSignature(bits, folded, block);
      if (block % blocksAtOnce === 0) await setImmediate();
    }
    await this.unitOfWork.run(async (transaction) => {
      await lockSegmentSet(transaction, segmentSet);
      await transaction.query('INSERT INTO name_signature (lineage_id, segment, bits) VALUES ($1, $2, $3)', [
        segmentSet.id,
        segment,
        bits,
      ]);
    });
  }
}

/** Until the transaction ends no other process becomes the writer. */
async function lockSegmentSet(transaction: Transaction, { id, writer }: OpenLineage): Promise<void> {
  const rows = await transaction.query<unknown[]>(
    'SELECT 1 FROM name_segment_set WHERE id = $1 AND writer = $2 AND retired_moment IS NULL FOR UPDATE',
    [id, writer],
  );
  if (rows.length === 0) throw new SegmentSetSuperseded();
}
