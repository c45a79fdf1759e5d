import { useNavigate } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type Schemas } from '../../api/request';
import { useAreMany } from '../../api/directors';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { count, duration, size } from '../../components/format';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { AsTable } from '../../charts/chart-as-table';
import { messagesOf, useMessages } from '../../i18n/messages';
import { type Entry, isLate, keyOfEntry } from './entries';
import { secondsOf, stateWord } from './calendar-summary';

type Pages = UseInfiniteQueryResult<InfiniteData<Schemas['CalendarPage']>>;

/** The same entries as rows. */
export function CalendarTable({ pages }: { readonly pages: Pages }) {
  const messages = useMessages('calendar');
  return (
    <AsTable label={messages.table}>
      <Rows pages={pages} />
    </AsTable>
  );
}

function Rows({ pages }: { readonly pages: Pages }) {
  const messages = useMessages('calendar');
  const navigate = useNavigate();
  const columns = useColumns('calendar', columnsOf(useAreMany()));
  const open = ({ run, director }: Entry) => {
    if (run) void navigate({ to: '/runs/$jobId', params: { jobId: String(run.jobId) }, search: { director } });
  };
  return (
    <>
      <div className="bar">
        <span className="far">
          <ColumnChoice of={columns} />
        </span>
      </div>
      <DataList label={messages.title} keyOf={keyOfEntry} empty={null} {...{ columns, pages, open }} />
    </>
  );
}

function columnsOf(isOfAll: boolean): readonly Column<Entry>[] {
  const { heads, unplanned } = messagesOf('calendar');
  return [
    { id: 'at', head: heads.at, cell: ({ at }) => <Time at={at} as="short" /> },
    { id: 'state', fold: 'side', head: heads.state, cell: (entry) => <EntryState of={entry} /> },
    {
      id: 'job',
      isName: true,
      fold: 'lead',
      head: heads.job,
      cell: (entry) => <JobName of={entry} />,
      width: [120, 2],
    },
    { id: 'client', isName: true, head: heads.client, cell: ({ client }) => client ?? '–' },
    { id: 'director', head: heads.director, cell: ({ director }) => director, isExtra: !isOfAll },
    { id: 'level', head: heads.level, cell: ({ level }) => level ?? '–' },
    {
      id: 'planned',
      fold: 'rare',
      head: heads.planned,
      cell: ({ plannedAt }) =>
        plannedAt === null ? <span className="quiet">{unplanned}</span> : <Time at={plannedAt} as="short" />,
    },
    {
      id: 'delay',
      fold: 'rare',
      head: heads.delay,
      isFigure: true,
      cell: (entry) => (isLate(entry) ? duration(entry.delaySeconds) : '–'),
    },
    { id: 'took', head: heads.took, isFigure: true, cell: (entry) => duration(secondsOf(entry)) },
    {
      id: 'bytes',
      head: heads.bytes,
      isFigure: true,
      isExtra: true,
      cell: ({ run }) => (run ? <span title={count(run.bytes)}>{size(run.bytes)}</span> : '–'),
    },
  ];
}

function EntryState({ of }: { readonly of: Entry }) {
  const known = { missed: 'error', late: 'warn' }[of.state as string] ?? of.state;
  return <State of={known} text={stateWord(of.state)} />;
}

function JobName({ of: { run, job, director } }: { readonly of: Entry }) {
  if (!run) return job;
  return (
    <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }} search={{ director }}>
      {job}
    </Link>
  );
}
