import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays } from '../../database/prepared-statement.js';

/** A day is its number since 1970 in UTC. */
export interface PoolDay {
  readonly pool: string;
  readonly day: number;
  readonly bytes: number;
}

/** The bytes written into each pool on each day, from the rollups of the run store. */
@Injectable()
export class PoolWritingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whole days from `from` until the day before `until`. */
  async read(director: string, from: number, until: number): Promise<readonly PoolDay[]> {
    const values = [director, from, until];
    const rows = await queryArrays<[string, number, number]>(this.dataSource, { text: writingsText }, values);
    return rows.map(([pool, day, bytes]) => ({ pool, day, bytes }));
  }
}

/** Restores and the jobs that only order copies write nothing into their pool. */
const writingsText = `
  SELECT pool, day - date '1970-01-01', sum(bytes)::float8 FROM run_pool_day
  WHERE director = $1 AND day >= date '1970-01-01' + $2::integer AND day < date '1970-01-01' + $3::integer
    AND type IN ('Backup', 'Copied', 'Migrated', 'Archive')
  GROUP BY pool, day`;
