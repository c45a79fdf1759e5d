import { getRouteApi, Link } from '@tanstack/react-router';
import { useAreMany } from '../../api/directors';
import { type Run } from '../../api/stream';
import { JobsTabs } from '../../app/jobs-tabs';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { Filters } from '../../data-table/filters';
import { useSelection } from '../../data-table/selection';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { ErrorMessage } from '../../components/error-message';
import { Title } from '../../components/title';
import { useZone, ZoneNote } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { BulkBar } from './bulk-bar';
import { runColumns } from './run-columns';
import { useRunFilters } from './run-filters';
import { keyOf } from './run-list-cache';
import { filterNames, pathOf, queryOf, type RunSearch, type RunsQuery } from './run-query';
import { type RunList, useRunList } from './use-run-list';
import './runs.css';

const route = getRouteApi('/runs');

export function RunsPage() {
  const messages = useMessages('runs');
  const search = route.useSearch();
  const query = queryOf(search, useZone());
  const list = useRunList(query);
  const { pages, rows, problem, look } = list;
  const isOfAll = search.director === '*';
  const columns = useColumns('runs', runColumns(messages, useMessages('waiting'), useAreMany()));
  const selection = useSelection<Run>(keyOf, ({ jobId }) => messages.named(jobId));
  const navigate = route.useNavigate();
  const open = ({ jobId, director }: Run) =>
    void navigate({ to: '/runs/$jobId', params: { jobId: String(jobId) }, search: isOfAll ? { director } : {} });
  const sort = {
    value: query.sort ?? 'newest',
    choose: (order: string) => void navigate({ search: (old) => ({ ...old, sort: order }) }),
  };
  return (
    <>
      <Title>{messages.title}</Title>
      <div className="runs-tabs">
        <JobsTabs />
        <Fresh of={list} />
      </div>
      <div className="bar filters">
        <RunFilters search={search} />
        <span className="far">
          <ZoneNote />
          <CountOfRuns {...{ query, shown: rows.length, asOf: rows[0]?.uniqueName ?? '', isDue: !pages.isPending }} />
          <AsCurl path={pathOf(query)} />
          <ColumnChoice of={columns} />
        </span>
      </div>
      <ErrorMessage
        problem={pages.error ? null : problem}
        retry={look}
        knownAt={pages.data ? pages.dataUpdatedAt : null}
      />
      <DataList
        {...{ label: messages.list, columns, pages, keyOf, open, sort, selection }}
        empty={<None of={search} />}
      />
      <BulkBar {...{ selection, rows, onDone: look }} />
    </>
  );
}

/** In the line of the tabs, where it moves nothing. */
function Fresh({ of: { waiting, isMany, take } }: { readonly of: RunList }) {
  const messages = useMessages('runs');
  const show = () => {
    take();
    window.scrollTo({ top: 0 });
  };
  return (
    <span className="fresh-rows" role="status">
      {waiting > 0 && (
        <button type="button" onClick={show} title={messages.showFresh}>
          {messages.fresh(waiting, isMany)} ↑
        </button>
      )}
    </span>
  );
}

function RunFilters({ search }: { readonly search: RunSearch }) {
  const messages = useMessages('runs');
  const filters = useRunFilters(search);
  const navigate = route.useNavigate();
  const choose = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...changes }) });
  return (
    <div className="filter-group" role="search" aria-label={messages.list}>
      <Filters {...{ filters, choose }} values={search} />
    </div>
  );
}

interface CountOfRunsProps {
  readonly query: RunsQuery;
  readonly shown: number;
  /** The newest run that is shown: the count is of the same moment as the list. */
  readonly asOf: string;
  readonly isDue: boolean;
}

function CountOfRuns({ query, shown, asOf, isDue }: CountOfRunsProps) {
  return (
    <Count
      of={['run-list', JSON.stringify(query), asOf]}
      ask={(api, signal) =>
        api.GET('/api/v1/operations/runs', { params: { query: { ...query, limit: 1, count: true } }, signal })
      }
      {...{ shown, isDue }}
    />
  );
}

function None({ of }: { readonly of: RunSearch }) {
  const messages = useMessages('runs');
  if (filterNames.some((name) => of[name] !== undefined)) return <Empty>{messages.noMatch}</Empty>;
  return (
    <Empty>
      {messages.empty} <Link to="/jobs">{messages.emptyRun}</Link> {messages.emptyThen}
    </Empty>
  );
}
