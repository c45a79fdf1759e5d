import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { activeLineages, lockIndexState, supersede } from './index-state.repository.js';

/** Longer than any reader uses a superseded segment set. */
const retention = "interval '65 minutes'";
const blocksAtOnce = 2_000;

/** Statistics and leftovers of the index. */
@Injectable()
export class IndexCleanup {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Records how many runs are pending. `isWhole`: all retained runs of the catalog are known. */
  async noteCheck(director: string, isWhole: boolean): Promise<void> {
    await this.dataSource.query(
      `WITH counted AS (
         SELECT count(*) AS runs, count(*) FILTER (WHERE lineage_id IS NULL) AS waiting,
           (array_agg(failure) FILTER (WHERE failure IS NOT NULL))[1] AS failure
         FROM name_run WHERE director = $1)
       UPDATE index_state SET runs = counted.runs, waiting = counted.waiting, failure = counted.failure,
         read_at = CASE WHEN $2 AND counted.waiting = 0 THEN now() ELSE read_at END,
         progress_at = CASE WHEN counted.waiting = 0 THEN now() ELSE COALESCE(progress_at, now()) END
       FROM counted WHERE director = $1`,
      [director, isWhole],
    );
  }

  async noteFailure(director: string, failure: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO index_state (director, generation, moment, waiting, failure, progress_at) VALUES ($1, 0, 0, 0, $2, now())
       ON CONFLICT (director) DO UPDATE SET failure = excluded.failure`,
      [director, failure],
    );
  }

  /** Discards the index of this Director, so that it is built again. */
  async rebuild(transaction: Transaction, director: string): Promise<void> {
    await lockIndexState(transaction, director);
    await supersede(transaction, director, await activeLineages(transaction, director));
    await transaction.query(
      'UPDATE name_run SET failures = 0, retry_at = NULL, failure = NULL WHERE director = $1 AND failures > 0',
      [director],
    );
    await transaction.query(
      `UPDATE index_state SET read_at = NULL, progress_at = now(), failure = NULL, waiting = runs WHERE director = $1`,
      [director],
    );
  }

  /** Deletes superseded segment sets. */
  async removeRetired(director: string): Promise<void> {
    const retired = await this.dataSource.query<{ id: number }[]>(
      `SELECT id FROM name_segment_set WHERE director = $1 AND retired_at < now() - ${retention}`,
      [director],
    );
    for (const { id } of retired) await this.removeLineage(id);
  }

  /** Of a Director that is gone, everything. */
  async removeDirector(director: string): Promise<void> {
    await this.unitOfWork.run((transaction) => this.rebuild(transaction, director));
    const lineages = await this.dataSource.query<{ id: number }[]>(
      'SELECT id FROM name_segment_set WHERE director = $1',
      [director],
    );
    for (const { id } of lineages) await this.removeLineage(id);
    await this.dataSource.query('DELETE FROM name_run WHERE director = $1', [director]);
    await this.dataSource.query('DELETE FROM index_state WHERE director = $1', [director]);
  }

  async directors(): Promise<string[]> {
    const rows = await this.dataSource.query<{ director: string }[]>('SELECT director FROM index_state');
    return rows.map(({ director }) => director);
  }

  /** From its end, so that a crash leaves a segment set that can still be deleted. */
  private async removeLineage(id: number): Promise<void> {
    for (const table of ['name_block', 'name_block_detail']) {
      for (let removed = 1; removed > 0;) {
        const result: [unknown, number] = await this.dataSource.query(
          `DELETE FROM ${table} WHERE lineage_id = $1
             AND block > (SELECT max(block) FROM ${table} WHERE lineage_id = $1) - ${blocksAtOnce}`,
          [id],
        );
        removed = result[1];
      }
    }
    for (const table of ['name_signature', 'name_job']) {
      await this.dataSource.query(`DELETE FROM ${table} WHERE lineage_id = $1`, [id]);
    }
    await this.dataSource.query('DELETE FROM name_segment_set WHERE id = $1', [id]);
  }
}
