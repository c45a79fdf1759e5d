import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePermissionError } from '../../api/disabled-reason';
import { useChosenDirector, useSources } from '../../api/directors';
import { type Page, useApiQuery, useApiInfiniteQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { type AcrossPage, askAcross, type Silent } from './all-clients-search';
import { EntryList, type Kept, keptColumns } from './entry-list';
import { FoundCount } from './match-count';
import { IndexStanding } from './index-status';
import { LongWait } from './long-wait';
import { filtersOf, SearchForm } from './search-form';
import { type SourceClients } from './use-client-options';
import { type Choice } from './use-restore-state';

interface ByNameProps {
  readonly choice: Choice;
  readonly sources: SourceClients;
}

/** A file by its name, over all clients and times, and over all Directors where all are looked at. */
export function ByName({ choice, sources }: ByNameProps) {
  const messages = useMessages('restore');
  return (
    <section aria-labelledby="which" data-step="1">
      <h2 id="which">{messages.steps.file}</h2>
      <SearchForm {...{ choice, sources }} of="name" />
      <AsCurl path="/restore/files" query={{ ...wantedOf(choice, useZone()), q: choice.query.name ?? 'report' }} />
      <IndexStanding />
      {choice.query.name === undefined ? (
        <Begin />
      ) : choice.isOfAll ? (
        <FoundAcross {...{ choice, sources }} />
      ) : (
        <FoundAtOne {...{ choice, sources }} />
      )}
    </section>
  );
}

/** Before a search; where nothing was backed up yet, none would find anything. */
function Begin() {
  const messages = useMessages('restore');
  const query = { ...useChosenDirector(), type: 'Backup', status: 'completed,warning', limit: 1 };
  const enabled = usePermissionError('jobs:read') === null;
  const { data } = useApiQuery(
    ['runs', 'any backup', query],
    (api, signal) => api.GET('/api/v1/operations/runs', { params: { query }, signal }),
    { enabled },
  );
  if (data?.items.length !== 0) return <Empty>{messages.beginSearch}</Empty>;
  return (
    <Empty>
      {messages.noBackups} <Link to="/jobs">{messages.runFirst}</Link>
    </Empty>
  );
}

function wantedOf({ query }: Choice, zone: string | undefined) {
  return {
    q: query.name ?? '',
    limit: 100,
    ...filtersOf(query, zone),
    ...(query.only === undefined ? {} : { client: query.only }),
  };
}

function FoundAtOne(props: ByNameProps) {
  const wanted = { ...wantedOf(props.choice, useZone()), ...useChosenDirector() };
  const pages = useApiInfiniteQuery(['files', wanted], (api, cursor, signal) =>
    api.GET('/api/v1/restore/files', { params: { query: { ...wanted, ...cursor } }, signal }),
  );
  return <Found {...props} pages={pages} />;
}

function FoundAcross(props: ByNameProps) {
  const wanted = wantedOf(props.choice, useZone());
  const directors = useSources().map(({ name }) => name);
  const pages = useApiInfiniteQuery<Kept, AcrossPage<Kept>>(
    ['files', 'across', wanted, directors],
    (api, { cursor }, signal) =>
      askAcross(directors, cursor, signal, (director, own, given) =>
        api.GET('/api/v1/restore/files', { params: { query: { ...wanted, director, ...own } }, signal: given }),
      ),
    { enabled: directors.length > 0 },
  );
  return (
    <>
      <NotSearched of={pages.data?.pages.flatMap(({ silent }) => silent) ?? []} retry={() => void pages.refetch()} />
      <Found {...props} pages={pages} />
    </>
  );
}

/** A line for each Director whose files are not among those that were found. */
function NotSearched({ of, retry }: { readonly of: readonly Silent[]; readonly retry: () => void }) {
  const messages = useMessages('restore');
  const { text } = useMessages('problem');
  return (
    <div role="status">
      {of.map(({ director, problem }) => (
        <p key={director} className="note" data-look="warn">
          {problem === null ? messages.tooSlow(director) : messages.notSearched(director, text(problem))}{' '}
          <button type="button" className="bare" onClick={retry}>
            {messages.searchAgain}
          </button>
        </p>
      ))}
    </div>
  );
}

interface FoundProps extends ByNameProps {
  readonly pages: UseInfiniteQueryResult<InfiniteData<Page<Kept>>>;
}

function Found({ choice, sources: { areMany }, pages }: FoundProps) {
  const messages = useMessages('restore');
  return (
    <>
      <LongWait isWaiting={pages.isFetching} say={messages.searching} />
      <FoundCount of={pages} />
      <EntryList
        {...{ choice, pages, list: 'kept', columns: keptColumns(messages, choice, areMany) }}
        empty={!pages.hasNextPage && <Empty>{messages.foundNone}</Empty>}
      />
    </>
  );
}
