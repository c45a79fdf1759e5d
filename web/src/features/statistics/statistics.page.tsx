import { getRouteApi, Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useChosenDirector, useAreMany } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useNow } from '../../components/use-now';
import { useMessages } from '../../i18n/messages';
import { asJson } from './as-json';
import { BytesByDay, RunsByDay } from './by-day';
import { CsvDownload } from './csv-download';
import { Figures, growth, Levels } from './statistics-figures';
import { JobDurations } from './job-durations';
import { Outliers } from './outliers';
import { JobsCompared } from './job-comparison';
import { dayText, daysOf, type Period, periodOf, usualPeriods } from './period';
import './statistics.css';
import { TopClients } from './top-clients';
import { DayField } from '../../components/day-field';
import { count, size } from '../../components/format';
import { Cell, Row, Table } from '../../components/table';
import { RowBar } from '../../charts/row-bar';

/** A link whose address says less than the one in view is another. */
const exactly = { exact: true, explicitUndefined: true };
const route = getRouteApi('/statistics');

/** The one choice of days for the whole page; it stands in the address. */
function PeriodBar({ period, today }: { readonly period: Period; readonly today: string }) {
  const messages = useMessages('statistics');
  const navigate = route.useNavigate();
  const { first, last, usual } = period;
  const choose = (change: { readonly since?: string; readonly until?: string }) => {
    const days = { since: first, until: last, ...change };
    if (days.since === '' || days.until === '') return;
    void navigate({ search: (old) => ({ ...old, days: undefined, ...days }) });
  };
  return (
    <div className="bar">
      <UsualPeriods now={usual} />
      <label>
        {messages.since}
        <DayField max={last} value={first} take={(since) => choose({ since })} />
      </label>
      <label>
        {messages.until}
        <DayField min={first} max={today} value={last} take={(until) => choose({ until })} />
      </label>
    </div>
  );
}

function UsualPeriods({ now }: { readonly now: Period['usual'] }) {
  const messages = useMessages('statistics');
  return (
    <nav className="segments" aria-label={messages.period}>
      {usualPeriods.map((days) => (
        <Link
          key={days}
          to="/statistics"
          search={(old) => ({ ...old, days, since: undefined, until: undefined })}
          activeOptions={exactly}
          aria-current={days === now ? 'true' : undefined}
          resetScroll={false}
        >
          {messages.days(Number(days))}
        </Link>
      ))}
    </nav>
  );
}

/** What was written into each pool, and how that grew. */
function Pools({ period }: { readonly period: Period }) {
  const query = { ...period.query, ...useChosenDirector(), limit: 100 };
  const pools = useApiQuery(
    ['stats', 'storage', query],
    (api, signal) => api.GET('/api/v1/stats/storage', { params: { query }, signal }),
    { keepsOld: true },
  );
  const messages = useMessages('statistics');
  return (
    <section>
      <h2>{messages.pools}</h2>
      <Shown of={pools}>{({ items }) => <PoolTable items={items} />}</Shown>
    </section>
  );
}

function PoolTable({ items }: { readonly items: readonly Schemas['PoolStatistics'][] }) {
  const messages = useMessages('statistics');
  const most = Math.max(1, ...items.map(({ bytes }) => bytes));
  const areMany = useAreMany();
  const figures = [messages.bytes, messages.growth];
  return (
    <Table
      label={messages.pools}
      heads={[messages.pool, ...(areMany ? [messages.director] : []), messages.compared, ...figures]}
      figures={figures}
    >
      {items.map(({ pool, director, bytes, bytesBefore }) => (
        <Row key={`${director} ${pool}`} name={pool}>
          {areMany && <Cell of={messages.director}>{director}</Cell>}
          <Cell of={messages.compared}>
            <RowBar part={bytes / most} />
          </Cell>
          <Cell of={messages.bytes} figure title={count(bytes)}>
            {size(bytes)}
          </Cell>
          <Cell of={messages.growth} figure>
            {growth(bytes, bytesBefore) ?? '–'}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** What the backups of some days come to. */
export function StatisticsPage() {
  const messages = useMessages('statistics');
  const { days, since, until } = route.useSearch();
  const now = useNow();
  const period = periodOf({ ...(days ? { days } : {}), ...(since ? { since } : {}), ...(until ? { until } : {}) }, now);
  return (
    <>
      <Title>{messages.title}</Title>
      <AsCurl path={`/stats/summary?${new URLSearchParams(textOf(period.query)).toString()}`} />
      <p className="quiet">{messages.about}</p>
      <PeriodBar period={period} today={dayText(now)} />
      <Summary period={period} />
      <Jobs period={period} />
      <Outliers />
    </>
  );
}

function textOf(query: Period['query']): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

function Summary({ period }: { readonly period: Period }) {
  const messages = useMessages('statistics');
  const query = { ...period.query, ...useChosenDirector() };
  const summary = useApiQuery(
    ['stats', 'summary', query],
    (api, signal) =>
      api.GET('/api/v1/stats/summary', { params: { query }, signal }).then(asJson<Schemas['StatisticsSummary']>),
    { keepsOld: true },
  );
  return (
    <section>
      <div className="head">
        <h2>{messages.figures}</h2>
        <CsvDownload
          of={messages.figures}
          file="summary.csv"
          read={(api) =>
            api.GET('/api/v1/stats/summary', { params: { query: { ...query, format: 'csv' } }, parseAs: 'text' })
          }
        />
      </div>
      <Shown of={summary}>{(data) => <Figures of={data} days={daysOf(period).length} />}</Shown>
    </section>
  );
}

/** All that is read off the jobs and their days. */
function Jobs({ period }: { readonly period: Period }) {
  const query = { ...period.query, ...useChosenDirector() };
  const jobs = useApiQuery(
    ['stats', 'jobs', query],
    (api, signal) =>
      api
        .GET('/api/v1/stats/jobs', { params: { query: { ...query, limit: 500 } }, signal })
        .then(asJson<Schemas['JobStatisticsPage']>),
    { keepsOld: true },
  );
  return <Shown of={jobs}>{(page) => <JobSections {...{ page, period }} />}</Shown>;
}

interface JobSectionsProps {
  readonly page: Schemas['JobStatisticsPage'];
  readonly period: Period;
}

function JobSections({ page: { items, nextCursor, series = [] }, period }: JobSectionsProps) {
  const messages = useMessages('statistics');
  const query = { ...period.query, ...useChosenDirector() };
  if (series.length === 0) {
    return (
      <section>
        <Empty>
          {messages.empty} <Link to="/jobs">{messages.toJobs}</Link>
        </Empty>
      </section>
    );
  }
  return (
    <>
      <div className="beside">
        <BytesByDay {...{ points: series, period }} />
        <RunsByDay {...{ points: series, period }} />
      </div>
      <JobsCompared jobs={items} period={period} />
      <Levels points={series} />
      <TopClients period={period} />
      <section>
        <div className="head">
          <h2>{messages.jobs}</h2>
          <CsvDownload
            of={messages.jobs}
            file="jobs.csv"
            read={(api) =>
              api.GET('/api/v1/stats/jobs', { params: { query: { ...query, format: 'csv' } }, parseAs: 'text' })
            }
          />
        </div>
        <JobDurations jobs={items} hasMore={nextCursor !== null} />
      </section>
      <Pools period={period} />
    </>
  );
}
