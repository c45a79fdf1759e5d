import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Schemas } from '../api/ask';
import { type Column } from '../list/column';
import { JobProtection } from '../parts/protection';
import { State } from '../parts/state';
import { Time } from '../parts/time';
import { LastGood, LastResults } from './job-results';
import { type jobsWords } from './jobs.words';

export type Job = Schemas['JobRecord'];
type Words = (typeof jobsWords)['en'];

export const keyOf = ({ director, name }: Pick<Job, 'director' | 'name'>): string => `${director} ${name}`;

const narrow = 'minmax(64px, 1fr)';
const time = 'minmax(64px, 0.96fr)';

interface LastRunProps {
  readonly job: Job;
  readonly words: Words;
  readonly isOfAll: boolean;
  /** With its time. */
  readonly isLong?: boolean;
}

export function LastRun({ job, words, isOfAll, isLong = false }: LastRunProps) {
  const { lastRun } = job;
  if (lastRun === null) return <span className="quiet">{words.never}</span>;
  return (
    <>
      <State of={lastRun.status} />{' '}
      <Link
        to="/runs/$jobId"
        params={{ jobId: String(lastRun.jobId) }}
        search={isOfAll ? { director: lastRun.director } : {}}
      >
        {words.runNumber(lastRun.jobId)}
      </Link>
      {isLong && (
        <>
          {' '}
          <Time at={lastRun.endedAt ?? lastRun.queuedAt} />
        </>
      )}
    </>
  );
}

export function NextRun({ job, words }: { readonly job: Job; readonly words: Words }) {
  if (!job.enabled) return <State of="paused" text={words.isOut} />;
  return job.nextRunAt === null ? <span className="quiet">{words.notPlanned}</span> : <Time at={job.nextRunAt} />;
}

interface JobControls {
  readonly run: (job: Job) => ReactNode;
  readonly schedule: (job: Job) => ReactNode;
}

export function jobColumns(words: Words, isOfAll: boolean, { run, schedule }: JobControls): readonly Column<Job>[] {
  const link = ({ name, director }: Job) => (
    <Link to="/jobs/$name" params={{ name }} search={isOfAll ? { director } : {}} title={name}>
      {name}
    </Link>
  );
  return [
    { id: 'job', head: words.job, track: 'minmax(64px, 1fr)', cell: link },
    { id: 'director', head: words.director, isExtra: !isOfAll, track: narrow, cell: (job) => job.director },
    {
      id: 'client',
      head: words.client,
      track: 'minmax(64px, 1fr)',
      cell: (job) => <span title={job.client}>{job.client}</span>,
    },
    {
      ...{ id: 'protection', head: words.protection, track: '140px' },
      cell: (job) => <JobProtection of={job.protection} />,
    },
    { id: 'results', head: words.results, track: '140px', cell: (job) => <LastResults job={job} /> },
    {
      ...{ id: 'last', head: words.lastRun, track: 'minmax(96px, 1.3fr)' },
      cell: (job) => <LastRun {...{ job, words, isOfAll }} />,
    },
    { id: 'good', head: words.lastGood, track: 'minmax(64px, 1.24fr)', cell: (job) => <LastGood job={job} /> },
    { id: 'next', head: words.next, track: time, cell: (job) => <NextRun {...{ job, words }} /> },
    { id: 'type', head: words.type, isExtra: true, track: narrow, cell: (job) => job.type },
    { id: 'level', head: words.level, isExtra: true, track: narrow, cell: (job) => job.level },
    { id: 'fileset', head: words.fileset, isExtra: true, track: narrow, cell: (job) => job.fileset },
    { id: 'pool', head: words.pool, isExtra: true, track: narrow, cell: (job) => job.pool },
    { id: 'storage', head: words.storage, isExtra: true, track: narrow, cell: (job) => job.storage },
    { id: 'priority', head: words.priority, isExtra: true, isFigure: true, track: narrow, cell: (job) => job.priority },
    { id: 'schedule', head: words.schedule, track: '96px', cell: schedule },
    { id: 'run', head: words.run, track: '200px', cell: run },
  ];
}
