import { type IndexFact } from './schema-facts.js';

/**
 * Comparisons of text in the order of an index. Bacula's own indexes are made with text_pattern_ops: these PostgreSQL uses
 * for `=`, but for ranges and sorting only with operators of their own, which compare bytes.
 */
export interface TextOrder {
  readonly less: string;
  readonly more: string;
  readonly atLeast: string;
  readonly atMost: string;
  /** As an item of ORDER BY. */
  sorted(column: string): string;
}

export const plainOrder: TextOrder = { less: '<', more: '>', atLeast: '>=', atMost: '<=', sorted: (column) => column };

const byteOrder: TextOrder = {
  less: '~<~',
  more: '~>~',
  atLeast: '~>=~',
  atMost: '~<=~',
  sorted: (column) => `${column} USING ~<~`,
};

/** The order in which the index on these columns holds the last of them. A catalog without such an index is read in the plain one. */
export function textOrderOf(indexes: readonly IndexFact[], table: string, columns: readonly string[]): TextOrder {
  const fitting = indexes.filter(
    (index) => index.table === table && columns.every((column, at) => index.columns[at] === column),
  );
  const classes = fitting.map((index) => index.classes[columns.length - 1]);
  return classes.length > 0 && classes.every((name) => name === 'text_pattern_ops') ? byteOrder : plainOrder;
}
