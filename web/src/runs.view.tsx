import { ask } from './api';
import { count, duration, size } from './format';
import { Empty, Fault, Placeholder, State, Table, Time } from './parts';
import { addressOf } from './route';
import { type Run, useRunFeed } from './run-feed';
import { useData } from './use-data';

const loadRuns = () => ask((api) => api.GET('/api/v1/operations/jobs/recent', { params: { query: { limit: 50 } } }));

export function RunsView() {
  const { data, problem, reload } = useData('runs', loadRuns);
  useRunFeed(reload);
  return (
    <>
      <h1>Recent runs</h1>
      <Fault problem={problem} retry={reload} />
      {data === null && !problem && <Placeholder rows={6} />}
      {data?.items.length === 0 && (
        <Empty>
          Nothing has run yet. <a href={addressOf('jobs')}>Run a job</a>, and it appears here.
        </Empty>
      )}
      {data !== null && data.items.length > 0 && (
        <Table label="Recent runs" heads={['Run', 'State', 'Job', 'Level', 'Queued', 'Took', 'Files', 'Bytes']}>
          {data.items.map((run) => (
            <RunRow key={run.uniqueName} run={run} />
          ))}
        </Table>
      )}
      {data?.nextCursor && <p className="quiet">The newest 50. The API has all of them.</p>}
    </>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  return (
    <tr>
      <th scope="row" className="figure">
        <a href={addressOf('runs', String(run.jobId))} aria-label={`Run ${run.jobId}`}>
          {run.jobId}
        </a>
      </th>
      <td>
        <State of={run.status} />
      </td>
      <td>{run.job}</td>
      <td>{run.type === 'Backup' ? run.level : run.type}</td>
      <td>
        <Time at={run.queuedAt} />
      </td>
      <td className="figure">{duration(run.durationSeconds)}</td>
      <td className="figure">{count(run.progress?.files ?? run.files)}</td>
      <td className="figure" title={`${count(run.bytes)} bytes`}>
        {size(run.progress?.bytes ?? run.bytes)}
      </td>
    </tr>
  );
}
