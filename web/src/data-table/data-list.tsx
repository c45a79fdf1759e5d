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
  type MouseEvent,
} from 'react';
import { asProblem } from '../api/request';
import { type Page } from '../api/queries';
import { ErrorMessage } from '../components/error-message';
import { usePreferences } from '../components/preferences';
import { Skeleton } from '../components/query-content';
import { useMessages } from '../i18n/messages';
import { ListRow } from './list-row';
import { type Selection } from './selection';
import { type ChosenColumns } from './use-columns';
import { useRowKeys } from './use-row-keys';
import { useTracks } from './use-column-widths';
import { type Column } from './column';

/** The `sort` of the query, and how to choose another. */
interface SortChoice {
  readonly value: string;
  readonly choose: (sort: string) => void;
}

interface HeadsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly isChosen: boolean;
  readonly sort?: SortChoice;
}

function Heads<Row>({ columns, isChosen, sort }: HeadsProps<Row>) {
  const { chosenHead } = useMessages('dataTable');
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
  const messages = useMessages('dataTable');
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
      <button type="button" className="bare" title={messages.sortBy(head)} onClick={() => sort.choose(next)}>
        {head} <span aria-hidden="true">{order === 'ascending' ? '↑' : order === 'descending' ? '↓' : '↕'}</span>
      </button>
    </span>
  );
}

/** Of so many entries of the browser's history the row is known that had the focus. */
const most = 50;
const rows = new Map<string, string>();

interface WithEntries {
  readonly navigation?: { readonly currentEntry: { readonly key: string } | null };
}

/** Of the list in this entry of the history. The router names only the entries that it makes; a browser that can names each. */
function placeOf(list: string): string {
  const { __TSR_key: ofRouter } = (history.state ?? {}) as { readonly __TSR_key?: string };
  const entry = (globalThis as WithEntries).navigation?.currentEntry?.key ?? ofRouter ?? '';
  return `${entry} ${list}`;
}

/** This row of the list has the focus: whoever comes back to the list begins here. */
function noteRow(list: string, key: string): void {
  const place = placeOf(list);
  rows.delete(place);
  rows.set(place, key);
  for (const old of [...rows.keys()].slice(0, Math.max(0, rows.size - most))) rows.delete(old);
}

/** The row that had the focus when this entry of the history was left; undefined at the first visit. */
function leftRow(list: string): string | undefined {
  return rows.get(placeOf(list));
}

/** The list was taken away. Where the entry of the history is the same, nobody comes back to it: it is only read anew. */
function leaveRows(list: string, place: string): void {
  if (placeOf(list) === place) rows.delete(place);
}

/** What does something else when it is pressed. */
const controls = 'a, button, input, select, textarea, label, summary';

function rowOf({ target, currentTarget }: MouseEvent): HTMLElement | null {
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return null;
  return target.closest<HTMLElement>('[role=row]');
}

/** As a link opens in another tab. */
function openAside(row: HTMLElement): void {
  const address = row.querySelector('a')?.href;
  // oxlint-disable-next-line no-restricted-properties -- It opens a page of our own, where the link leads to.
  if (address !== undefined) window.open(address, '_blank', 'noopener');
}

interface RowClicks {
  readonly onClick?: (event: MouseEvent) => void;
  readonly onAuxClick?: (event: MouseEvent) => void;
  readonly onMouseDown?: (event: MouseEvent) => void;
}

/**
 * A press anywhere on a row opens it, with the middle button or Ctrl in another tab, as its first link does. Not the press that
 * ends a selection of text, and not one on something that does something else.
 */
function rowClicks(open: ((index: number) => void) | undefined): RowClicks {
  if (!open) return {};
  return {
    onClick: (event) => {
      const row = rowOf(event);
      if (row === null || getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) openAside(row);
      else open(Number(row.dataset['index']));
    },
    onAuxClick: (event) => {
      const row = event.button === 1 ? rowOf(event) : null;
      if (row !== null) openAside(row);
    },
    // Else some browsers begin to scroll.
    onMouseDown: (event) => {
      if (event.button === 1 && rowOf(event) !== null) event.preventDefault();
    },
  };
}

/**
 * Whoever leaves a list by the Tab key would have to go through all of its rows, of which more are read on the way. So what can
 * be pressed in a row is a stop only while the row is the current one.
 */
function useRowStops(body: RefObject<HTMLElement | null>, current: number): void {
  useLayoutEffect(() => {
    for (const row of body.current?.children ?? []) {
      const isCurrent = row.getAttribute('data-index') === String(current);
      for (const control of row.querySelectorAll<HTMLElement>('a, button, input, select')) setStop(control, isCurrent);
    }
  });
}

/** What is no stop of its own accord stays none. */
function setStop(control: HTMLElement, isStop: boolean): void {
  if (isStop && control.dataset['noStop'] !== undefined) {
    control.removeAttribute('tabindex');
    delete control.dataset['noStop'];
  } else if (!isStop && !control.hasAttribute('tabindex')) {
    control.tabIndex = -1;
    control.dataset['noStop'] = '';
  }
}

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
      <ErrorMessage problem={problem} retry={retry} knownAt={pages.data ? pages.dataUpdatedAt : null} />
      {pages.isPending && <Skeleton rows={8} />}
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
      {useMessages('dataTable').more}
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
    body,
    count: rows.length,
    at: current,
    setAt: setCurrent,
    reveal,
    open: openAt,
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
