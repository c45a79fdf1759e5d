import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useChosenDirector } from '../../api/directors';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { type Column } from '../../data-table/column';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { count } from '../../components/format';
import { useMessages } from '../../i18n/messages';
import { Bytes } from './run-columns';

type Part = Schemas['RunVolumeRecord'];

function VolumeLink({ volume, director }: { readonly volume: string; readonly director: string }) {
  const { director: chosen } = useChosenDirector();
  return (
    <Link to="/storage/volumes/$name" params={{ name: volume }} search={chosen === '*' ? { director } : {}}>
      {volume}
    </Link>
  );
}

function useVolumeColumns(director: string): readonly Column<Part>[] {
  const messages = useMessages('run');
  const mayRead = usePermissionError('media:read') === null;
  const { exactBytes } = useMessages('runs');
  return [
    {
      id: 'volume',
      isName: true,
      fold: 'lead',
      head: messages.volume,
      width: [140, 2],
      cell: ({ volume }) => (mayRead ? <VolumeLink {...{ volume, director }} /> : volume),
    },
    { id: 'pool', head: messages.pool, cell: ({ pool }) => pool ?? '–' },
    { id: 'medium', head: messages.medium, cell: ({ mediaType }) => mediaType },
    {
      id: 'part',
      head: messages.part,
      isFigure: true,
      width: [152, 0],
      cell: ({ firstIndex, lastIndex }) => `${count(firstIndex)} – ${count(lastIndex)}`,
    },
    {
      id: 'bytes',
      head: messages.onVolume,
      isFigure: true,
      width: [136, 0],
      cell: ({ bytes }) => <Bytes of={bytes} exactly={exactBytes} />,
    },
  ];
}

/** Directors record the volumes that backups write, not those that restores read. */
function NoVolumes({ run: { type, restore } }: { readonly run: Run }) {
  const messages = useMessages('run');
  const ofRestores = useMessages('runRestore');
  if (type !== 'Restore') return <Empty>{messages.noVolumes}</Empty>;
  const jobids = restore?.jobids ?? [];
  return (
    <Empty>
      {ofRestores.noVolumes} {jobids.length > 0 && ofRestores.readVolumes}{' '}
      {jobids.map((jobId) => (
        <Fragment key={jobId}>
          <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} search={{ tab: 'volumes' }}>
            {ofRestores.run(jobId)}
          </Link>{' '}
        </Fragment>
      ))}
    </Empty>
  );
}

/** The parts of volumes that the run wrote or read. */
export function RunVolumes({ run }: { readonly run: Run }) {
  const { jobId, director, status } = run;
  const messages = useMessages('run');
  const columns = useColumns('run-volumes', useVolumeColumns(director));
  const pages = useApiInfiniteQuery(['volumes', 'run', director, jobId, status], (api, cursor, signal) =>
    api.GET('/api/v1/operations/runs/{jobId}/volumes', {
      params: { path: { jobId }, query: { director, limit: 200, ...cursor } },
      signal,
    }),
  );
  const keyOf = ({ volume, firstIndex }: Part) => `${volume} ${firstIndex}`;
  return (
    <>
      <AsCurl path={`/operations/runs/${jobId}/volumes?director=${encodeURIComponent(director)}`} />
      <DataList {...{ label: messages.volumes, columns, pages, keyOf }} empty={<NoVolumes run={run} />} />
    </>
  );
}
