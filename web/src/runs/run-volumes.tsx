import { type Schemas } from '../api/ask';
import { useAskedPages } from '../api/queries';
import { type Run } from '../api/stream';
import { type Column } from '../list/column';
import { DataList } from '../list/data-list';
import { useColumns } from '../list/use-columns';
import { AsCurl } from '../parts/as-curl';
import { Empty } from '../parts/empty';
import { count } from '../parts/format';
import { useWords } from '../words/words';
import { Bytes } from './run-columns';
import { runWords } from './run.words';
import { runsWords } from './runs.words';

type Part = Schemas['RunVolumeRecord'];

function useVolumeColumns(): readonly Column<Part>[] {
  const words = useWords(runWords);
  const { exactBytes } = useWords(runsWords);
  return [
    { id: 'volume', head: words.volume, track: 'minmax(140px, 2fr)', cell: ({ volume }) => volume },
    { id: 'pool', head: words.pool, cell: ({ pool }) => pool ?? '–' },
    { id: 'medium', head: words.medium, cell: ({ mediaType }) => mediaType },
    {
      ...{ id: 'part', head: words.part, isFigure: true, track: '152px' },
      cell: ({ firstIndex, lastIndex }) => `${count(firstIndex)} – ${count(lastIndex)}`,
    },
    {
      ...{ id: 'bytes', head: words.bytes, isFigure: true, track: '112px' },
      cell: ({ bytes }) => <Bytes of={bytes} exactly={exactBytes} />,
    },
  ];
}

/** The parts of volumes that the run wrote or read. */
export function RunVolumes({ run: { jobId, director, status } }: { readonly run: Run }) {
  const words = useWords(runWords);
  const columns = useColumns('run-volumes', useVolumeColumns());
  const pages = useAskedPages(['volumes', 'run', director, jobId, status], (api, cursor, signal) =>
    api.GET('/api/v1/operations/runs/{jobId}/volumes', {
      params: { path: { jobId }, query: { director, limit: 200, ...cursor } },
      signal,
    }),
  );
  const keyOf = ({ volume, firstIndex }: Part) => `${volume} ${firstIndex}`;
  return (
    <>
      <div className="bar tools">
        <span className="far">
          <AsCurl path={`/operations/runs/${jobId}/volumes?director=${encodeURIComponent(director)}`} />
        </span>
      </div>
      <DataList {...{ label: words.volumes, columns, pages, keyOf }} empty={<Empty>{words.noVolumes}</Empty>} />
    </>
  );
}
