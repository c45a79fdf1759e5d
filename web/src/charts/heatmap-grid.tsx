import { memo, type KeyboardEvent, useRef, useState } from 'react';
import { shortCount } from '../components/format';
import { useMessages } from '../i18n/messages';
import { type Outcome, Square } from './heatmap';

/** So many that ended alike. */
export interface SquarePart {
  readonly outcome: Outcome;
  readonly count: number;
}

export interface SquareCell {
  /** What is shown where nothing is counted. */
  readonly outcome: Outcome;
  /** What happened, the worst first: a square alone would tell 650 good runs and two failed ones as a failure. */
  readonly parts: readonly SquarePart[];
  /** All that it stands for, in a sentence. */
  readonly label: string;
  /** Longer text on hover; `label` if absent. */
  readonly tip?: string;
  /** The same in the table, where client and day stand at the edges. */
  readonly text: string;
  readonly href: string;
}

export interface SquareRow {
  /** Stays the same from refresh to refresh. */
  readonly key: string;
  readonly name: string;
  readonly href: string;
  readonly cells: readonly SquareCell[];
}

export interface SquareHead {
  readonly text: string;
  readonly label: string;
}

interface SquareGridProps {
  readonly label: string;
  /** Of the column of names, for who cannot see it. */
  readonly nameHead: string;
  readonly heads: readonly SquareHead[];
  readonly rows: readonly SquareRow[];
}

/** Where the one tab stop is: a row by its key, and a column, 0 for its name. */
interface Stop {
  readonly row: string;
  readonly column: number;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-Infinity, 0],
  PageDown: [Infinity, 0],
};

const within = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** Squares in rows and columns, each a link. One stop for Tab, arrows from there. */
export function SquareGrid({ label, nameHead, heads, rows }: SquareGridProps) {
  const { keys } = useMessages('heatmap');
  const grid = useRef<HTMLDivElement>(null);
  const [chosen, setStop] = useState<Stop | null>(null);
  const [first] = rows;
  const isThere = chosen !== null && rows.some(({ key }) => key === chosen.row);
  const stop = isThere ? chosen : { row: first?.key ?? '', column: heads.length };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const row = within(rows.findIndex(({ key }) => key === stop.row) + step[0], rows.length - 1);
    const column = within(stop.column + step[1], heads.length);
    grid.current?.querySelectorAll('[role="row"]')[row + 1]?.querySelectorAll('a')[column]?.focus();
  };
  return (
    <div className="square-grid" role="grid" aria-label={label} aria-description={keys} {...{ ref: grid, onKeyDown }}>
      <div role="row" className="square-heads">
        <span role="columnheader" className="unseen">
          {nameHead}
        </span>
        {heads.map((head) => (
          <span key={head.label} role="columnheader" aria-label={head.label} title={head.label}>
            {head.text}
          </span>
        ))}
      </div>
      {rows.map((row) => (
        <GridRow key={row.key} {...{ row, heads, setStop }} stop={row.key === stop.row ? stop.column : null} />
      ))}
    </div>
  );
}

interface GridRowProps {
  readonly row: SquareRow;
  readonly heads: readonly SquareHead[];
  /** The column of the tab stop; null: it is in another row. */
  readonly stop: number | null;
  readonly setStop: (stop: Stop) => void;
}

const GridRow = memo(function GridRow({ row: { key, name, href, cells }, heads, stop, setStop }: GridRowProps) {
  const at = (column: number) => ({
    tabIndex: stop === column ? 0 : -1,
    onFocus: () => setStop({ row: key, column }),
  });
  return (
    <div role="row">
      <span role="rowheader" className="square-name">
        <a href={href} title={name} {...at(0)}>
          <span>{name}</span>
        </a>
      </span>
      {cells.map((cell, index) => (
        <span key={index} role="gridcell">
          <a href={cell.href} aria-label={cell.label} title={cell.tip ?? cell.label} {...at(index + 1)}>
            <span className="square-day" aria-hidden="true">
              {heads[index]?.text.split('\n').at(-1)}
            </span>
            <Inside cell={cell} />
          </a>
        </span>
      ))}
    </div>
  );
});

/** One square where one run tells it all, else a line for each outcome with its number. */
function Inside({ cell: { outcome, parts } }: { readonly cell: SquareCell }) {
  const [first] = parts;
  if (parts.length < 2 && (first?.count ?? 1) === 1) return <Square of={first?.outcome ?? outcome} />;
  return (
    <span className="square-counts">
      {parts.map((part) => (
        <span key={part.outcome}>
          <Square of={part.outcome} />
          {shortCount(part.count)}
        </span>
      ))}
    </span>
  );
}
