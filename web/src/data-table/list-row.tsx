import { useMessages } from '../i18n/messages';
import { type Column } from './column';
import { type Selection } from './selection';

interface ListRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly selection: Selection<Row> | undefined;
  /** Pixels from the top of the list. */
  readonly from: number;
  readonly isCurrent: boolean;
  /** The `sort` of the query. */
  readonly sortedBy: string | undefined;
  readonly onFocus: () => void;
  readonly measure: (element: HTMLElement | null) => void;
}

/** One row; of two lines where the list is narrow. Only the current one is a stop of the Tab key, with the links in it. */
export function ListRow<Row>(props: ListRowProps<Row>) {
  const { row, index, columns, selection, from, isCurrent, sortedBy, onFocus, measure } = props;
  const messages = useMessages('dataTable');
  const isChosen = selection?.isChosen(row) ?? false;
  const lead = columns.find(({ fold }) => fold === 'lead') ?? columns[0];
  return (
    <div
      role="row"
      ref={measure}
      data-index={index}
      data-chosen={isChosen || undefined}
      aria-rowindex={index + 2}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      style={{ transform: `translateY(${from}px)` }}
    >
      {selection && (
        <span role="cell">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={messages.choose(selection.nameOf(row))}
            checked={isChosen}
            onChange={() => selection.toggle(row)}
          />
        </span>
      )}
      {columns.map(({ id, head, cell, isFigure, isName, isLong, fold, sort }) => (
        <span
          key={id}
          role="cell"
          data-label={head}
          data-fold={id === lead?.id ? 'lead' : fold}
          data-name={isName}
          data-long={isLong}
          data-sorted={isSortedBy(sort, sortedBy) || undefined}
          className={isFigure ? 'figure' : undefined}
        >
          <span className="value">{cell(row)}</span>
        </span>
      ))}
    </div>
  );
}

/** An empty `sort` is the default order of a list, which no column has. */
function isSortedBy(sort: Column<never>['sort'], value: string | undefined): boolean {
  return Boolean(value) && (sort?.up === value || sort?.down === value);
}
