import { Link } from '@tanstack/react-router';
import { JobsTabs } from '../app/jobs-tabs';
import { useAsked } from '../api/queries';
import { type Run } from '../api/stream';
import { Empty } from '../parts/empty';
import { count, duration, size } from '../parts/format';
import { Shown } from '../parts/shown';
import { State } from '../parts/state';
import { Cell, Row, Table } from '../parts/table';
import { Time } from '../parts/time';
import { Title } from '../parts/title';

const heads = ['Run', 'State', 'Job', 'Level', 'Queued', 'Took', 'Files', 'Bytes'];

export function RunsPage() {
  const runs = useAsked(['runs', 'recent'], (api, signal) =>
    api.GET('/api/v1/operations/jobs/recent', { params: { query: { limit: 50 } }, signal }),
  );
  return (
    <>
      <Title>Recent runs</Title>
      <JobsTabs />
      <Shown of={runs} rows={6}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? (
              <Empty>
                Nothing has run yet. <Link to="/jobs">Run a job</Link>, and it appears here.
              </Empty>
            ) : (
              <Table label="Recent runs" heads={heads} figures={['Took', 'Files', 'Bytes']}>
                {items.map((run) => (
                  <RunRow key={run.uniqueName} run={run} />
                ))}
              </Table>
            )}
            {nextCursor && <p className="quiet after">The newest 50. The API has all of them.</p>}
          </>
        )}
      </Shown>
    </>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const bytes = run.progress?.bytes ?? run.bytes;
  const link = (
    <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }} aria-label={`Run ${run.jobId}`}>
      {run.jobId}
    </Link>
  );
  return (
    <Row name={link}>
      <Cell of="State">
        <State of={run.status} />
      </Cell>
      <Cell of="Job">{run.job}</Cell>
      <Cell of="Level">{run.type === 'Backup' ? run.level : run.type}</Cell>
      <Cell of="Queued">
        <Time at={run.queuedAt} />
      </Cell>
      <Cell of="Took" figure>
        {duration(run.durationSeconds)}
      </Cell>
      <Cell of="Files" figure>
        {count(run.progress?.files ?? run.files)}
      </Cell>
      <Cell of="Bytes" figure title={`${count(bytes)} bytes`}>
        {size(bytes)}
      </Cell>
    </Row>
  );
}
