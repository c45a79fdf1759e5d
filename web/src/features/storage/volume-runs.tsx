import { Link, useNavigate } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Column } from '../../data-table/column';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { count, size } from '../../components/format';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';

type VolumeRun = Schemas['VolumeRunRecord'];

/** The runs that lie on a volume, newest first. */
export function VolumeRuns({ volume, director }: { readonly volume: string; readonly director: string }) {
  const messages = useMessages('volumes');
  const navigate = useNavigate();
  const seesRuns = usePermissionError('jobs:read') === null;
  const columns = useColumns('volume-runs', useRunColumns(seesRuns));
  const key = ['volumes', 'runs', director, volume] as const;
  const pages = useApiInfiniteQuery(key, (api, cursor, signal) =>
    api.GET('/api/v1/storage-media/volumes/{name}/runs', {
      params: { path: { name: volume }, query: { director, limit: 100, ...cursor } },
      signal,
    }),
  );
  const open = ({ jobId }: VolumeRun) => void navigate({ to: '/runs/$jobId', params: { jobId: String(jobId) } });
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">{messages.runsOn}</h2>
      <AsCurl
        path={`/storage-media/volumes/${encodeURIComponent(volume)}/runs?director=${encodeURIComponent(director)}`}
      />
      <DataList
        {...{ label: messages.runsOn, columns, pages, keyOf: ({ uniqueName }: VolumeRun) => uniqueName }}
        {...(seesRuns ? { open } : {})}
        empty={<Empty>{messages.runsNone}</Empty>}
      />
    </section>
  );
}

function OnIt({ bytes }: { readonly bytes: number }) {
  const messages = useMessages('volumes');
  const shared = useMessages('storage');
  // A tape of Bacula does not tell how much of it is whose.
  if (bytes === 0) return <span className="quiet">{messages.notTold}</span>;
  return <span title={shared.bytes(count(bytes))}>{size(bytes)}</span>;
}

function useRunColumns(seesRuns: boolean): readonly Column<VolumeRun>[] {
  const messages = useMessages('volumes');
  return [
    {
      id: 'run',
      head: messages.run,
      width: [88, 0],
      cell: ({ jobId }) =>
        seesRuns ? (
          <Link to="/runs/$jobId" params={{ jobId: String(jobId) }}>
            {jobId}
          </Link>
        ) : (
          jobId
        ),
    },
    { id: 'state', fold: 'side', head: messages.state, cell: ({ status }) => <State of={status} /> },
    { id: 'job', isName: true, fold: 'lead', head: messages.job, width: [120, 1.4], cell: ({ job }) => job },
    { id: 'client', head: messages.client, cell: ({ client }) => client },
    { id: 'level', head: messages.level, cell: ({ type, level }) => (type === 'Backup' ? level : type) },
    {
      id: 'ended',
      head: messages.ended,
      width: [140, 1],
      cell: ({ endedAt }) => (endedAt === null ? '–' : <Time at={endedAt} />),
    },
    { id: 'files', head: messages.files, isFigure: true, cell: ({ files }) => count(files) },
    {
      id: 'bytes',
      head: messages.onIt,
      isFigure: true,
      width: [168, 1],
      cell: ({ bytesOnVolume }) => <OnIt bytes={bytesOnVolume} />,
    },
  ];
}
