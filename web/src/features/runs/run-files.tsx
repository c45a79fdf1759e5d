import { type Schemas } from '../../api/request';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { isUnfinished } from '../../components/run-status';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { Bytes } from './run-columns';

type Entry = Schemas['RunFileRecord'];

const pageOf = 200;

function useFileColumns(isRestore: boolean): readonly Column<Entry>[] {
  const messages = useMessages('run');
  const restored = useRestoredColumns();
  const { exactBytes } = useMessages('runs');
  const path = ({ path: text, lossy }: Entry) => (
    <span className="path" title={lossy ? `${text}\n${messages.lossy}` : text}>
      {text}
    </span>
  );
  const bytes = ({ type, size }: Entry) => (type === 'file' ? <Bytes of={size} exactly={exactBytes} /> : '–');
  return [
    ...(isRestore ? restored : []),
    { id: 'path', isName: true, fold: 'lead', head: messages.path, width: [200, 4], cell: path },
    { id: 'kind', fold: 'rare', head: messages.kind, width: [88, 0], cell: ({ type }) => messages.kinds[type] },
    { id: 'size', head: messages.size, isFigure: true, width: [112, 0], cell: bytes },
    {
      id: 'modified',
      head: messages.modified,
      width: [152, 0],
      cell: ({ modifiedAt }) => (modifiedAt === null ? '–' : <Time at={modifiedAt} as="short" />),
    },
    {
      id: 'mode',
      head: messages.mode,
      width: [88, 0],
      isExtra: true,
      cell: ({ mode }) => <code>{(mode & 0o7777).toString(8).padStart(4, '0')}</code>,
    },
  ];
}

const looks = { restored: 'completed', skipped: 'skipped', failed: 'error' } as const;

/** What a restore did with each file, before what the file is. */
function useRestoredColumns(): readonly Column<Entry>[] {
  const messages = useMessages('runRestore');
  return [
    {
      id: 'outcome',
      fold: 'side',
      head: messages.outcome,
      width: [136, 0],
      cell: ({ outcome = 'restored' }) => <State of={looks[outcome]} text={messages.outcomes[outcome]} />,
    },
    {
      id: 'reason',
      head: messages.reason,
      width: [96, 2],
      cell: ({ reason = null }) => (reason === null ? '' : <span title={reason}>{reason}</span>),
    },
    { id: 'from', head: messages.fromRun, isFigure: true, width: [88, 0], cell: ({ jobId }) => jobId },
  ];
}

function NoRestoredFiles({ run }: { readonly run: Run }) {
  const messages = useMessages('runRestore');
  return <Empty>{isUnfinished(run) ? messages.listLater : messages.noList}</Empty>;
}

function NoFiles({ run }: { readonly run: Run }) {
  const messages = useMessages('run');
  return (
    <Empty>
      {messages.noFiles} {isUnfinished(run) ? messages.filesLater : run.files > 0 && messages.filesGone}
    </Empty>
  );
}

const keyOf = ({ fileId, ref }: Entry): string => `${fileId ?? ''} ${ref}`;

/** The files that the run itself recorded. */
export function RunFiles({ run }: { readonly run: Run }) {
  const { jobId, director } = run;
  const messages = useMessages('run');
  const isRestore = run.type === 'Restore';
  const columns = useColumns(isRestore ? 'restored-files' : 'run-files', useFileColumns(isRestore));
  const path = { jobId };
  // What stands in it changes with the end of the run alone.
  const key = ['run-files', director, run.uniqueName, run.status] as const;
  const pages = useApiInfiniteQuery(
    key,
    (api, cursor, signal) =>
      api.GET('/api/v1/operations/runs/{jobId}/files', {
        params: { path, query: { director, limit: pageOf, ...cursor } },
        signal,
      }),
    { staysAsRead: true },
  );
  const shown = pages.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <>
      <div className="bar">
        <span className="far">
          <Count
            of={key}
            ask={(api, signal) =>
              api.GET('/api/v1/operations/runs/{jobId}/files', {
                params: { path, query: { director, limit: 1, count: true } },
                signal,
              })
            }
            shown={shown}
          />
          <AsCurl path={`/operations/runs/${jobId}/files?director=${encodeURIComponent(director)}`} />
          <ColumnChoice of={columns} />
        </span>
      </div>
      <DataList
        {...{ label: messages.files, columns, pages, keyOf }}
        empty={isRestore ? <NoRestoredFiles run={run} /> : <NoFiles run={run} />}
      />
    </>
  );
}
