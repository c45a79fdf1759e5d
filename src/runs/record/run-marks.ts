import { type Outlier } from '../../domain/outliers.js';
import { type Acknowledgement } from '../acknowledgements/acknowledgement.dto.js';

/** What the console itself has to say of a run, beside what its catalog has. */
export interface RunMarks {
  readonly outliers: readonly Outlier[];
  readonly acknowledgement: Acknowledgement | null;
}

type OutlierRow = readonly [kind: Outlier['kind'], usual: number, value: number];
type AcknowledgementRow = readonly [note: string, kind: string, name: string, at: number, until: number | null];

/** `markColumns` in their order. */
export type MarkRow = readonly [outliers: readonly OutlierRow[] | null, acknowledgement: AcknowledgementRow | null];

const msOf = (column: string): string => `date_part('epoch', ${column}) * 1000`;

/** Of rows named `run`, of the Director `$1`: most have neither, and most Directors have no outliers at all. */
export const markColumns = `CASE WHEN (SELECT true FROM run_outlier WHERE director = $1 LIMIT 1) THEN
    (SELECT json_agg(json_build_array(o.kind, o.usual, o.value) ORDER BY o.kind) FROM run_outlier o
      WHERE o.director = run.director AND o.unique_name = run.unique_name) END,
  CASE WHEN run.status IN ('error', 'warning') THEN
    (SELECT json_build_array(seen.note, seen.by_kind, seen.by_name, ${msOf('seen.at')}, ${msOf('seen.until')})
      FROM run_acknowledgement seen WHERE seen.director = run.director AND seen.unique_name = run.unique_name
        AND (seen.until IS NULL OR seen.until > now())) END`;

const unmarked: RunMarks = { outliers: [], acknowledgement: null };

export function marksOf(outliers: MarkRow[0], acknowledgement: MarkRow[1]): RunMarks {
  if (outliers === null && acknowledgement === null) return unmarked;
  return {
    outliers: (outliers ?? []).map(([kind, usual, value]) => ({ kind, usual, value })),
    acknowledgement: acknowledgement === null ? null : acknowledgementOf(acknowledgement),
  };
}

function acknowledgementOf([note, kind, name, at, until]: AcknowledgementRow): Acknowledgement {
  return { note, by: { kind, name }, at: textOf(at), until: until === null ? null : textOf(until) };
}

function textOf(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
