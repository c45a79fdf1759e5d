import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { JobsTabs } from '../../app/jobs-tabs';
import { asProblem } from '../../api/request';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { ErrorMessage } from '../../components/error-message';
import { count } from '../../components/format';
import { Skeleton } from '../../components/query-content';
import { Title } from '../../components/title';
import { useNow } from '../../components/use-now';
import { useZone, zoneNameOf } from '../../components/timezone';
import { locale } from '../../i18n/language';
import { useMessages } from '../../i18n/messages';
import { CalendarBar } from './calendar-bar';
import { tallyOf } from './calendar-cell';
import { CalendarGrid } from './calendar-grid';
import { CalendarTable } from './calendar-table';
import { calendarView, type CalendarView } from './calendar-view';
import './calendar.css';
import { type Entry, isLate, isSlow, lookOfEntry } from './entries';
import { Mark, SampleMark } from './calendar-entry-icon';
import { stateWord } from './calendar-summary';
import { unknownDays, mostEntries, useCalendar, useIsList } from './use-calendar';
import { wallTime } from '../../components/timezone-days';

const route = getRouteApi('/calendar');

/** What was planned beside what ran. */
export function CalendarPage() {
  const messages = useMessages('calendar');
  const { view: name, from, ...filters } = route.useSearch();
  const zone = useZone();
  const now = useNow();
  const view = calendarView(name, from, now, zone);
  const { pages, query } = useCalendar(view, filters);
  const entries = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const spanText = spanOf(view);
  const { since, until } = query;
  const path = `/operations/calendar?${new URLSearchParams({ since, until }).toString()}`;
  return (
    <>
      <Title>{messages.title}</Title>
      <AsCurl path={path} />
      <JobsTabs />
      <CalendarBar {...{ view, spanText }} />
      <Standing of={pages} />
      {pages.data && <Picture {...{ pages, entries, view, spanText, now }} />}
    </>
  );
}

type Pages = ReturnType<typeof useCalendar>['pages'];

/** Whether the entries are still read, or could not be. */
function Standing({ of: { error, data, dataUpdatedAt, isPending, refetch } }: { readonly of: Pages }) {
  const problem = error === null ? null : asProblem(error);
  return (
    <>
      <ErrorMessage problem={problem} retry={refetch} knownAt={data ? dataUpdatedAt : null} />
      {isPending && <Skeleton rows={8} />}
    </>
  );
}

interface PictureProps {
  readonly pages: Pages;
  readonly entries: readonly Entry[];
  readonly view: CalendarView;
  readonly spanText: string;
  readonly now: number;
}

function Picture({ pages, entries, view, spanText, now }: PictureProps) {
  const messages = useMessages('calendar');
  const zone = useZone();
  const { job, client } = route.useSearch();
  const isFiltered = job !== undefined || client !== undefined;
  const { day: today } = wallTime(now, zone);
  const unknown = unknownDays(view, pages.data?.pages[0]?.known ?? [], today, zone);
  if (entries.length === 0) {
    return (
      <Empty>
        {isFiltered ? messages.emptyFiltered : messages.empty} <Link to="/jobs">{messages.toJobs}</Link>
      </Empty>
    );
  }
  return (
    <div className={pages.error ? 'stale' : undefined}>
      <Summary entries={entries} />
      <CalendarGrid
        key={`${view.name} ${view.first}`}
        {...{ entries, view, now, spanText, unknown }}
        cutFrom={pages.hasNextPage ? lastDayOf(entries, zone) : null}
      />
      <p className="after">
        <span className="quiet">{messages.daysIn(zoneNameOf(zone))}</span>
      </p>
      {view.name === 'week' && <p className="quiet after hours-hint">{messages.someHours}</p>}
      {unknown.size > 0 && <p className="quiet after">{messages.someUnknown}</p>}
      {pages.hasNextPage && <Rest shown={entries.length} most={mostEntries(view)} />}
      <CalendarTable pages={pages} />
    </div>
  );
}

/** The day of the last entry that was read: more of it and of later days is not shown. */
function lastDayOf(entries: readonly Entry[], zone: string | undefined): string | null {
  const last = entries.at(-1);
  return last ? wallTime(Date.parse(last.at), zone).day : null;
}

/** That there are more entries than those shown. */
function Rest({ shown, most }: { readonly shown: number; readonly most: number }) {
  const messages = useMessages('calendar');
  return (
    <p className="quiet after" role="status">
      {shown >= most ? messages.cut(count(most)) : messages.reading}
    </p>
  );
}

/** How many there are, what went wrong first; then what the shapes of the marks mean. */
function Summary({ entries }: { readonly entries: readonly Entry[] }) {
  const messages = useMessages('calendar');
  const late = entries.filter((entry) => entry.run !== null && isLate(entry)).length;
  const slow = entries.filter(isSlow).length;
  return (
    <>
      <ul className="calendar-legend">
        {tallyOf(entries).map(({ state, of, entries: [first] }) => (
          <li key={state} className="state" data-look={lookOfEntry(first)}>
            <Mark entry={first} /> {messages.of(count(of), stateWord(state))}
          </li>
        ))}
        {late > 0 && <li>{messages.of(count(late), messages.lateStart)}</li>}
        {slow > 0 && <li>{messages.of(count(slow), messages.overlong)}</li>}
      </ul>
      <Shapes hasLate={late > 0} hasSlow={slow > 0} />
    </>
  );
}

interface ShapesProps {
  readonly hasLate: boolean;
  readonly hasSlow: boolean;
}

/** What the shapes mean. Where the days are below each other it is folded, for they come first. */
function Shapes({ hasLate, hasSlow }: ShapesProps) {
  const { legend, lateStart, overlong } = useMessages('calendar');
  const list = (
    <ul className="calendar-legend quiet" aria-label={legend.title}>
      <li>
        <SampleMark run planned /> {legend.ran}
      </li>
      <li>
        <SampleMark run planned={false} /> {legend.unplanned}
      </li>
      <li>
        <SampleMark run={false} planned /> {legend.noRun}
      </li>
      {hasLate && (
        <li>
          <SampleMark run planned late /> {lateStart}
        </li>
      )}
      {hasSlow && (
        <li>
          <SampleMark run planned slow /> {overlong}
        </li>
      )}
    </ul>
  );
  if (!useIsList()) return list;
  return (
    <details>
      <summary className="quiet">{legend.fold}</summary>
      {list}
    </details>
  );
}

function spanOf({ name, first, last }: CalendarView): string {
  const [from, until] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  const format = new Intl.DateTimeFormat(locale(), {
    ...(name === 'month' ? {} : { day: 'numeric' as const }),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return name === 'month' ? format.format(from) : format.formatRange(from, until);
}
