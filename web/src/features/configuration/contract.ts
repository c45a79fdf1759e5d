/** What the calls below `/configuration` take and answer. */

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly place: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface ConfigurationState {
  readonly director: string;
  readonly revision: string | null;
  readonly access: 'full' | 'read' | 'none';
  readonly writable: boolean;
  readonly validatedBy: 'director' | 'console';
  readonly drift: 'none' | 'changed' | 'invalid' | 'rejected' | 'missing' | 'unwritten';
  readonly lastGoodRevision: string | null;
  readonly findings: readonly Finding[];
}

export interface Operation {
  readonly op: 'add' | 'set' | 'unset' | 'rename' | 'remove';
  readonly type: string;
  readonly name: string;
  readonly path?: string;
  readonly value?: unknown;
}

export interface JobEffect {
  readonly job: string;
  readonly previousName: string | null;
  readonly change: 'added' | 'removed' | 'changed';
  readonly settings: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[];
  readonly nextRunIsFull: boolean;
  readonly startsBefore: readonly string[];
  readonly startsAfter: readonly string[];
}

export interface Effects {
  readonly jobs: readonly JobEffect[];
  readonly runs: readonly {
    readonly jobId: number;
    readonly job: string;
    readonly status: 'queued' | 'running';
    readonly effect: 'finishes' | 'follows' | 'canceled';
  }[];
  readonly pools: readonly {
    readonly pool: string;
    readonly retentionBefore: number | null;
    readonly retentionAfter: number | null;
    readonly volumes: number;
    readonly bytes: number;
    readonly runs: number;
  }[];
  readonly storages: readonly {
    readonly storage: string;
    readonly change: 'moved' | 'removed';
    readonly volumes: number;
    readonly bytes: number;
    readonly runs: number;
  }[];
  readonly names: readonly {
    readonly kind: 'threshold' | 'acknowledgement' | 'protection' | 'incident' | 'saved_filter';
    readonly id: string | null;
    readonly label: string;
    readonly name: string;
    readonly isCarried: boolean;
  }[];
}

/** A change without its content. */
export interface ChangeSummary {
  readonly id: string;
  readonly director: string;
  readonly state: 'draft' | 'applying' | 'applied' | 'rolled_back';
  readonly origin: 'initial' | 'request' | 'hand' | 'revert';
  readonly comment: string | null;
  readonly author: { readonly kind: 'session' | 'token'; readonly id: string; readonly name: string } | null;
  readonly createdAt: string;
  readonly appliedAt: string | null;
  readonly baseRevision: string | null;
  readonly resultRevision: string;
  readonly revertOf: string | null;
}

export interface Change extends ChangeSummary {
  readonly diff: string;
  readonly effects: Effects;
  readonly findings: readonly Finding[];
}

/** What the value of a field is; of each item, where it is a list. */
export type FieldKind =
  | 'name'
  | 'text'
  | 'timezone'
  | 'path'
  | 'pattern'
  | 'fileName'
  | 'integer'
  | 'boolean'
  | 'size'
  | 'duration'
  | 'choice'
  | 'cron'
  | 'reference'
  | 'mapping';

export interface SchemaField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isList: boolean;
  readonly unit: string | null;
  readonly default: unknown;
  readonly required: boolean;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly enum: readonly string[] | null;
  readonly reference: string | null;
  readonly of: readonly SchemaField[] | null;
  readonly appliesTo: { readonly field: string; readonly value: string } | null;
  readonly description: string;
}

export interface SchemaType {
  readonly type: string;
  readonly list: string | null;
  readonly fields: readonly SchemaField[];
}

/** Values of fields by name, as the file has them. */
export type Values = Readonly<Record<string, unknown>>;

export interface ListedResource {
  readonly type: string;
  readonly name: string;
  readonly line: number | null;
  readonly own: Values;
  readonly usedBy: readonly { readonly type: string; readonly name: string }[];
}

export interface Start {
  /** Incremental where the file does not say it. */
  readonly level?: string;
  readonly at: string;
}
