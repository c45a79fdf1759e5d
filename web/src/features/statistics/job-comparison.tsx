import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { useChosenDirector } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { count, dayName, duration, percent, size } from '../../components/format';
import { Cell, Row, Table } from '../../components/table';
import { SparkBars } from '../../charts/spark-bars';
import { useMessages } from '../../i18n/messages';
import { asJson } from './as-json';
import { type ChangeKind } from './change';
import { Compared } from './period-comparison';
import { type Period, spanBefore } from './period';

type Job = Schemas['JobStatistics'];
type JobDays = Schemas['JobDays'];

const shownJobs = 15;
const keyOf = ({ director, job }: Pick<Job, 'director' | 'job'>): string => `${director} ${job}`;

interface JobsComparedProps {
  readonly jobs: readonly Job[];
  readonly period: Period;
}

/** The jobs with the most bytes now or before: their course, and each figure beside what it was in as many days before. */
export function JobsCompared({ jobs, period }: JobsComparedProps) {
  const messages = useMessages('statistics');
  const most = ({ bytes, bytesBefore }: Job): number => Math.max(bytes, bytesBefore);
  const shown = [...jobs].sort((a, b) => most(b) - most(a)).slice(0, shownJobs);
  const before = useBefore(shown, period);
  const courses = useCourses(shown, period);
  const areMany = useChosenDirector().director === '*';
  const figures = [messages.runs, messages.success, messages.bytes, messages.average];
  const heads = [
    messages.job,
    ...(areMany ? [messages.director] : []),
    ...(courses ? [messages.trend] : []),
    ...figures,
  ];
  const { days, first, last } = spanBefore(period);
  return (
    <section>
      <h2>{messages.jobsCompared(days)}</h2>
      <p className="quiet">
        {before?.size === 0 ? messages.nothingBefore(days) : messages.comparedWith(dayName(first), dayName(last))}
      </p>
      <Table label={messages.jobsCompared(days)} heads={heads} figures={figures}>
        {shown.map((job) => (
          <JobRow
            key={keyOf(job)}
            {...{ job, areMany }}
            before={before === null || before.size === 0 ? undefined : (before.get(keyOf(job)) ?? null)}
            course={courses && (courses.get(keyOf(job)) ?? [])}
          />
        ))}
      </Table>
      {jobs.length > shownJobs && <p className="quiet after">{messages.largest(shownJobs)}</p>}
    </section>
  );
}

/** The same jobs in as many days before, by key; null until they are known. */
function useBefore(jobs: readonly Job[], period: Period): ReadonlyMap<string, Job> | null {
  const { since, until } = spanBefore(period);
  const query = { since, until, job: namesOf(jobs), limit: 500, ...useChosenDirector() };
  const { data } = useApiQuery(
    ['stats', 'jobs before', query],
    (api, signal) =>
      api.GET('/api/v1/stats/jobs', { params: { query }, signal }).then(asJson<Schemas['JobStatisticsPage']>),
    { enabled: jobs.length > 0, keepsOld: true },
  );
  if (!data) return null;
  // Those that ran only in the days before these are listed with nothing.
  return new Map(data.items.filter(({ runs }) => runs.total > 0).map((job) => [keyOf(job), job]));
}

/** The days of each job, by key; null for days that are not the last ones, of which there are none, and until they are known. */
function useCourses(jobs: readonly Job[], period: Period): ReadonlyMap<string, JobDays['days']> | null {
  const days = period.usual === null || period.usual === '365' ? null : Number(period.usual);
  const query = { days: days ?? 30, job: namesOf(jobs), limit: 500, ...useChosenDirector() };
  const { data } = useApiQuery(
    ['stats', 'job days', query],
    (api, signal) => api.GET('/api/v1/stats/jobs/days', { params: { query }, signal }),
    { enabled: days !== null && jobs.length > 0, keepsOld: true },
  );
  return days === null || !data ? null : new Map(data.items.map((job) => [keyOf(job), job.days]));
}

function namesOf(jobs: readonly Job[]): string {
  return [...new Set(jobs.map(({ job }) => job))].sort().join(',');
}

interface JobRowProps {
  readonly job: Job;
  readonly areMany: boolean;
  /** null: it did not run in the days before; undefined: not known yet, or none of the jobs did. */
  readonly before: Job | null | undefined;
  readonly course: JobDays['days'] | null;
}

function JobRow({ job: now, areMany, before, course }: JobRowProps) {
  const messages = useMessages('statistics');
  const cell = (head: string, value: string, figure: (job: Job) => number | null, kind: ChangeKind): ReactNode => (
    <Cell of={head} figure>
      <span className="figure-value">{value}</span>
      {before !== undefined && <Compared now={figure(now)} before={before && figure(before)} kind={kind} />}
    </Cell>
  );
  const { job, director, runs, successRate, bytes, averageSeconds } = now;
  const name = (
    <Link to="/jobs/$name" params={{ name: job }} search={{ director }}>
      {job}
    </Link>
  );
  return (
    <Row name={name}>
      {areMany && <Cell of={messages.director}>{director}</Cell>}
      {course && (
        <Cell of={messages.trend}>
          <Course {...{ job, course }} />
        </Cell>
      )}
      {cell(messages.runs, count(runs.total), (one) => one.runs.total, 'count')}
      {cell(messages.success, successRate === null ? '–' : percent(successRate), (one) => one.successRate, 'rate')}
      {cell(messages.bytes, size(bytes), (one) => one.bytes, 'amount')}
      {cell(messages.average, duration(averageSeconds), (one) => one.averageSeconds, 'time')}
    </Row>
  );
}

function Course({ job, course }: { readonly job: string; readonly course: JobDays['days'] }) {
  const messages = useMessages('statistics');
  const most = course.reduce<JobDays['days'][number] | null>(
    (best, day) => (best === null || day.bytes > best.bytes ? day : best),
    null,
  );
  const failed = course.filter(({ error, missed }) => error + missed > 0).length;
  const label =
    most === null || most.bytes === 0
      ? messages.courseOfNothing(job, failed)
      : messages.courseOf(job, size(most.bytes), dayName(most.day), failed);
  return (
    <SparkBars
      label={label}
      bars={course.map(({ bytes, error, missed }) => ({ value: bytes, isBad: error + missed > 0 }))}
    />
  );
}
