import { type ReactNode, useContext, useEffect } from 'react';
import { useAction } from './action';
import { base } from './api';
import { CallerContext, type Capability, useDenial } from './caller';
import { JobsView } from './jobs.view';
import { Empty, Fault } from './parts';
import { RestoreView } from './restore.view';
import { addressOf, type Route, useRoute } from './route';
import { useFeedState, useRunFeed } from './run-feed';
import { RunView } from './run.view';
import { RunsView } from './runs.view';
import { signOut } from './session';
import { focusTitle, Title } from './title';
import { TokensView } from './tokens.view';

const titles: Readonly<Record<string, string>> = { jobs: 'Jobs', runs: 'Runs', restore: 'Restore', tokens: 'Tokens' };

export function Frame() {
  const route = useRoute();
  useArrival(route);
  return (
    <div className="frame">
      <Head view={route.view} />
      <main>
        <View route={route} />
      </main>
    </div>
  );
}

/** A view begins at its heading, for eyes and for screen readers alike. */
function useArrival({ view, id }: Route): void {
  useEffect(() => {
    document.title = `${view === 'runs' && id ? `Run ${id}` : (titles[view] ?? 'Not found')} · Backup Console`;
    focusTitle();
    window.scrollTo(0, 0);
  }, [view, id]);
}

function Head({ view }: { readonly view: string }) {
  const caller = useContext(CallerContext);
  const { problem, act } = useAction();
  const seesRuns = useDenial('jobs:read') === null;
  return (
    <header>
      <a
        className="skip"
        href={location.hash}
        onClick={(event) => {
          event.preventDefault();
          focusTitle();
        }}
      >
        To the content
      </a>
      <a className="brand" href={addressOf('jobs')}>
        Backup Console
      </a>
      <nav aria-label="Views">
        {Object.entries(titles).map(([name, title]) => (
          <a key={name} href={addressOf(name)} aria-current={view === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
        <a href={`${base}/docs`}>API</a>
      </nav>
      <div className="who">
        {seesRuns && <Live />}
        <span title={`Role: ${caller?.role ?? ''}`}>{caller?.user.username}</span>
        <button type="button" onClick={() => act(signOut)}>
          Sign out
        </button>
      </div>
      <Fault problem={problem} />
    </header>
  );
}

const nothing = () => undefined;

/** Whether changes come by themselves or are asked for. */
function Live() {
  const state = useFeedState();
  useRunFeed(nothing);
  return (
    <span className="state" data-state={state === 'live' ? 'completed' : 'warning'} role="status">
      <span aria-hidden="true">{state === 'live' ? '●' : '○'}</span> {state}
    </span>
  );
}

function View({ route: { view, id, query } }: { readonly route: Route }) {
  const address = id === '' ? view : `${view}/id`;
  const isRun = address === 'runs/id' && /^[1-9]\d{0,8}$/.test(id);
  if (isRun)
    return <Allowed needs={['jobs:read']} title={`Run ${id}`} view={<RunView key={id} jobId={Number(id)} />} />;
  if (address === 'jobs') return <Allowed needs={['jobs:read']} title="Jobs" view={<JobsView />} />;
  if (address === 'runs') return <Allowed needs={['jobs:read']} title="Recent runs" view={<RunsView />} />;
  if (address === 'restore') return <Allowed needs={restoring} title="Restore" view={<RestoreView query={query} />} />;
  if (address === 'tokens') return <Allowed needs={['tokens:own']} title="Tokens" view={<TokensView />} />;
  return (
    <>
      <Title>Nothing here</Title>
      <Empty>
        There is no view at this address. <a href={addressOf('jobs')}>To the jobs</a>
      </Empty>
    </>
  );
}

const restoring = ['restore:browse', 'directors:read'] as const;

interface AllowedProps {
  readonly needs: readonly Capability[];
  readonly title: string;
  readonly view: ReactNode;
}

/** A view, or why this caller does not get it. */
function Allowed({ needs, title, view }: AllowedProps) {
  const why = useDenial(...needs);
  if (why === null) return view;
  return (
    <>
      <Title>{title}</Title>
      <Empty>{why}</Empty>
    </>
  );
}
