import { getRouteApi, Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useChosenDirector } from '../../api/directors';
import { useAsked } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useNow } from '../../components/use-now';
import { useWords } from '../../i18n/messages';
import { asJson } from './as-json';
import { BytesByDay, RunsByDay } from './by-day';
import { CsvDownload } from './csv-download';
import { Figures } from './statistics-figures';
import { JobDurations } from './job-durations';
import { Levels } from './levels';
import { Outliers } from './outliers';
import { JobsCompared } from './job-comparison';
import { dayText, daysOf, type Period, periodOf } from './period';
import { PeriodBar } from './period-bar';
import { Pools } from './pools';
import './statistics.css';
import { statisticsWords } from './statistics.messages';
import { TopClients } from './top-clients';

const route = getRouteApi('/statistics');

/** What the backups of some days come to. */
export function StatisticsPage() {
  const words = useWords(statisticsWords);
  const { days, since, until } = route.useSearch();
  const now = useNow();
  const period = periodOf({ ...(days ? { days } : {}), ...(since ? { since } : {}), ...(until ? { until } : {}) }, now);
  return (
    <>
      <Title>{words.title}</Title>
      <AsCurl path={`/stats/summary?${new URLSearchParams(textOf(period.query)).toString()}`} />
      <p className="quiet">{words.about}</p>
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
  const words = useWords(statisticsWords);
  const query = { ...period.query, ...useChosenDirector() };
  const summary = useAsked(
    ['stats', 'summary', query],
    (api, signal) =>
      api.GET('/api/v1/stats/summary', { params: { query }, signal }).then(asJson<Schemas['StatisticsSummary']>),
    { keepsOld: true },
  );
  return (
    <section>
      <div className="head">
        <h2>{words.figures}</h2>
        <CsvDownload
          of={words.figures}
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
  const jobs = useAsked(
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
  const words = useWords(statisticsWords);
  const query = { ...period.query, ...useChosenDirector() };
  if (series.length === 0) {
    return (
      <section>
        <Empty>
          {words.empty} <Link to="/jobs">{words.toJobs}</Link>
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
          <h2>{words.jobs}</h2>
          <CsvDownload
            of={words.jobs}
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
