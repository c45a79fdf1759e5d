import { type ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  readonly isFigure?: boolean;
  /** A name tells rows apart: it is never cut, but goes on in another line. */
  readonly isName?: boolean;
  /** Goes on in another line where it is too long; else it is cut. */
  readonly isLong?: boolean;
  /** Its least width in pixels, and its share of the room that is left; [96, 1] where nothing is said. */
  readonly width?: readonly [least: number, share: number];
  /**
   * Its place in a row of two lines, which rows have where the list is too narrow for its columns: the name that begins the first
   * line, what stands at the right of it (a state always from the same point), the second line where nothing is said, or no place on
   * a phone unless the list is sorted by it.
   */
  readonly fold?: 'lead' | 'side' | 'rare';
  /** What `sort` is called for each direction, where the server can. */
  readonly sort?: { readonly up: string; readonly down: string };
  /** Shown only where somebody chose it. */
  readonly isExtra?: boolean;
}
