import { plainOrder, type TextOrder } from './text-order.js';

/**
 * How file records hold the names of their files. The key of a name is what the index on file records ends with: the name
 * itself, or the number of its row in a table of names. All arguments and answers are SQL.
 */
export interface NameKeys {
  /** The column of File. */
  readonly column: string;
  /** The key of the empty name, which the record of a folder itself has. */
  readonly folder: string;
  /** Whether keys sort as names do, so that the first names can be had from the index. */
  readonly sortAsNames: boolean;
  /** Whether names are looked through in a table of their own before file records are. */
  readonly areApart: boolean;
  readonly order: TextOrder;
  keyOf(name: string): string;
  nameOf(key: string): string;
}

export function namesInFiles(column: string, order: TextOrder): NameKeys {
  return {
    column,
    folder: "''",
    sortAsNames: true,
    areApart: false,
    order,
    keyOf: (name) => name,
    nameOf: (key) => key,
  };
}

/** No name has the key 0: it stands for a name that the catalog has never met, or met and forgot. */
const keyOfName = (name: string): string =>
  `COALESCE((SELECT named.filenameid FROM filename named WHERE named.name = ${name}), 0)`;

/** Bacula up to 9. */
export const namesOfTheirOwn: NameKeys = {
  column: 'filenameid',
  folder: keyOfName("''"),
  sortAsNames: false,
  areApart: true,
  order: plainOrder,
  keyOf: keyOfName,
  // A record whose name was lost has to be called something; nothing can be found by it.
  nameOf: (key) => `COALESCE((SELECT named.name FROM filename named WHERE named.filenameid = ${key}), '#' || ${key})`,
};

/**
 * Holds for file records `f` from the place on, in the order of the index. Spelt so that the index begins at the place's
 * folder; rows cannot be compared as rows where the parts have operators of different orders.
 */
export function isFromPlaceOn(order: TextOrder, comparison: 'more' | 'atLeast', pathId: string, key: string): string {
  if (order === plainOrder) return `(f.pathid, f.namekey) ${order[comparison]} (${pathId}, ${key})`;
  return `f.pathid >= ${pathId} AND (f.pathid > ${pathId} OR f.namekey ${order[comparison]} ${key})`;
}
