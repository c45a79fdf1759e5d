import { useState } from 'react';

/** Rows that were chosen for one action. */
export interface Selection<Row> {
  readonly isChosen: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** What the row is called where it is chosen. */
  readonly nameOf: (row: Row) => string;
}

export interface ChosenRows<Row> extends Selection<Row> {
  readonly rows: readonly Row[];
  readonly clear: () => void;
}

/** The choice stays while more rows are read; each row as it was when it was chosen. */
export function useSelection<Row>(keyOf: (row: Row) => string, nameOf: (row: Row) => string): ChosenRows<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const toggle = (row: Row): void =>
    setChosen((old) => {
      const next = new Map(old);
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
      return next;
    });
  return {
    isChosen: (row) => chosen.has(keyOf(row)),
    toggle,
    nameOf,
    rows: [...chosen.values()],
    clear: () => setChosen(new Map()),
  };
}
