import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, type Schemas } from '../api/ask';
import { JobsTabs } from '../app/jobs-tabs';
import { useDenial } from '../api/caller';
import { useAsked } from '../api/queries';
import { Denied } from '../parts/denied';
import { Empty } from '../parts/empty';
import { Fault } from '../parts/fault';
import { useRunOrder } from '../parts/run-order';
import { Shown } from '../parts/shown';
import { State } from '../parts/state';
import { Cell, Row, Table } from '../parts/table';
import { Time } from '../parts/time';
import { Title } from '../parts/title';

type Job = Schemas['JobRecord'];

export function JobsPage() {
  const jobs = useAsked(['jobs'], (api, signal) =>
    api.GET('/api/v1/operations/jobs', { params: { query: { limit: 500 } }, signal }),
  );
  const denial = useDenial('jobs:run');
  return (
    <>
      <Title>Jobs</Title>
      <JobsTabs />
      <Denied id="no-run" why={denial} />
      <Shown of={jobs}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              No job is configured. Add one to <code>director.yaml</code> in the data folder, then restart the console.
            </Empty>
          ) : (
            <Table label="Configured jobs" heads={['Job', 'Client', 'Fileset', 'Last run', 'Next', 'Run']}>
              {items.map((job) => (
                <JobRow key={job.name} job={job} mayRun={denial === null} />
              ))}
            </Table>
          )
        }
      </Shown>
    </>
  );
}

interface JobProps {
  readonly job: Job;
  readonly mayRun: boolean;
}

function JobRow({ job, mayRun }: JobProps) {
  return (
    <Row name={job.name}>
      <Cell of="Client">{job.client}</Cell>
      <Cell of="Fileset">{job.fileset}</Cell>
      <Cell of="Last run">{job.lastRun ? <LastRun run={job.lastRun} /> : <span className="quiet">never</span>}</Cell>
      <Cell of="Next">{job.nextRunAt ? <Time at={job.nextRunAt} /> : <span className="quiet">not planned</span>}</Cell>
      <Cell of="Run">
        {job.type === 'Backup' ? <RunJob {...{ job, mayRun }} /> : <Link to="/restore">Choose files</Link>}
      </Cell>
    </Row>
  );
}

function LastRun({ run }: { readonly run: NonNullable<Job['lastRun']> }) {
  return (
    <>
      <State of={run.status} />{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }}>
        run {run.jobId}
      </Link>
      {', '}
      <Time at={run.endedAt ?? run.queuedAt} />
    </>
  );
}

/** The job's own level is one key away; the other allowed ones are in the menu beside it. */
function RunJob({ job, mayRun }: JobProps) {
  const [level, setLevel] = useState(job.level);
  const { action, place } = useRunOrder();
  const run = () =>
    place({ job: job.name, level }, (body, key) => {
      const params = { header: { 'Idempotency-Key': key } };
      return ask((api) => api.POST('/api/v1/operations/jobs/run', { body, params }));
    });
  return (
    <>
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
          disabled={!mayRun}
          aria-disabled={action.busy}
          aria-describedby={mayRun ? undefined : 'no-run'}
          onClick={run}
        >
          Run
        </button>
      </span>
      <Fault problem={action.problem} />
    </>
  );
}
