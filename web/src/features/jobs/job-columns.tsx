import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { type Column } from '../../data-table/column';
import { JobProtection } from '../../components/protection';
import { RunState } from '../../components/run-state';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { LastGood, LastResults } from './job-results';
import { type Messages } from '../../i18n/messages';

export type Job = Schemas['JobRecord'];

export const keyOf = ({ director, name }: Pick<Job, 'director' | 'name'>): string => `${director} ${name}`;

const extra = { isExtra: true, width: [96, 1] } as const;

interface LastRunProps {
  readonly job: Job;
  readonly messages: Messages['jobs'];
  readonly isOfAll: boolean;
  /** With its time. */
  readonly isLong?: boolean;
}

export function LastRun({ job, messages, isOfAll, isLong = false }: LastRunProps) {
  const { lastRun } = job;
  if (lastRun === null) return <span className="quiet">{messages.never}</span>;
  const run = (
    <>
      <RunState of={lastRun} />{' '}
      <Link
        className="unbroken"
        to="/runs/$jobId"
        params={{ jobId: String(lastRun.jobId) }}
        search={isOfAll ? { director: lastRun.director } : {}}
      >
        {messages.runNumber(lastRun.jobId)}
      </Link>
    </>
  );
  return (
    <>
      {isLong ? <span className="unbroken">{run}</span> : run}
      {isLong && (
        <>
          {' '}
          <span className="unbroken">
            <Time at={lastRun.endedAt ?? lastRun.queuedAt} />
          </span>
        </>
      )}
    </>
  );
}

export function NextRun({ job, messages }: { readonly job: Job; readonly messages: Messages['jobs'] }) {
  if (!job.enabled) return <State of="paused" text={messages.isOut} />;
  return job.nextRunAt === null ? <span className="quiet">{messages.notPlanned}</span> : <Time at={job.nextRunAt} />;
}

interface JobControls {
  readonly run: (job: Job) => ReactNode;
  readonly schedule: (job: Job) => ReactNode;
}

export function jobColumns(
  messages: Messages['jobs'],
  isOfAll: boolean,
  controls: JobControls,
): readonly Column<Job>[] {
  const link = ({ name, director }: Job) => (
    <Link to="/jobs/$name" params={{ name }} search={isOfAll ? { director } : {}}>
      {name}
    </Link>
  );
  return [
    {
      id: 'job',
      isName: true,
      fold: 'lead',
      head: messages.job,
      width: [128, 2],
      sort: { up: 'name', down: 'name' },
      cell: link,
    },
    { id: 'director', head: messages.director, ...extra, isExtra: !isOfAll, cell: (job) => job.director },
    {
      id: 'client',
      isName: true,
      head: messages.client,
      width: [96, 1.3],
      sort: { up: 'client', down: 'client' },
      cell: (job) => job.client,
    },
    {
      id: 'protection',
      fold: 'side',
      head: messages.protection,
      width: [136, 0.5],
      sort: { up: 'protection', down: 'protection' },
      cell: (job) => <JobProtection of={job.protection} />,
    },
    { id: 'results', fold: 'rare', head: messages.results, width: [172, 0], cell: (job) => <LastResults job={job} /> },
    {
      id: 'last',
      head: messages.lastRun,
      width: [164, 1.8],
      isLong: true,
      cell: (job) => <LastRun {...{ job, messages, isOfAll }} />,
    },
    { id: 'good', fold: 'rare', head: messages.lastGood, width: [100, 1.1], cell: (job) => <LastGood job={job} /> },
    {
      id: 'next',
      fold: 'rare',
      head: messages.next,
      width: [100, 1.1],
      sort: { up: 'nextRun', down: 'nextRun' },
      cell: (job) => <NextRun {...{ job, messages }} />,
    },
    ...extraColumns(messages, controls),
    { id: 'run', head: messages.run, width: [104, 0], cell: controls.run },
  ];
}

/** What is shown only where somebody chose it. */
function extraColumns(messages: Messages['jobs'], { schedule }: JobControls): readonly Column<Job>[] {
  return [
    { id: 'type', head: messages.type, ...extra, cell: (job) => job.type },
    { id: 'level', head: messages.level, ...extra, cell: (job) => job.level },
    { id: 'fileset', head: messages.fileset, ...extra, cell: (job) => job.fileset },
    { id: 'pool', head: messages.pool, ...extra, cell: (job) => job.pool },
    { id: 'storage', head: messages.storage, ...extra, cell: (job) => job.storage },
    { id: 'priority', head: messages.priority, ...extra, isFigure: true, cell: (job) => job.priority },
    { id: 'schedule', head: messages.schedule, ...extra, width: [112, 0], cell: schedule },
  ];
}
