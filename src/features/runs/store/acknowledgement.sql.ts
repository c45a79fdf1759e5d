import { type Acknowledgement } from '../acknowledgements/acknowledgement.dto.js';

/** `acknowledgementColumn`; times in milliseconds since the epoch. */
export type AcknowledgementRow = readonly [
  note: string,
  kind: string,
  id: string | null,
  name: string,
  at: number,
  until: number | null,
];

const msOf = (column: string): string => `date_part('epoch', ${column}) * 1000`;

/** For rows named `run`: only runs that did not end well are looked up, which are few. */
export const acknowledgementColumn = `CASE WHEN run.status IN ('error', 'warning') THEN
    (SELECT json_build_array(seen.note, seen.by_kind, seen.by_id, seen.by_name, ${msOf('seen.at')}, ${msOf('seen.until')})
      FROM run_acknowledgement seen WHERE seen.director = run.director AND seen.unique_name = run.unique_name
        AND (seen.until IS NULL OR seen.until > now())) END`;

export function toAcknowledgement(row: AcknowledgementRow | null): Acknowledgement | null {
  if (row === null) return null;
  const [note, kind, id, name, at, until] = row;
  return { note, by: { kind, id, name }, at: textOf(at), until: until === null ? null : textOf(until) };
}

function textOf(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
