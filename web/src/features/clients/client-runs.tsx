import { Link, useNavigate } from '@tanstack/react-router';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { count, duration, size } from '../../components/format';
import { filesText } from '../../components/run-files';
import { RunState } from '../../components/run-state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { type Client } from './use-client-stats';

function useRunColumns(): readonly Column<Run>[] {
  const messages = useMessages('client');
  return [
    { id: 'run', head: messages.run, width: [72, 0], cell: (run) => <RunLink run={run} /> },
    { id: 'state', fold: 'side', head: messages.state, width: [112, 1], cell: (run) => <RunState of={run} /> },
    { id: 'job', isName: true, fold: 'lead', head: messages.job, width: [140, 3], cell: ({ job }) => job },
    {
      id: 'level',
      head: messages.level,
      width: [88, 1],
      cell: ({ type, level }) => (type === 'Backup' ? level : type),
    },
    { id: 'queued', head: messages.queued, width: [112, 1], cell: ({ queuedAt }) => <Time at={queuedAt} /> },
    {
      id: 'took',
      fold: 'rare',
      head: messages.took,
      width: [96, 0.5],
      isFigure: true,
      cell: ({ durationSeconds }) => duration(durationSeconds),
    },
    {
      id: 'files',
      fold: 'rare',
      head: messages.files,
      width: [72, 0.5],
      isFigure: true,
      cell: filesText,
    },
    { id: 'bytes', head: messages.bytes, width: [84, 0.5], isFigure: true, cell: (run) => <Bytes run={run} /> },
  ];
}

function RunLink({ run: { jobId } }: { readonly run: Run }) {
  const { runOf } = useMessages('client');
  return (
    <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} aria-label={runOf(jobId)}>
      {jobId}
    </Link>
  );
}

function Bytes({ run }: { readonly run: Run }) {
  const { bytesExact } = useMessages('client');
  const bytes = run.progress?.bytes ?? run.bytes;
  return <span title={bytesExact(count(bytes))}>{size(bytes)}</span>;
}

/** Everything that ran for it, newest first. */
export function ClientRuns({ client: { name, director } }: { readonly client: Client }) {
  const messages = useMessages('client');
  const navigate = useNavigate();
  const pages = useApiInfiniteQuery(['runs', 'of-client', director, name], (api, cursor, signal) =>
    api.GET('/api/v1/operations/runs', {
      params: { query: { director, client: name, limit: 50, ...cursor } },
      signal,
    }),
  );
  const columns = useColumns('client-runs', useRunColumns());
  const open = ({ jobId }: Run) => void navigate({ to: '/runs/$jobId', params: { jobId: String(jobId) } });
  const query = new URLSearchParams({ director, client: name }).toString();
  return (
    <section aria-labelledby="client-runs">
      <div className="head">
        <h2 id="client-runs">{messages.history}</h2>
        <span className="row">
          <AsCurl path={`/operations/runs?${query}`} />
          <ColumnChoice of={columns} />
        </span>
      </div>
      <DataList
        label={messages.history}
        {...{ columns, pages, open }}
        keyOf={({ uniqueName }) => uniqueName}
        empty={<Empty>{messages.noRuns}</Empty>}
      />
    </section>
  );
}
