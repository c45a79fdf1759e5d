import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { arraysOf } from '../platform/database/prepared-statement.js';

/** A day is told by its number since 1970 in UTC. */
export interface PoolDay {
  readonly pool: string;
  readonly day: number;
  readonly bytes: number;
}

export interface PoolWritings {
  readonly days: readonly PoolDay[];
  /** The first day of which all runs are known. */
  readonly coveredFrom: number;
}

/** Runs that are looked at: in a busier place the forecast is made from fewer days. */
const mostRuns = 100_000;

type WritingRow = [pool: string | null, day: number | null, bytes: string];

/** What was written into each pool on each day, by the record of runs. */
@Injectable()
export class PoolWritingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whole days from `from` until the day before `until`. Walks the newest runs by their index, at most so many. */
  async read(director: string, from: number, until: number): Promise<PoolWritings> {
    const rows = await arraysOf<WritingRow>(this.dataSource, { text: writingsText }, [
      director,
      mostRuns,
      new Date(from * 86_400_000),
      new Date(until * 86_400_000),
    ]);
    const seen = rows.find(([pool]) => pool === null);
    const isWhole = Number(seen?.[2] ?? 0) < mostRuns;
    const days = rows.flatMap(([pool, day, bytes]) =>
      pool === null || day === null ? [] : [{ pool, day, bytes: Number(bytes) }],
    );
    return { days, coveredFrom: isWhole ? from : Math.max(from, (seen?.[1] ?? until) + 1) };
  }
}

/** Restores and the jobs that only order copies write nothing into their pool. The row without a pool tells how far was looked. */
const writingsText = `
  WITH newest AS MATERIALIZED (
    SELECT pool, type, bytes, ended_at, queued_at FROM run WHERE director = $1
    ORDER BY generation DESC, job_id DESC LIMIT $2)
  SELECT pool, floor(date_part('epoch', ended_at) / 86400)::integer AS day, sum(bytes)::text
  FROM newest
  WHERE pool IS NOT NULL AND type IN ('Backup', 'Copied', 'Migrated', 'Archive') AND ended_at >= $3 AND ended_at < $4
  GROUP BY pool, day
  UNION ALL
  SELECT NULL, floor(date_part('epoch', min(queued_at)) / 86400)::integer, count(*)::text FROM newest`;
