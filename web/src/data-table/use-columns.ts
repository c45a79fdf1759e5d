import { useState } from 'react';
import { type Column } from './column';

const placeOf = (list: string): string => `backup-console.columns.${list}`;

function read(list: string): ReadonlySet<string> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(list)) ?? 'null');
    return Array.isArray(kept) ? new Set(kept.filter((id) => typeof id === 'string')) : null;
  } catch {
    return null;
  }
}

export interface ChosenColumns<Row> {
  readonly all: readonly Column<Row>[];
  readonly shown: readonly Column<Row>[];
  readonly isShown: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

/** Which columns of a list are shown; the browser keeps the choice. The first one always is. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]): ChosenColumns<Row> {
  const [chosen, setChosen] = useState(() => read(list));
  const isShown = (id: string): boolean => {
    const column = columns.find((one) => one.id === id);
    return id === columns[0]?.id || (chosen === null ? column?.isExtra !== true : chosen.has(id));
  };
  const toggle = (id: string): void => {
    const next = new Set(columns.map((one) => one.id).filter((one) => isShown(one) !== (one === id)));
    setChosen(next);
    try {
      localStorage.setItem(placeOf(list), JSON.stringify([...next]));
    } catch {
      // It is kept until the page is left.
    }
  };
  return { all: columns, shown: columns.filter(({ id }) => isShown(id)), isShown, toggle };
}
