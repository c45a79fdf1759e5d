import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor } from '../../../domain/actor.js';
import { type KnownRuns } from '../../../domain/health.js';
import { wholeLevels } from '../outliers/outliers.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type Acknowledgement } from './acknowledgement.dto.js';

export interface NewAcknowledgement {
  readonly note: string;
  readonly actor: Actor;
  readonly at: Date;
  readonly until: Date | null;
}

/** A backup since then ends the silence that was acknowledged; a later silence counts again. */
const hasRecovered = `EXISTS (SELECT FROM client_silence s WHERE s.director = client_acknowledgement.director
  AND s.client = client_acknowledgement.client AND s.last_success_at > client_acknowledgement.at)`;

/** The same of a job, with the client and fileset that it has now. */
const isBackedUp = `EXISTS (SELECT FROM job_protection p JOIN job_outcome o ON o.director = p.director AND o.job = p.job
    AND o.client = p.client AND o.fileset IN (p.fileset, '')
  WHERE p.director = job_acknowledgement.director AND p.job = job_acknowledgement.job AND o.good_at > job_acknowledgement.at)`;

/** What is acknowledged, the column with its name, and the condition that ends it besides its expiry. */
const tables = {
  run: { table: 'run_acknowledgement', column: 'unique_name', isOver: 'false' },
  client: { table: 'client_acknowledgement', column: 'client', isOver: hasRecovered },
  job: { table: 'job_acknowledgement', column: 'job', isOver: isBackedUp },
} as const;
export type AcknowledgedKind = keyof typeof tables;

type Row = readonly [
  name: string,
  note: string,
  byKind: string,
  byId: string | null,
  byName: string,
  at: Date,
  until: Date | null,
];

const counts = '(until IS NULL OR until > now())';

/** Acknowledgements of runs, by their unique names, of clients and of jobs. Those that are over do not count. */
@Injectable()
export class Acknowledgements {
  constructor(private readonly dataSource: DataSource) {}

  /** Instead of the one before. */
  async keep(
    transaction: Transaction,
    kind: AcknowledgedKind,
    { director, name }: { readonly director: string; readonly name: string },
    { note, actor, at, until }: NewAcknowledgement,
  ): Promise<void> {
    const { table, column } = tables[kind];
    await transaction.query(
      `INSERT INTO ${table} (director, ${column}, note, by_kind, by_id, by_name, at, until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (director, ${column}) DO UPDATE SET note = excluded.note, by_kind = excluded.by_kind, by_id = excluded.by_id,
         by_name = excluded.by_name, at = excluded.at, until = excluded.until`,
      [director, name, note, actor.kind, actor.id, actor.name, at, until],
    );
  }

  /** Returns whether there was one. */
  async remove(transaction: Transaction, kind: AcknowledgedKind, director: string, name: string): Promise<boolean> {
    const { table, column } = tables[kind];
    const [, removed]: [unknown, number] = await transaction.query(
      `DELETE FROM ${table} WHERE director = $1 AND ${column} = $2`,
      [director, name],
    );
    return removed > 0;
  }

  async of(
    kind: AcknowledgedKind,
    director: string,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, Acknowledgement>> {
    if (names.length === 0) return new Map();
    const { table, column, isOver } = tables[kind];
    const text = `SELECT ${column}, note, by_kind, by_id, by_name, at, until FROM ${table}
      WHERE director = $1 AND ${column} = ANY ($2::text[]) AND ${counts} AND NOT ${isOver}`;
    const statement = { name: `acknowledged_${kind}`, text };
    const rows = await queryArrays<Row>(this.dataSource, statement, [director, names]);
    return new Map(rows.map((row) => [row[0], acknowledgementOf(row)]));
  }

  /** How many of the runs behind a verdict are acknowledged. */
  async knownRuns(director: string, since: Date): Promise<KnownRuns> {
    const text = `SELECT count(*) FILTER (WHERE status = 'error' AND ended_at >= $2)::int,
        count(*) FILTER (WHERE lost_at > now() - interval '24 hours')::int,
        count(*) FILTER (WHERE ${isNewlySmall('a')} AND level = ANY ($3::text[]))::int
      FROM run_acknowledgement a JOIN run USING (director, unique_name)
      WHERE director = $1 AND ${counts} AND (ended_at >= $2 OR lost_at > now() - interval '24 hours' OR ${isNewlySmall('a')})`;
    const [row] = await queryArrays<[number, number, number]>(this.dataSource, { text }, [
      director,
      since,
      wholeLevels,
    ]);
    return { failed24h: row?.[0] ?? 0, lost24h: row?.[1] ?? 0, small24h: row?.[2] ?? 0 };
  }
}

function isNewlySmall(acknowledged: string): string {
  return `EXISTS (SELECT FROM run_outlier o WHERE o.director = ${acknowledged}.director AND o.unique_name = ${acknowledged}.unique_name COLLATE "C"
    AND o.kind = 'small' AND o.at > now() - interval '24 hours')`;
}

function acknowledgementOf([, note, kind, id, name, at, until]: Row): Acknowledgement {
  return { note, by: { kind, id, name }, at: at.toISOString(), until: until?.toISOString() ?? null };
}
