import { type RunStatus, type Run, type TriggeredBy, type TriggerKind } from '../../../domain/run.js';
import { type RestoreFacts } from '../../../domain/restore-facts.js';
import { type Outlier } from '../outliers/outliers.js';
import { type Acknowledgement } from '../acknowledgements/acknowledgement.dto.js';
import { type AcknowledgementRow, toAcknowledgement } from './acknowledgement.sql.js';

/** A run as the console's own record has it. */
export interface RecordedRun extends Run {
  /** The Director's id space in which it was first seen; job ids are unique in one only. */
  readonly generation: number;
  /** The catalog forgot it before anybody saw its end. */
  readonly isLost: boolean;
  /** Absent in a run that was read from the catalog instead. */
  readonly outliers?: readonly Outlier[];
  /** Absent where it was not read with the run. */
  readonly acknowledgement?: Acknowledgement | null;
}

type OutlierRow = readonly [kind: Outlier['kind'], usual: number, value: number];

/** `recordedColumns` in their order; times in milliseconds since the epoch. */
export type RecordedRow = readonly [
  jobId: number,
  uniqueName: string,
  job: string,
  type: string,
  level: string,
  client: string | null,
  fileset: string | null,
  pool: string | null,
  storage: string | null,
  status: RunStatus,
  statusCode: string,
  queuedAt: number,
  scheduledAt: number | null,
  startedAt: number | null,
  endedAt: number | null,
  files: number,
  bytes: number,
  errors: number,
  comment: string,
  generation: number,
  isLost: boolean,
  director: string,
  readsClient: boolean,
  outliers: readonly OutlierRow[] | null,
  restore: RestoreFacts | null,
  triggerKind: TriggerKind | null,
  triggerId: string | null,
  triggerName: string | null,
];

const msOf = (column: string): string => `date_part('epoch', ${column}) * 1000`;

/** Numbers never exceed 2^53: the catalog reader rejects larger ones. */
export const recordedColumns = `job_id, unique_name, job, type, level, client, fileset, pool, storage, status, status_code,
  ${msOf('queued_at')}, ${msOf('scheduled_at')}, ${msOf('started_at')}, ${msOf('ended_at')},
  files::float8, bytes::float8, errors::float8, comment, generation, lost_at IS NOT NULL, director, reads_client, outliers, restore,
  trigger_kind, trigger_id, trigger_name`;
export const selectRecorded = `SELECT ${recordedColumns} FROM run`;

/** A row of a list, which has the run's acknowledgement too. */
export type ListedRow = readonly [...RecordedRow, acknowledgement: AcknowledgementRow | null];

/** With its acknowledgement. Member by member, as below. */
export function listedRunOf(row: ListedRow): RecordedRun {
  const run: RecordedRun & { acknowledgement?: Acknowledgement | null } = recordedRunOf(row as unknown as RecordedRow);
  run.acknowledgement = toAcknowledgement(row[28]);
  return run;
}

/** By place and member by member: this is made fifty times for each poll of a dashboard, and spreading costs many times as much. */
export function recordedRunOf(row: RecordedRow): RecordedRun {
  return {
    jobId: row[0],
    uniqueName: row[1],
    job: row[2],
    type: row[3],
    level: row[4],
    client: row[5],
    fileset: row[6],
    pool: row[7],
    storage: row[8],
    status: row[9],
    statusCode: row[10],
    queuedAt: new Date(Math.round(row[11])),
    scheduledAt: timeOf(row[12]),
    startedAt: timeOf(row[13]),
    endedAt: timeOf(row[14]),
    files: row[15],
    bytes: row[16],
    errors: row[17],
    comment: row[18],
    generation: row[19],
    isLost: row[20],
    director: row[21],
    readsClient: row[22],
    outliers: row[23] === null ? none : row[23].map(([kind, usual, value]) => ({ kind, usual, value })),
    restore: row[24],
    triggeredBy: triggerOf(row),
  };
}

function triggerOf(row: RecordedRow): TriggeredBy | undefined {
  const kind = row[25];
  return kind === null ? undefined : { kind, id: row[26], name: row[27] ?? '' };
}

const none: readonly Outlier[] = [];

function timeOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(Math.round(ms));
}
