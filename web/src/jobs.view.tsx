import { useState } from 'react';
import { ask, asProblem, type Problem, type Schemas } from './api';
import { Empty, Fault, Placeholder, State, Table, Time } from './parts';
import { addressOf, goTo } from './route';
import { useRunFeed } from './run-feed';
import { useData } from './use-data';

type Job = Schemas['JobRecord'];

const loadJobs = () => ask((api) => api.GET('/api/v1/operations/jobs', { params: { query: { limit: 500 } } }));

export function JobsView({ mayRun }: { readonly mayRun: boolean }) {
  const { data, problem, reload } = useData('jobs', loadJobs);
  const [refused, setRefused] = useState<Problem | null>(null);
  useRunFeed(reload);
  return (
    <>
      <h1>Jobs</h1>
      <Fault problem={problem} retry={reload} />
      <Fault problem={refused} />
      {data === null && !problem && <Placeholder />}
      {data?.items.length === 0 && (
        <Empty>
          No job is configured. Add one to <code>director.yaml</code> in the data folder, then restart the console.
        </Empty>
      )}
      {data !== null && data.items.length > 0 && (
        <Table label="Configured jobs" heads={['Job', 'Client', 'Fileset', 'Last run', 'Next', 'Run']}>
          {data.items.map((job) => (
            <JobRow key={job.name} job={job} mayRun={mayRun} onRefused={setRefused} />
          ))}
        </Table>
      )}
    </>
  );
}

interface JobRowProps {
  readonly job: Job;
  readonly mayRun: boolean;
  readonly onRefused: (problem: Problem | null) => void;
}

function JobRow({ job, mayRun, onRefused }: JobRowProps) {
  return (
    <tr>
      <th scope="row">{job.name}</th>
      <td>{job.client}</td>
      <td>{job.fileset}</td>
      <td>
        {job.lastRun ? (
          <>
            <State of={job.lastRun.status} />{' '}
            <a href={addressOf('runs', String(job.lastRun.jobId))}>run {job.lastRun.jobId}</a>
            {', '}
            <Time at={job.lastRun.endedAt ?? job.lastRun.queuedAt} />
          </>
        ) : (
          <span className="quiet">never</span>
        )}
      </td>
      <td>{job.nextRunAt ? <Time at={job.nextRunAt} /> : <span className="quiet">not planned</span>}</td>
      <td>
        {job.type === 'Backup' ? (
          <RunJob job={job} mayRun={mayRun} onRefused={onRefused} />
        ) : (
          <a href={addressOf('restore')}>Choose files</a>
        )}
      </td>
    </tr>
  );
}

/** The job's own level is one key away; the other allowed ones are in the menu beside it. */
function RunJob({ job, mayRun, onRefused }: JobRowProps) {
  const [level, setLevel] = useState(job.level);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    onRefused(null);
    try {
      const headers = { 'Idempotency-Key': `page-${Date.now()}-${Math.random()}` };
      const body = { job: job.name, level };
      const started = await ask((api) =>
        api.POST('/api/v1/operations/jobs/run', { body, params: { header: headers } }),
      );
      goTo(addressOf('runs', String(started.jobId)));
    } catch (error) {
      onRefused(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <span className="row">
      <select aria-label={`Level of ${job.name}`} value={level} onChange={(event) => setLevel(event.target.value)}>
        {job.allowedLevels.map((allowed) => (
          <option key={allowed}>{allowed}</option>
        ))}
      </select>
      <button
        type="button"
        className="primary"
        aria-label={`Run ${job.name}`}
        disabled={busy || !mayRun}
        title={mayRun ? undefined : 'Your role lacks jobs:run.'}
        onClick={() => void run()}
      >
        Run
      </button>
    </span>
  );
}
