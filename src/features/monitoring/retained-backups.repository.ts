import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RunName } from '../../domain/restore-reader.port.js';
import { type ChainBackup } from './retained-backups.js';
import { isGoodBackup } from '../runs/store/good-backup.sql.js';
import { queryArrays } from '../../database/prepared-statement.js';

/** A client and a fileset, whose backups build upon each other. */
export interface BackupGroup {
  readonly client: string;
  readonly fileset: string;
}

export type GroupBackup = ChainBackup & RunName;

/** The good backups of a group, oldest first. */
export interface GroupBackups extends BackupGroup {
  readonly backups: readonly GroupBackup[];
}

/** What a job has of good backups, where the newest is lost: when that ended, and the newest that is kept. */
export interface FoundOutcome extends BackupGroup {
  readonly job: string;
  readonly newest: Date;
  readonly isLost: boolean;
  readonly kept: Date | null;
}

type Row = readonly [
  client: string,
  fileset: string,
  jobId: number,
  uniqueName: string,
  job: string,
  level: string,
  endedAt: number,
  readsClient: boolean,
];

/** How many runs are read of a group whose newest backup is lost, or that has more runs than that since its Full. */
const mostBackups = 1_000;

const isGood = `run.director = $1 AND run.client = g.client AND COALESCE(run.fileset, '') = g.fileset
  AND (run.type = 'Backup' OR run.reads_client) AND ${isGoodBackup()} AND run.ended_at IS NOT NULL`;
/** By the data's own time: a virtual Full has that of the newest backup that went into it, however late it was made. */
const newestFirst = 'ORDER BY run.ended_at DESC, run.generation DESC, run.job_id DESC';
/** The Full that the oldest of the newest backups of its jobs builds upon. */
const oldestFull = `SELECT run.ended_at FROM run WHERE ${isGood} AND run.level IN ('Full', 'VirtualFull')
  AND run.ended_at <= g.oldest ${newestFirst} LIMIT 1`;

/** The good backups of the run store, and the recorded losses. */
@Injectable()
export class RetainedBackupsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What the newest good backup of each backup job builds upon; of these clients, or of all. */
  chains(director: string, clients: readonly string[] | undefined): Promise<GroupBackups[]> {
    const groups = `SELECT o.client, o.fileset, min(o.good_at) AS oldest FROM job_outcome o
      WHERE o.director = $1 AND o.good_at IS NOT NULL AND ($2::text[] IS NULL OR o.client = ANY ($2::text[]))
        AND EXISTS (SELECT FROM job_protection p
          WHERE p.director = o.director AND p.job = o.job AND p.client = o.client AND o.fileset IN (p.fileset, ''))
      GROUP BY 1, 2`;
    return this.read(groups, [director, clients ?? null]);
  }

  /** Further back. */
  histories(director: string, groups: readonly BackupGroup[]): Promise<GroupBackups[]> {
    // Before the first backup there is no Full: they begin as far back as they are read.
    const text =
      "SELECT client, fileset, '-infinity'::timestamptz AS oldest FROM unnest($2::text[], $3::text[]) w(client, fileset)";
    return this.read(text, [director, groups.map(({ client }) => client), groups.map(({ fileset }) => fileset)]);
  }

  private async read(groups: string, values: readonly unknown[]): Promise<GroupBackups[]> {
    const text = `SELECT g.client, g.fileset, r.job_id, r.unique_name, r.job, r.level,
        date_part('epoch', r.ended_at) * 1000, r.reads_client
      FROM (${groups}) g LEFT JOIN LATERAL (${oldestFull}) base ON true CROSS JOIN LATERAL (
        SELECT * FROM run WHERE ${isGood} AND run.ended_at >= COALESCE(base.ended_at, '-infinity')
        ${newestFirst} LIMIT ${mostBackups}) r
      ORDER BY g.client, g.fileset, r.ended_at, r.generation, r.job_id`;
    const found = new Map<string, BackupGroup & { readonly backups: GroupBackup[] }>();
    for (const row of await queryArrays<Row>(this.dataSource, { text }, values)) {
      const [client, fileset, jobId, uniqueName, job, level, endedAt, readsClient] = row;
      const key = JSON.stringify([client, fileset]);
      const group = found.get(key) ?? { client, fileset, backups: [] };
      group.backups.push({ jobId, uniqueName, job, level, endedAt: new Date(Math.round(endedAt)), readsClient });
      found.set(key, group);
    }
    return [...found.values()];
  }

  /** A job that has a newer good backup meanwhile keeps its record. */
  async note(director: string, outcomes: readonly FoundOutcome[]): Promise<void> {
    const rows = outcomes.map(({ job, client, fileset, newest, isLost, kept }) => {
      return { job, client, fileset, newest, lost: isLost ? newest : null, kept: isLost ? kept : null };
    });
    await this.dataSource.query(
      `UPDATE job_outcome o SET lost_good_at = r.lost, kept_good_at = r.kept
       FROM json_to_recordset($2::json) AS r(job text, client text, fileset text, newest timestamptz, lost timestamptz,
         kept timestamptz)
       WHERE o.director = $1 AND o.job = r.job AND o.client = r.client AND o.fileset = r.fileset AND o.good_at = r.newest
         AND (o.lost_good_at, o.kept_good_at) IS DISTINCT FROM (r.lost, r.kept)`,
      [director, JSON.stringify(rows)],
    );
  }
}
