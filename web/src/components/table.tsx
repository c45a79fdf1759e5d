import { type ReactNode } from 'react';

interface TableProps {
  readonly label: string;
  readonly heads: readonly string[];
  /** What stands in a head in the place of its text, for example a link of that name. */
  readonly inHeads?: Readonly<Record<string, ReactNode>>;
  /** The heads of columns of numbers. */
  readonly figures?: readonly string[];
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Scrolls inside itself where it is too wide, reachable by keyboard for that; on phones each row becomes a card. The roles are
 * named because browsers forget those of a table that is laid out as cards.
 */
export function Table({ label, heads, inHeads = {}, figures = [], className = '', children }: TableProps) {
  return (
    <div className={`scroller ${className}`} role="region" aria-label={label} tabIndex={0}>
      <table role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((head) => (
              <th key={head} role="columnheader" scope="col" className={figures.includes(head) ? 'figure' : undefined}>
                {inHeads[head] ?? head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {name}
      </th>
      {children}
    </tr>
  );
}

interface CellProps {
  /** The head of its column, said beside the value where rows are cards. */
  readonly of: string;
  readonly figure?: boolean;
  readonly title?: string;
  readonly children?: ReactNode;
}

export function Cell({ of, figure = false, title, children }: CellProps) {
  return (
    <td role="cell" data-label={of} className={figure ? 'figure' : undefined} title={title}>
      <span>{children}</span>
    </td>
  );
}
