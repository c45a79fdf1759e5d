import { useEffect, useRef } from 'react';
import { base } from './api';
import { JobsView } from './jobs.view';
import { Empty, Placeholder } from './parts';
import { RestoreView } from './restore.view';
import { addressOf, type Route, useRoute } from './route';
import { useFeedState } from './run-feed';
import { RunView } from './run.view';
import { RunsView } from './runs.view';
import { type Identity, signOut, useSession } from './session';
import { SignInAgain, SignInPage } from './sign-in';
import { TokensView } from './tokens.view';

const titles: Readonly<Record<string, string>> = { jobs: 'Jobs', runs: 'Runs', restore: 'Restore', tokens: 'Tokens' };

export function App() {
  const { identity, expired, unreachable, refresh } = useSession();
  if (identity === null) return <SignInPage onDone={refresh} />;
  if (identity === undefined)
    return <main>{unreachable ? <Unreachable retry={() => void refresh()} /> : <Placeholder />}</main>;
  return (
    <>
      <Frame identity={identity} />
      {expired && <SignInAgain onDone={refresh} />}
    </>
  );
}

function Unreachable({ retry }: { readonly retry: () => void }) {
  return (
    <div role="alert" className="fault">
      <p>The console does not answer. Is it still running?</p>
      <button type="button" onClick={retry}>
        Retry
      </button>
    </div>
  );
}

function Frame({ identity }: { readonly identity: Identity }) {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const place = `${route.view}/${route.id}`;
  const seen = useRef(place);
  useEffect(() => {
    document.title = `${route.id ? `Run ${route.id}` : (titles[route.view] ?? 'Not found')} · Backup Console`;
    // A new view begins at its top, for eyes and for screen readers alike.
    if (seen.current !== place) main.current?.focus();
    seen.current = place;
  }, [place, route.id, route.view]);
  return (
    <div className="frame">
      <header>
        <a className="brand" href={addressOf('jobs')}>
          Backup Console
        </a>
        <nav aria-label="Views">
          {Object.entries(titles).map(([view, title]) => (
            <a key={view} href={addressOf(view)} aria-current={route.view === view ? 'page' : undefined}>
              {title}
            </a>
          ))}
          <a href={`${base}/docs`}>API</a>
        </nav>
        <div className="who">
          <Live />
          <span>{identity.user.username}</span>
          <button type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        <View route={route} identity={identity} />
      </main>
    </div>
  );
}

function Live() {
  const state = useFeedState();
  return (
    <span className="state" data-state={state === 'live' ? 'completed' : 'warning'} role="status">
      <span aria-hidden="true">{state === 'live' ? '●' : '○'}</span> {state}
    </span>
  );
}

function View({ route, identity }: { readonly route: Route; readonly identity: Identity }) {
  const may = new Set(identity.capabilities);
  if (route.view === 'jobs') return <JobsView mayRun={may.has('jobs:run')} />;
  if (route.view === 'runs' && route.id) return <RunView key={route.id} jobId={Number(route.id)} />;
  if (route.view === 'runs') return <RunsView />;
  if (route.view === 'restore') return <RestoreView query={route.query} mayRestore={may.has('restore:run')} />;
  if (route.view === 'tokens') return <TokensView />;
  return (
    <>
      <h1>Nothing here</h1>
      <Empty>
        There is no view at this address. <a href={addressOf('jobs')}>To the jobs</a>
      </Empty>
    </>
  );
}
