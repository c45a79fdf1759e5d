import { type ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  readonly isFigure?: boolean;
  /** Its track of the grid, `minmax(96px, 1fr)` where nothing is said. */
  readonly track?: string;
  /** What `sort` is called for each direction, where the server can. */
  readonly sort?: { readonly up: string; readonly down: string };
  /** Shown only where somebody chose it. */
  readonly isExtra?: boolean;
}
