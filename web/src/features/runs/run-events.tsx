import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { type Column } from '../../data-table/column';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';

type Told = Schemas['EventRecord'];

const looks: Readonly<Record<Told['severity'], string>> = {
  info: 'unknown',
  warning: 'warning',
  error: 'error',
  critical: 'crit',
};

const keyOf = ({ id }: Told): string => id;

function useEventColumns(): readonly Column<Told>[] {
  const messages = useMessages('run');
  const { summary } = useMessages('eventSummary');
  return [
    { id: 'at', head: messages.at, width: [152, 0], cell: ({ timestamp }) => <Time at={timestamp} as="short" /> },
    {
      id: 'severity',
      fold: 'side',
      head: messages.severity,
      width: [168, 0],
      cell: ({ severity }) => <State of={looks[severity]} text={messages.severities[severity]} />,
    },
    { id: 'type', fold: 'rare', head: messages.event, width: [192, 0], cell: ({ type }) => <code>{type}</code> },
    {
      id: 'what',
      isName: true,
      fold: 'lead',
      head: messages.what,
      width: [200, 3],
      cell: (event) => <span title={summary(event)}>{summary(event)}</span>,
    },
  ];
}

/** What was told of the run to whom it may concern; who may not read events reads why. */
export function RunEvents({ run: { director, uniqueName } }: { readonly run: Run }) {
  const messages = useMessages('run');
  const denial = usePermissionError('notifications:read');
  const columns = useColumns('run-events', useEventColumns());
  const subject = `run:${director}:${uniqueName}`;
  const pages = useApiInfiniteQuery(
    ['runs', 'events', subject],
    (api, cursor, signal) => api.GET('/api/v1/admin/events', { params: { query: { subject, ...cursor } }, signal }),
    { enabled: denial === null },
  );
  if (denial !== null) return <Empty>{denial}</Empty>;
  return (
    <>
      <AsCurl path={`/admin/events?subject=${encodeURIComponent(subject)}`} />
      <DataList {...{ label: messages.events, columns, pages, keyOf }} empty={<Empty>{messages.noEvents}</Empty>} />
    </>
  );
}
