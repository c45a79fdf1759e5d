import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { asProblem } from '../api/request';
import { type Page } from '../api/queries';
import { Fault } from '../components/error-message';
import { usePreferences } from '../components/preferences';
import { Placeholder } from '../components/query-content';
import { useWords } from '../i18n/messages';
import { Heads, type SortChoice } from './heads';
import { leaveRows, leftRow, noteRow, placeOf } from './left-rows';
import { ListRow } from './list-row';
import { listWords } from './data-table.messages';
import { rowClicks } from './row-clicks';
import { type Selection } from './selection';
import { type ChosenColumns } from './use-columns';
import { useRowKeys } from './use-row-keys';
import { useRowStops } from './use-row-stops';
import { useTracks } from './use-column-widths';

interface DataListProps<Row> {
  /** What it lists, for who cannot see it. */
  readonly label: string;
  readonly columns: ChosenColumns<Row>;
  readonly pages: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  readonly keyOf: (row: Row) => string;
  readonly empty: ReactNode;
  readonly open?: (row: Row) => void;
  readonly sort?: SortChoice;
  readonly selection?: Selection<Row>;
}

const rowHeights = { usual: 36, compact: 28 };
const foldedHeights = { usual: 57, compact: 53 };
/** Rows ahead of the last in view at which the next page is asked for. */
const aheadRows = 42;

/**
 * A list of any length: only rows in view are in the page, the next ones are read as one comes near them. Order and filter are
 * the server's.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { pages, empty } = props;
  const { data } = pages;
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const problem = pages.error === null ? null : asProblem(pages.error);
  const retry = () => (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch());
  return (
    <>
      <Fault problem={problem} retry={retry} knownAt={pages.data ? pages.dataUpdatedAt : null} />
      {pages.isPending && <Placeholder rows={8} />}
      {pages.data && (rows.length === 0 ? empty : <Rows {...props} rows={rows} />)}
    </>
  );
}

interface RowsProps<Row> extends DataListProps<Row> {
  readonly rows: readonly Row[];
}

function More() {
  return (
    <p className="quiet list-more" role="status">
      {useWords(listWords).more}
    </p>
  );
}

function Rows<Row>({ label, pages, rows, columns, keyOf, open, sort, selection }: RowsProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { shown } = columns;
  const { style, isFolded } = useTracks(list, shown, selection !== undefined);
  const [current, setCurrent] = useLeftRow(label, rows, keyOf, body);
  const { virtual, margin } = useVirtualRows({ rows, keyOf, body, current, isFolded });
  const inView = virtual.getVirtualItems();
  useNextPage(pages, rows.length, virtual.range?.endIndex ?? 0);
  const at = (index: number): Row => rows[index] as Row;
  const reveal = (index: number): void => {
    virtual.scrollToIndex(index);
    focusRow(body.current, index);
  };
  const openAt = open && ((index: number) => open(at(index)));
  const keys = useRowKeys({
    ...{ body, count: rows.length, at: current, setAt: setCurrent, reveal, open: openAt },
    choose: selection && ((index) => selection.toggle(at(index))),
  });
  useRowStops(body, keys.current);
  const size = { 'aria-rowcount': pages.hasNextPage ? -1 : rows.length + 1 };
  const onFocus = (index: number): void => {
    setCurrent(index);
    noteRow(label, keyOf(at(index)));
  };
  return (
    <div
      {...{ className: 'list', role: 'table', ref: list, 'aria-label': label, ...size, style }}
      data-folded={isFolded || undefined}
      data-opens={open !== undefined || undefined}
    >
      <Heads columns={shown} isChosen={selection !== undefined} {...(sort ? { sort } : {})} />
      <div
        {...{ role: 'rowgroup', ref: body, className: 'list-body', onKeyDown: keys.onKeyDown, ...rowClicks(openAt) }}
        style={{ height: virtual.getTotalSize() }}
      >
        {inView.map(({ index, key, start }) => (
          <ListRow
            key={key}
            {...{ index, columns: shown, selection, row: at(index), from: start - margin, sortedBy: sort?.value }}
            isCurrent={index === keys.current}
            onFocus={() => onFocus(index)}
            measure={virtual.measureElement}
          />
        ))}
      </div>
      {pages.isFetchingNextPage && <More />}
    </div>
  );
}

/** The current row. Whoever comes back to the list finds the focus on the row that had it. */
function useLeftRow<Row>(
  label: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  body: RefObject<HTMLElement | null>,
): [current: number, setCurrent: (index: number) => void] {
  const [left] = useState(() => {
    const key = leftRow(label);
    return key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === key);
  });
  useEffect(() => {
    if (left >= 0) focusRow(body.current, left, isFocusFree);
  }, [body, left]);
  const [place] = useState(() => placeOf(label));
  useEffect(() => () => leaveRows(label, place), [label, place]);
  return useState(Math.max(0, left));
}

/** At the beginning of a page: whoever went on from there stays where they are. */
function isFocusFree(): boolean {
  return document.activeElement?.matches('body, h1') ?? true;
}

interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly body: RefObject<HTMLElement | null>;
  /** Stays in the page wherever one scrolls: it may have the focus, and the Tab key comes to it. */
  readonly current: number;
  readonly isFolded: boolean;
}

function useVirtualRows<Row>({ rows, keyOf, body, current, isFolded }: VirtualRowsProps<Row>) {
  const { density } = usePreferences();
  const [margin, setMargin] = useState(0);
  // Where the list begins changes with what stands above it.
  useLayoutEffect(
    () => setMargin(body.current === null ? 0 : body.current.getBoundingClientRect().top + window.scrollY),
    [body, rows.length],
  );
  // Another function would have the places of all rows reckoned anew, at each step of the scrolling.
  const getItemKey = useCallback((index: number) => keyOf(rows[index] as Row), [rows, keyOf]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isFolded ? foldedHeights : rowHeights)[density],
    overscan: 12,
    scrollMargin: margin,
    getItemKey,
    rangeExtractor: (range) => withRow(range, current),
  });
  // Rows that are out of view were measured as they were before.
  useLayoutEffect(() => {
    virtual.measure();
    for (const row of body.current?.children ?? []) virtual.measureElement(row);
  }, [virtual, body, isFolded]);
  return { virtual, margin };
}

function withRow(range: Range, row: number): number[] {
  const inView = defaultRangeExtractor(range);
  if (row >= range.count || inView.includes(row)) return inView;
  return [...inView, row].sort((a, b) => a - b);
}

function useNextPage(
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'isError'>,
  count: number,
  lastInView: number,
): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = pages;
  const isNear = lastInView >= count - aheadRows;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, fetchNextPage, isError, count]);
}

/** The row is drawn a moment after it was scrolled to. */
function focusRow(body: HTMLElement | null, index: number, mayFocus = () => true, tries = 5): void {
  requestAnimationFrame(() => {
    const row = body?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!row && tries > 0) focusRow(body, index, mayFocus, tries - 1);
    if (!row || !mayFocus()) return;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
}
