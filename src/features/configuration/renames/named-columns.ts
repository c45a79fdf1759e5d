/** Types of resources whose names the console stores. */
export type NamedType = 'client' | 'storage' | 'pool' | 'fileset' | 'schedule' | 'job';

/**
 * What happens to a row that has the new name already, where both cannot exist. The console may have seen the new name first, or have
 * kept settings of a removed resource with that name.
 */
export type Meeting =
  /** Both can exist. */
  | { readonly kind: 'none' }
  /** The renamed row replaces it; `unless` is a condition on it, under which it replaces the renamed one. */
  | { readonly kind: 'replace'; readonly unless?: string }
  /** Both become one, with the later of each of these times. */
  | { readonly kind: 'latest'; readonly columns: readonly string[] }
  /** The row belongs to the name, as far as these columns say what subscribers were notified of. The rest belongs to the resource. */
  | { readonly kind: 'reported'; readonly columns: Readonly<Record<string, string>>; readonly changed: string };

/** A column with names of one type of resource. Its table has the column `director`. */
export interface NamedColumn {
  readonly table: string;
  readonly column: string;
  readonly type: NamedType;
  readonly meeting: Meeting;
}

const none: Meeting = { kind: 'none' };
const replace: Meeting = { kind: 'replace' };
const outcomes: Meeting = { kind: 'latest', columns: ['good_at', 'failed_at', 'lost_good_at', 'kept_good_at'] };
const successes: Meeting = { kind: 'latest', columns: ['ended_at'] };
/** A start that has its run is settled. */
const starts: Meeting = { kind: 'replace', unless: 'unique_name IS NOT NULL' };
const silences: Meeting = {
  kind: 'reported',
  columns: { status: "'ok'", since: 'since', cause: 'NULL::text' },
  changed: "due_at = '-infinity', revision = nextval('client_silence_revision')",
};
const protections: Meeting = {
  kind: 'reported',
  columns: {
    told_status: "'ok'",
    told_good_at: 'NULL::timestamptz',
    told_warn_seconds: 'told_warn_seconds',
    told_crit_seconds: 'told_crit_seconds',
  },
  changed: "revision = nextval('job_protection_revision')",
};

/**
 * Every column with the name of a job, client, pool, storage or fileset that follows when it is renamed. `run` is not among them: it is
 * renamed by its own statements, and its triggers bring the sums and lists of names along. A test compares these columns, and those
 * that keep the old name for a reason, with the tables.
 */
export const namedColumns: readonly NamedColumn[] = [
  { table: 'client_acknowledgement', column: 'client', type: 'client', meeting: replace },
  { table: 'client_silence', column: 'client', type: 'client', meeting: silences },
  { table: 'client_threshold', column: 'client', type: 'client', meeting: replace },
  { table: 'duration_baseline', column: 'job', type: 'job', meeting: replace },
  { table: 'job_acknowledgement', column: 'job', type: 'job', meeting: replace },
  { table: 'job_outcome', column: 'client', type: 'client', meeting: outcomes },
  { table: 'job_outcome', column: 'fileset', type: 'fileset', meeting: outcomes },
  { table: 'job_outcome', column: 'job', type: 'job', meeting: outcomes },
  { table: 'job_protection', column: 'client', type: 'client', meeting: protections },
  // The key of an incident has no fileset.
  { table: 'job_protection', column: 'fileset', type: 'fileset', meeting: replace },
  { table: 'job_protection', column: 'job', type: 'job', meeting: protections },
  { table: 'job_threshold', column: 'job', type: 'job', meeting: replace },
  { table: 'last_success', column: 'client', type: 'client', meeting: successes },
  { table: 'last_success', column: 'job', type: 'job', meeting: successes },
  { table: 'name_run', column: 'client', type: 'client', meeting: none },
  { table: 'name_run', column: 'fileset', type: 'fileset', meeting: none },
  { table: 'name_segment_set', column: 'client', type: 'client', meeting: none },
  { table: 'name_segment_set', column: 'fileset', type: 'fileset', meeting: none },
  { table: 'planned_start', column: 'client', type: 'client', meeting: starts },
  { table: 'planned_start', column: 'job', type: 'job', meeting: starts },
];

/** Of `run`; a schedule is in `comment` and `trigger_name`. */
export const runColumns = ['job', 'client', 'fileset', 'pool', 'storage'] as const;

/** What the triggers of `run` bring along. */
export const derivedColumns: readonly string[] = [
  'run_client_day.client',
  'run_client_day.job',
  'run_client_sum.client',
  'run_kind.pool',
  'run_pool_day.pool',
  'run_series.client',
  'run_series.job',
  'run_series.pool',
];
