import { type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { useAskedPages } from '../api/queries';
import { type Run } from '../api/stream';
import { type Column } from '../list/column';
import { DataList } from '../list/data-list';
import { useColumns } from '../list/use-columns';
import { AsCurl } from '../parts/as-curl';
import { Empty } from '../parts/empty';
import { State } from '../parts/state';
import { Time } from '../parts/time';
import { eventSummaryWords } from '../words/event-summary.words';
import { useWords } from '../words/words';
import { runWords } from './run.words';

type Told = Schemas['EventRecord'];

const looks: Readonly<Record<Told['severity'], string>> = {
  info: 'unknown',
  warning: 'warning',
  error: 'error',
  critical: 'crit',
};

const keyOf = ({ id }: Told): string => id;

function useEventColumns(): readonly Column<Told>[] {
  const words = useWords(runWords);
  const { summary } = useWords(eventSummaryWords);
  return [
    { id: 'at', head: words.at, width: [152, 0], cell: ({ timestamp }) => <Time at={timestamp} as="short" /> },
    {
      id: 'severity',
      fold: 'side',
      head: words.severity,
      width: [168, 0],
      cell: ({ severity }) => <State of={looks[severity]} text={words.severities[severity]} />,
    },
    { id: 'type', fold: 'rare', head: words.event, width: [192, 0], cell: ({ type }) => <code>{type}</code> },
    {
      id: 'what',
      isName: true,
      fold: 'lead',
      head: words.what,
      width: [200, 3],
      cell: (event) => <span title={summary(event)}>{summary(event)}</span>,
    },
  ];
}

/** What was told of the run to whom it may concern; who may not read events reads why. */
export function RunEvents({ run: { director, uniqueName } }: { readonly run: Run }) {
  const words = useWords(runWords);
  const denial = useDenial('notifications:read');
  const columns = useColumns('run-events', useEventColumns());
  const subject = `run:${director}:${uniqueName}`;
  const pages = useAskedPages(
    ['runs', 'events', subject],
    (api, cursor, signal) => api.GET('/api/v1/admin/events', { params: { query: { subject, ...cursor } }, signal }),
    { enabled: denial === null },
  );
  if (denial !== null) return <Empty>{denial}</Empty>;
  return (
    <>
      <AsCurl path={`/admin/events?subject=${encodeURIComponent(subject)}`} />
      <DataList {...{ label: words.events, columns, pages, keyOf }} empty={<Empty>{words.noEvents}</Empty>} />
    </>
  );
}
