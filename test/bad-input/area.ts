import { type DocumentedOperation } from '../harness/fixtures/document.js';
import { type BadTable } from './wrong-rows.js';

/** A part of the API by the beginnings of its paths, and what its operations refuse. */
export interface Area {
  readonly beginnings: readonly string[];
  /** A good address of each operation whose path has a name in it. */
  readonly samples: Readonly<Record<string, string>>;
  readonly table: BadTable;
}

export const area = (
  beginnings: readonly string[],
  samples: Readonly<Record<string, string>>,
  table: BadTable,
): Area => ({ beginnings, samples, table });

export const isOf = ({ beginnings }: Area, { path }: DocumentedOperation): boolean =>
  beginnings.some((beginning) => path.startsWith(beginning));

/** Whether something of a request to it can be wrong: any path with a name in it, parameter, header of its own or body. */
export const takesInput = ({ path, query, headers, bodyFields }: DocumentedOperation): boolean =>
  path.includes('{') || query.length > 0 || headers.some((name) => name !== 'If-None-Match') || bodyFields !== null;
