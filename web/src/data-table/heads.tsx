import { useWords } from '../i18n/messages';
import { type Column } from './column';
import { listWords } from './data-table.messages';

/** The `sort` of the query, and how to choose another. */
export interface SortChoice {
  readonly value: string;
  readonly choose: (sort: string) => void;
}

interface HeadsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly isChosen: boolean;
  readonly sort?: SortChoice;
}

export function Heads<Row>({ columns, isChosen, sort }: HeadsProps<Row>) {
  const { chosenHead } = useWords(listWords);
  return (
    <div role="rowgroup" className="list-heads">
      <div role="row" aria-rowindex={1}>
        {isChosen && (
          <span role="columnheader">
            <span className="only-heard">{chosenHead}</span>
          </span>
        )}
        {columns.map((column) => (
          <Head key={column.id} column={column} {...(sort ? { sort } : {})} />
        ))}
      </div>
    </div>
  );
}

function Head<Row>({ column, sort }: { readonly column: Column<Row>; readonly sort?: SortChoice }) {
  const words = useWords(listWords);
  const { head, isFigure, sort: sorts } = column;
  const className = isFigure ? 'figure' : undefined;
  if (!sorts || !sort) {
    return (
      <span role="columnheader" className={className}>
        {head}
      </span>
    );
  }
  const order = sort.value === sorts.up ? 'ascending' : sort.value === sorts.down ? 'descending' : 'none';
  const next = order === 'descending' ? sorts.up : sorts.down;
  return (
    <span role="columnheader" className={className} aria-sort={order}>
      <button type="button" className="bare" title={words.sortBy(head)} onClick={() => sort.choose(next)}>
        {head} <span aria-hidden="true">{order === 'ascending' ? '↑' : order === 'descending' ? '↓' : '↕'}</span>
      </button>
    </span>
  );
}
