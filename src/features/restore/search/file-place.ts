import { type FileKey, type IndexPlace } from '../../../domain/name-index.port.js';
import { type PageKey } from '../../../domain/pagination.js';
import { Refusal } from '../../../domain/errors.js';

/** Runs that stand in no lineage, by id: those of one client after `after` up to `to`, whose names are read together. */
export interface RunGroup {
  readonly after: number;
  readonly to: number;
  readonly client: string;
}

/** Where a search without a chain goes on: in a lineage, or among the names of a group of runs; or at the runs after an id. */
export type FileAt =
  | { readonly client: string; readonly lineage: number; readonly after: IndexPlace }
  | { readonly group: RunGroup; readonly file: FileKey | null }
  | { readonly runsAfter: number };

export interface FilePlace {
  /** The moment of the index that all pages read. */
  readonly asOf: number;
  /** When page one was read, in milliseconds since the epoch. */
  readonly begunAt: number;
  readonly at: FileAt;
}

export function keyOfFilePlace({ asOf, begunAt, at }: FilePlace): PageKey {
  const head = [asOf, begunAt];
  if ('lineage' in at) return [...head, 'lineage', at.client, at.lineage, at.after.block, at.after.line];
  if ('runsAfter' in at) return [...head, 'runs', at.runsAfter];
  const { group, file } = at;
  const name = file === null ? [] : [file.pathId, file.name.toString('base64url')];
  return [...head, 'group', group.after, group.to, group.client, ...name];
}

export function filePlaceOfKey(key: PageKey): FilePlace {
  return { asOf: numberOf(key[0]), begunAt: numberOf(key[1]), at: atOf(key) };
}

function atOf([, , kind, ...rest]: PageKey): FileAt {
  if (kind === 'lineage') {
    const after = { block: numberOf(rest[2]), line: numberOf(rest[3]) };
    return { client: textOf(rest[0]), lineage: numberOf(rest[1]), after };
  }
  if (kind === 'runs') return { runsAfter: numberOf(rest[0]) };
  const group = { after: numberOf(rest[0]), to: numberOf(rest[1]), client: textOf(rest[2]) };
  if (rest.length === 3) return { group, file: null };
  return { group, file: { pathId: textOf(rest[3]), name: Buffer.from(textOf(rest[4]), 'base64url') } };
}

function numberOf(part: PageKey[number] | undefined): number {
  if (typeof part === 'number') return part;
  throw brokenKey();
}

function textOf(part: PageKey[number] | undefined): string {
  if (typeof part === 'string') return part;
  throw brokenKey();
}

function brokenKey(): Refusal {
  return new Refusal('cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.');
}
