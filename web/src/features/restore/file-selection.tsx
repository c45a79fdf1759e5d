import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Selection } from '../../data-table/selection';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { EntryList, folderColumns, foundColumns } from './entry-list';
import { FoundCount } from './match-count';
import { IndexStanding } from './index-status';
import { remember } from './entry-cache';
import { LongWait } from './long-wait';
import { merged } from './restore-query';
import { filtersOf, SearchForm } from './search-form';
import { type Choice, type Entry, type Point, toggled, useOwnDirector } from './use-restore-state';

interface WhatProps {
  readonly choice: Choice;
  readonly point: Point;
}

/** The folders of a point, or a search in them; what is ticked goes into the basket. */
export function What({ choice, point }: WhatProps) {
  const messages = useMessages('restore');
  const { basket, query } = choice;
  const own = { client: point.client, point: String(point.jobId), by: 'time' };
  const takeAll = () => (basket.isEverything ? basket.put([], own) : basket.putEverything(own));
  const isReadable = point.restorable !== 'no';
  return (
    <section aria-labelledby="what" data-step="2" className="what">
      <div className="head">
        <h2 id="what">{messages.steps.what}</h2>
        <label className="check">
          <input type="checkbox" checked={basket.isEverything} onChange={takeAll} /> {messages.takeAll}
        </label>
      </div>
      {isReadable && (
        <>
          <SearchForm choice={choice} of="q" />
          {query.q === undefined ? <Folder {...{ choice, point }} /> : <Found {...{ choice, point }} />}
        </>
      )}
    </section>
  );
}

function useTicks({ choice: { basket }, point }: WhatProps): Selection<Entry> {
  const own = { client: point.client, point: String(point.jobId), by: 'time' };
  return {
    isChosen: ({ ref }) => basket.isEverything || basket.refs.includes(ref),
    toggle: (entry) => {
      remember(entry);
      basket.put(toggled(basket.refs, entry.ref), own);
    },
    nameOf: ({ path }) => path,
  };
}

/** What runs that ended hold does not change: a long way down a large folder is not read again. */
const heldByRuns = { staysAsRead: true } as const;

/** The folder that is open, as the API takes it: none is the roots. */
function folderOf({ path, at }: Choice['query']) {
  if (at !== undefined) return { ref: at };
  return path === undefined ? {} : { path };
}

function Folder({ choice, point }: WhatProps) {
  const messages = useMessages('restore');
  const director = useOwnDirector();
  const query = { jobids: point.jobids.join(','), limit: 200, ...folderOf(choice.query), ...director };
  const pages = useApiInfiniteQuery(
    ['folders', query],
    (api, cursor, signal) =>
      api.GET('/api/v1/restore/bvfs/list', { params: { query: { ...query, ...cursor } }, signal }),
    heldByRuns,
  );
  const first = pages.data?.pages[0];
  const ticks = useTicks({ choice, point });
  return (
    <>
      <AsCurl path="/restore/bvfs/list" query={query} />
      <Crumbs choice={choice} child={first?.items[0]} />
      <LongWait isWaiting={pages.isPending && pages.isFetching} say={messages.preparing} />
      <Missing runs={first?.chain.missingJobids ?? []} />
      <EntryList
        {...{ choice, pages, list: 'folder', columns: folderColumns(messages, choice), selection: ticks }}
        empty={<Empty>{messages.emptyFolder}</Empty>}
      />
    </>
  );
}

function Found({ choice, point }: WhatProps) {
  const messages = useMessages('restore');
  const director = useOwnDirector();
  const query = {
    jobids: point.jobids.join(','),
    q: choice.query.q ?? '',
    limit: 100,
    ...folderOf(choice.query),
    ...filtersOf(choice.query, useZone()),
    ...director,
  };
  const pages = useApiInfiniteQuery(
    ['found', query],
    (api, cursor, signal) =>
      api.GET('/api/v1/restore/bvfs/search', { params: { query: { ...query, ...cursor } }, signal }),
    heldByRuns,
  );
  const ticks = useTicks({ choice, point });
  return (
    <>
      <AsCurl path="/restore/bvfs/search" query={query} />
      <Crumbs choice={choice} child={undefined} />
      <IndexStanding only={point.director} />
      <LongWait isWaiting={pages.isFetching} say={messages.searching} />
      <Missing runs={pages.data?.pages[0]?.chain.missingJobids ?? []} />
      <FoundCount of={pages} />
      <EntryList
        {...{ choice, pages, list: 'found', columns: foundColumns(messages, choice), selection: ticks }}
        empty={!pages.hasNextPage && <Empty>{messages.foundNoneHere}</Empty>}
      />
    </>
  );
}

function Missing({ runs }: { readonly runs: readonly number[] }) {
  const messages = useMessages('restore');
  if (runs.length === 0) return null;
  return (
    <p className="note" data-look="warn">
      {messages.missingRuns(runs.join(', '))}
    </p>
  );
}

const crumb = { resetScroll: false, activeOptions: { exact: true } } as const;

interface CrumbsProps {
  readonly choice: Choice;
  /** Something in the folder: where only a ref names it, its path is read from there. */
  readonly child: Entry | undefined;
}

/** The way down to the open folder; each step leads back to it, out of a search too. */
function Crumbs({ choice: { query }, child }: CrumbsProps) {
  const messages = useMessages('restore');
  const text =
    query.path ?? (query.at === undefined || !child ? '' : child.path.slice(0, child.path.lastIndexOf(child.name)));
  const steps = stepsOf(text);
  const isSearch = query.q !== undefined;
  return (
    <nav className="folder-path" aria-label={messages.path}>
      <Link to="/restore" search={merged(query, { path: '', at: '', q: '' })} {...crumb}>
        {isSearch && steps.length === 0 ? messages.clear : messages.roots}
      </Link>
      {steps.map(({ name, path }, index) => {
        const isHere = index === steps.length - 1 && !isSearch;
        return (
          <Fragment key={path}>
            <span aria-hidden="true">›</span>
            {isHere || path.includes('\u{FFFD}') ? (
              <span className="path" aria-current={isHere ? 'page' : undefined}>
                {name}
              </span>
            ) : (
              <Link to="/restore" className="path" search={merged(query, { path, at: '', q: '' })} {...crumb}>
                {name}
              </Link>
            )}
          </Fragment>
        );
      })}
    </nav>
  );
}

/** `/etc/nginx/` is `/`, then `/etc/`, then `/etc/nginx/`. */
function stepsOf(path: string): readonly { readonly name: string; readonly path: string }[] {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => index + 1);
  return ends.map((end, index) => {
    const name = path.slice(ends[index - 1] ?? 0, end - 1);
    return { name: name === '' ? '/' : name, path: path.slice(0, end) };
  });
}
