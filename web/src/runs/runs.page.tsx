import { ask } from './api';
import { count, duration, size } from './format';
import { Empty, Shown, State, Time } from './parts';
import { addressOf } from './route';
import { type Run, useRunFeed } from './run-feed';
import { Cell, Row, Table } from './table';
import { Title } from './title';
import { useData } from './use-data';

const loadRuns = () => ask((api) => api.GET('/api/v1/operations/jobs/recent', { params: { query: { limit: 50 } } }));
const heads = ['Run', 'State', 'Job', 'Level', 'Queued', 'Took', 'Files', 'Bytes'];

export function RunsView() {
  const runs = useData('runs', loadRuns);
  useRunFeed(runs.reload);
  return (
    <>
      <Title>Recent runs</Title>
      <Shown of={runs} rows={6}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? (
              <Empty>
                Nothing has run yet. <a href={addressOf('jobs')}>Run a job</a>, and it appears here.
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
    <a href={addressOf('runs', String(run.jobId))} aria-label={`Run ${run.jobId}`}>
      {run.jobId}
    </a>
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
