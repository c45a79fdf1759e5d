import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useChosenDirector, useDirectors } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { type Fact, FactGroup, FactGroups } from '../../components/details-groups';
import { ErrorMessage } from '../../components/error-message';
import { OfOneDirector } from '../../components/one-director';
import { count, duration, size } from '../../components/format';
import { filesText } from '../../components/run-files';
import { JobProtection } from '../../components/protection';
import { Shown } from '../../components/query-content';
import { RunState } from '../../components/run-state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { focusTitle, Title } from '../../components/title';
import { type Messages, useMessages } from '../../i18n/messages';
import { AcknowledgeOverdue } from './acknowledge-overdue';
import { Done } from './schedule-state';
import { ActionsDenied, JobActions } from './job-actions';
import { LastRun } from './job-columns';
import { JobHistory } from './job-history';
import { LastGood, LastResults, useJobResults } from './job-results';
import { NextStarts, ScheduleInWords } from './job-schedule';
import { JobThresholds } from './job-thresholds';
import { RunForm, runLine } from './run-form';
import { type ScheduleChange, useScheduleChange } from './use-schedule-change';
import './jobs.css';

/** More paths are folded away. */
const shownPaths = 6;

/** What the fileset takes and leaves out, as far as its Director tells. */
function useFileset({ fileset, director }: Schemas['JobRecord']): Schemas['FilesetRecord'] | undefined {
  const { data } = useApiQuery(
    ['filesets', director, fileset],
    (api, signal) => api.GET('/api/v1/operations/filesets', { params: { query: { director, name: fileset } }, signal }),
    { enabled: fileset !== '' },
  );
  return data?.items[0];
}

function Paths({ of }: { readonly of: readonly string[] }) {
  const messages = useMessages('jobs');
  const list = (paths: readonly string[]): ReactNode => (
    <ul className="plain">
      {paths.map((path) => (
        <li key={path} className="path">
          {path}
        </li>
      ))}
    </ul>
  );
  const rest = of.slice(shownPaths);
  return (
    <>
      {list(of.slice(0, shownPaths))}
      {rest.length > 0 && (
        <details>
          <summary>{messages.morePaths(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

type Job = Schemas['JobRecord'];

const route = getRouteApi('/jobs/$name');

/** One configured job: how it stands, with a form for all that can be said when it is run. */
export function JobPage() {
  const { name } = route.useParams();
  const { act } = route.useSearch();
  const navigate = route.useNavigate();
  const messages = useMessages('jobs');
  const { director } = useChosenDirector();
  const job = useApiQuery(
    ['jobs', 'one', director ?? null, name],
    (api, signal) =>
      api.GET('/api/v1/operations/jobs/{name}', { params: { path: { name }, query: { director } }, signal }),
    { enabled: director !== '*' },
  );
  const mayRun = usePermissionError('jobs:run') === null;
  const isOpen = act === 'run' && mayRun && job.data?.type !== 'Restore';
  const show = (open: boolean): void =>
    void navigate({ search: (old) => ({ ...old, act: open ? 'run' : undefined }), replace: true });
  const change = useScheduleChange();
  return (
    <>
      <Title
        above={<Link to="/jobs">{messages.crumb}</Link>}
        actions={job.data && <JobActions job={job.data} {...{ change, isOpen }} toggle={() => show(!isOpen)} />}
      >
        {name}
      </Title>
      <OfOneDirector
        owners={{
          key: ['jobs', 'owners', name],
          call: (api, signal) =>
            api.GET('/api/v1/operations/jobs', { params: { query: { director: '*', name } }, signal }),
        }}
      >
        <Shown of={job} rows={6}>
          {(shown) => (
            <Detail
              key={`${shown.director} ${shown.name}`}
              job={shown}
              change={change}
              isOpen={isOpen}
              close={() => {
                show(false);
                focusTitle();
              }}
            />
          )}
        </Shown>
      </OfOneDirector>
    </>
  );
}

interface DetailProps {
  readonly job: Job;
  readonly change: ScheduleChange;
  /** The form to run it. */
  readonly isOpen: boolean;
  readonly close: () => void;
}

function Detail({ job, change, isOpen, close }: DetailProps) {
  return (
    <>
      <ActionsDenied job={job} />
      <div role="status" className="row">
        <Done of={change} />
      </div>
      <ErrorMessage problem={change.action.problem} />
      {isOpen ? <RunForm job={job} close={close} /> : <AsCurl {...runLine(job)} />}
      <Facts job={job} />
      <AcknowledgeOverdue job={job} />
      <JobHistory job={job} />
      <Latest job={job} />
      {job.type === 'Backup' && job.level !== 'VirtualFull' && <JobThresholds job={job} />}
    </>
  );
}

function pathOf({ name, director }: Job): string {
  return `/operations/jobs/${encodeURIComponent(name)}?director=${encodeURIComponent(director)}`;
}

/** Related facts stand together; what is not known or does not apply has no place. */
function Facts({ job }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const { groups } = messages;
  return (
    <>
      <FactGroups label={messages.facts}>
        <FactGroup title={groups.status} facts={statusOf(job, messages)} />
        <FactGroup title={groups.schedule} facts={scheduleOf(job, messages)} />
        {job.type === 'Verify' ? (
          <FactGroup
            title={groups.settings}
            facts={[[messages.level, job.level], ...verifiedOf(job, messages), ...targetOf(job, messages)]}
          />
        ) : (
          <>
            <DataGroup job={job} />
            <FactGroup title={groups.target} facts={targetOf(job, messages)} />
          </>
        )}
      </FactGroups>
      <AsCurl path={pathOf(job)} />
    </>
  );
}

/** What a verify job reads, if its Director reports it. */
function verifiedOf({ verifies, director }: Job, messages: Messages['jobs']): readonly Fact[] {
  if (verifies === null) return [];
  const { jobs, runs } = verifies;
  const links = jobs?.map((name) => (
    <li key={name}>
      <Link to="/jobs/$name" params={{ name }} search={{ director }}>
        {name}
      </Link>
    </li>
  ));
  return [
    [messages.verifiedJobs, links === undefined ? messages.allJobs : <ul className="plain">{links}</ul>],
    [messages.verifiedRuns, messages.runsToVerify[runs]],
  ];
}

function statusOf(job: Job, messages: Messages['jobs']): readonly Fact[] {
  return [
    [messages.protection, <JobProtection key="protection" of={job.protection} />],
    [messages.lastRun, <LastRun key="last" isOfAll={false} isLong {...{ job, messages }} />],
    [messages.lastGood, <LastGood key="good" job={job} />],
    ...(job.lastRun === null ? [] : [[messages.results, <LastResults key="results" job={job} />] as const]),
  ];
}

function scheduleOf(job: Job, messages: Messages['jobs']): readonly Fact[] {
  return [
    [
      messages.schedule,
      <span key="schedule">
        <ScheduleInWords job={job} />
        <AsCurl method="PATCH" path={pathOf(job)} body={{ enabled: !job.enabled }} />
      </span>,
    ],
    [messages.nextStarts, <NextStarts key="next" job={job} />],
  ];
}

function DataGroup({ job }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const fileset = useFileset(job);
  const isEmbedded = useDirectors().find(({ name }) => name === job.director)?.kind === 'embedded';
  const client = (
    <Link to="/clients/$name" params={{ name: job.client }}>
      {job.client}
    </Link>
  );
  const facts: Fact[] = [
    ...(job.client === '' ? [] : [[messages.client, client] as const]),
    [messages.level, job.allowedLevels.length > 0 ? job.level : messages.noLevels],
    ...(job.fileset === '' ? [] : [[messages.fileset, job.fileset] as const]),
  ];
  if (fileset) facts.push(...pathsOf(fileset, messages));
  if (isEmbedded) facts.push([messages.limits, <span className="quiet">{messages.notSaved}</span>]);
  return <FactGroup title={messages.groups.data} facts={facts} />;
}

function pathsOf(
  { include, exclude, excludePresets, markerFiles, hasPatterns }: Schemas['FilesetRecord'],
  messages: Messages['jobs'],
): readonly Fact[] {
  if (include === null) return [[messages.paths, <span className="quiet">{messages.untoldPaths}</span>]];
  return [
    [
      messages.paths,
      <>
        <Paths of={include} />
        {hasPatterns && <p className="quiet">{messages.patterns}</p>}
      </>,
    ],
    ...factOfList(messages.exclude, exclude, (paths) => <Paths of={paths} />),
    ...factOfList(messages.excludePresets, excludePresets, (presets) => <ExcludePresets of={presets} />),
    ...factOfList(messages.markerFiles, markerFiles, (names) => (
      <>
        <Paths of={names} />
        <p className="quiet">{messages.markerEffect}</p>
      </>
    )),
  ];
}

/** No fact where the list is empty or unknown. */
function factOfList<T>(
  term: string,
  list: readonly T[] | null,
  show: (list: readonly T[]) => ReactNode,
): readonly Fact[] {
  return list === null || list.length === 0 ? [] : [[term, show(list)]];
}

function ExcludePresets({ of }: { readonly of: readonly Schemas['ExcludePreset'][] }) {
  return of.map(({ name, patterns }) => (
    <details key={name}>
      <summary>{name}</summary>
      <ul className="plain">
        {patterns.map((pattern) => (
          <li key={pattern} className="path">
            {pattern}
          </li>
        ))}
      </ul>
    </details>
  ));
}

function targetOf(job: Job, messages: Messages['jobs']): readonly Fact[] {
  const pool = (
    <Link to="/storage/pools/$name" params={{ name: job.pool }}>
      {job.pool}
    </Link>
  );
  const storage = (
    <Link to="/storage/volumes" search={{ storage: job.storage }}>
      {job.storage}
    </Link>
  );
  return [
    ...(job.pool === '' ? [] : [[messages.pool, pool] as const]),
    ...(job.storage === '' ? [] : [[messages.storage, storage] as const]),
    [messages.priority, count(job.priority)],
    [messages.director, job.director],
  ];
}

function Latest({ job }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const results = useJobResults(job);
  const heads = [
    messages.oneRun,
    messages.state,
    messages.level,
    messages.queued,
    messages.took,
    messages.files,
    messages.bytes,
  ];
  return (
    <section>
      <div className="head">
        <h2>{messages.latest}</h2>
        <Link to="/runs" search={{ job: job.name }}>
          {messages.allRuns}
        </Link>
      </div>
      {job.lastRun === null ? (
        <Empty>{messages.neverRan}</Empty>
      ) : (
        <Shown of={results}>
          {({ items }) => (
            <Table label={messages.latest} heads={heads} figures={[messages.took, messages.files, messages.bytes]}>
              {items.map((run) => (
                <RunRow key={run.uniqueName} run={run} />
              ))}
            </Table>
          )}
        </Shown>
      )}
    </section>
  );
}

function RunRow({ run }: { readonly run: Schemas['RunRecord'] }) {
  const messages = useMessages('jobs');
  const link = (
    <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }} aria-label={messages.runNumber(run.jobId)}>
      {run.jobId}
    </Link>
  );
  return (
    <Row name={link}>
      <Cell of={messages.state}>
        <RunState of={run} />
      </Cell>
      <Cell of={messages.level}>{run.level}</Cell>
      <Cell of={messages.queued}>
        <Time at={run.queuedAt} />
      </Cell>
      <Cell of={messages.took} figure>
        {duration(run.durationSeconds)}
      </Cell>
      <Cell of={messages.files} figure>
        {filesText(run)}
      </Cell>
      <Cell of={messages.bytes} figure title={messages.exactBytes(count(run.bytes))}>
        {size(run.bytes)}
      </Cell>
    </Row>
  );
}
