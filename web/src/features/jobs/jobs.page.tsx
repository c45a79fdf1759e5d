import { getRouteApi, Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useAreMany, useDirectorsShown } from '../../api/directors';
import { useApiInfiniteQuery } from '../../api/queries';
import { JobsTabs } from '../../app/jobs-tabs';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { type Filter, Filters } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { ActionLink } from '../../components/action-link';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { ErrorMessage } from '../../components/error-message';
import { type RunOrder, useRunOrder } from '../../components/use-start-run';
import { Title } from '../../components/title';
import { SquareLegend } from '../../charts/heatmap';
import { useMessages } from '../../i18n/messages';
import { Done, InSchedule } from './schedule-state';
import { type Job, jobColumns, keyOf } from './job-columns';
import { Schedules } from './schedules';
import { type ScheduleChange, useScheduleChange } from './use-schedule-change';
import './jobs.css';
import { startJob } from './start-job';

interface RunNowProps {
  readonly job: Schemas['JobRecord'];
  readonly order: RunOrder;
}

/** Runs the job at its own level; its page has the others. */
function RunNow({ job, order }: RunNowProps) {
  const messages = useMessages('jobs');
  const denial = usePermissionError('jobs:run');
  const { name, director, type, level, allowedLevels } = job;
  if (type === 'Restore') {
    return (
      <Link className="row-link" to="/restore">
        {messages.chooseFiles}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="row-action"
      aria-label={messages.runNamed(name)}
      disabled={denial !== null}
      aria-disabled={order.action.busy}
      aria-describedby={denial === null ? undefined : 'no-run'}
      onClick={() => startJob(order, { job: name, director, ...(allowedLevels.length > 0 ? { level } : {}) })}
    >
      {messages.run}
    </button>
  );
}

const route = getRouteApi('/jobs');
const pageOf = 100;
const flags: Readonly<Record<string, boolean>> = { true: true, false: false };

const sorts: readonly Schemas['JobSort'][] = ['name', 'client', 'protection', 'nextRun'];

/** The filters and the order of the address as the API takes them. */
function useJobsQuery() {
  const { director, name, client, type, protection, enabled, sort: order } = route.useSearch();
  const sort = sorts.find((one) => one === order);
  const wanted = { director, name, client, type, protection, enabled: flags[enabled ?? ''], sort };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as typeof wanted;
}

export function JobsPage() {
  const messages = useMessages('jobs');
  const query = useJobsQuery();
  const isOfAll = query.director === '*';
  const navigate = route.useNavigate();
  const order = useRunOrder();
  const change = useScheduleChange();
  const pages = useApiInfiniteQuery(['jobs', 'list', query], (api, cursor, signal) =>
    api.GET('/api/v1/operations/jobs', { params: { query: { ...query, limit: pageOf, ...cursor } }, signal }),
  );
  const controls = {
    run: (job: Job) => <RunNow {...{ job, order }} />,
    schedule: (job: Job) => <InSchedule job={job} of={change} />,
  };
  const columns = useColumns('jobs', jobColumns(messages, useAreMany(), controls));
  const open = ({ name, director }: Job) =>
    void navigate({ to: '/jobs/$name', params: { name }, search: isOfAll ? { director } : {} });
  const shown = pages.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const sort = {
    value: query.sort ?? 'name',
    choose: (next: string) => void navigate({ search: (old) => ({ ...old, sort: next }) }),
  };
  return (
    <>
      <Title actions={<NewBackup />}>{messages.title}</Title>
      <JobsTabs />
      <Denials />
      <div className="bar filters">
        <JobFilters />
        <span className="far">
          <CountOfJobs {...{ query, shown }} />
          <AsCurl path={pathOf(query)} />
          <ColumnChoice of={columns} />
        </span>
      </div>
      {shown > 0 && columns.isShown('results') && (
        <div className="square-key">
          <p>{messages.resultsKey}</p>
          <SquareLegend of={['completed', 'unusual', 'warning', 'error', 'canceled', 'missed', 'running']} />
        </div>
      )}
      <DataList {...{ label: messages.list, columns, pages, keyOf, open, sort }} empty={<None />} />
      <Told {...{ order, change }} />
      <Schedules />
    </>
  );
}

/** For who may set one up, where a Director that is shown can be configured here. */
function NewBackup() {
  const { newBackup } = useMessages('titles');
  const isAllowed = usePermissionError('configuration:read', 'configuration:write') === null;
  const isAble = useDirectorsShown().some(({ abilities }) => abilities.includes('configuration'));
  if (!isAllowed || !isAble) return null;
  return (
    <ActionLink deniedBy={null} to="/new-backup">
      {newBackup}
    </ActionLink>
  );
}

function pathOf(query: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `/operations/jobs?${new URLSearchParams([...words, ['limit', String(pageOf)]]).toString()}`;
}

/** Said once for all rows, which point here. */
function Denials() {
  const noRun = usePermissionError('jobs:run');
  const noControl = usePermissionError('jobs:control');
  return (
    <div>
      <Denied id="no-run" why={noRun} />
      <Denied id="no-control" why={noControl} />
    </div>
  );
}

/** In view wherever the list was scrolled to. */
function Told({ order, change }: { readonly order: RunOrder; readonly change: ScheduleChange }) {
  const problem = order.action.problem ?? change.action.problem;
  const isSaid = problem !== null || change.done !== null;
  return (
    <div className={isSaid ? 'bulk' : undefined}>
      <ErrorMessage problem={problem} />
      <div role="status" className="row">
        <Done of={change} />
      </div>
    </div>
  );
}

function JobFilters() {
  const messages = useMessages('jobs');
  const { yes, no } = useMessages('common');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const protections = Object.entries(useMessages('protection').states).map(([value, text]) => ({ value, text }));
  const filters: readonly Filter[] = [
    { name: 'name', label: messages.job, kind: 'name', of: 'jobs' },
    { name: 'client', label: messages.client, kind: 'name', of: 'clients' },
    { name: 'type', label: messages.type, kind: 'text', suggestions: ['Backup', 'Restore', 'Verify', 'Copy', 'Admin'] },
    { name: 'protection', label: messages.protection, kind: 'choice', options: protections },
    {
      name: 'enabled',
      label: messages.inSchedule,
      kind: 'choice',
      options: [
        { value: 'true', text: yes },
        { value: 'false', text: no },
      ],
    },
  ];
  const choose = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...changes }) });
  return (
    <div className="filter-group" role="search" aria-label={messages.list}>
      <Filters {...{ filters, choose }} values={search} />
    </div>
  );
}

function CountOfJobs({ query, shown }: { readonly query: ReturnType<typeof useJobsQuery>; readonly shown: number }) {
  return (
    <Count
      of={['jobs', query]}
      ask={(api, signal) =>
        api.GET('/api/v1/operations/jobs', { params: { query: { ...query, limit: 1, count: true } }, signal })
      }
      shown={shown}
    />
  );
}

function None() {
  const messages = useMessages('jobs');
  const { name, client, type, protection, enabled } = route.useSearch();
  if (name ?? client ?? type ?? protection ?? enabled) return <Empty>{messages.noMatch}</Empty>;
  return (
    <Empty>
      {messages.empty} {messages.emptyNext}
    </Empty>
  );
}
