import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isReachable } from '../api/request';
import { connection, useLostSince } from '../api/connection';
import { dropUnused } from '../api/queries';
import { Empty } from '../components/empty';
import { MissingChunk } from '../components/missing-chunk';
import { reloadIfReachable } from '../components/section-error';
import { Skeleton } from '../components/query-content';
import { Title } from '../components/title';
import { useMessages } from '../i18n/messages';
import { ConnectionBand } from './connection-banner';

const place = 'backup-console.reloads';
/** So long a file counts as missing after a reload did not bring it. */
const rememberMs = 300_000;

type Reloads = Readonly<Record<string, number>>;

/** When the page was last reloaded for which file, in milliseconds since 1970. */
function recentReloads(now: number): Reloads {
  const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}');
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
  return Object.fromEntries(entries.filter(([, at]) => typeof at === 'number' && now - at < rememberMs && at <= now));
}

/** Reloads the page, which brings the names of files after an upgrade. False where that was done for this file minutes ago. */
function reloadOnceFor(file: string): boolean {
  const now = Date.now();
  try {
    const reloads = recentReloads(now);
    if (file in reloads) return false;
    sessionStorage.setItem(place, JSON.stringify({ ...reloads, [file]: now }));
  } catch {
    // A browser that keeps nothing could not tell the second time from the first, and would reload for ever.
    return false;
  }
  location.reload();
  return true;
}

/** In place of a page that cannot be shown. The frame around it goes on. */
export function PageError({ error, reset }: ErrorComponentProps) {
  if (error instanceof MissingChunk) return <Missing {...{ error, reset }} />;
  return <Broken {...{ error, reset }} />;
}

/** The same where there is no frame: before the sign-in, or where the frame itself failed. */
export function WholePageError(props: ErrorComponentProps) {
  return (
    <main>
      <ConnectionBand />
      <PageError {...props} />
    </main>
  );
}

interface MissingProps {
  readonly error: MissingChunk;
  readonly reset: () => void;
}

/**
 * The page's code is not here. Once the console answers, a reload brings it: after an upgrade the file has another name, and styles that
 * failed to load would not be asked for again.
 */
function Missing({ error, reset }: MissingProps) {
  const messages = useMessages('connection');
  const isLost = useLostSince() !== null;
  const [isInVain, setInVain] = useState(false);
  const { file } = error;
  useEffect(() => {
    let isShown = true;
    const reload = () => {
      if (isShown && !reloadOnceFor(file)) setInVain(true);
    };
    const stop = connection.whenBack(reload);
    // Where it does not answer now, its return calls back.
    void isReachable().then((answers) => {
      if (answers) reload();
    });
    return () => {
      isShown = false;
      stop();
    };
  }, [file]);
  if (isInVain && !isLost) return <Broken {...{ error, reset }} />;
  return (
    <>
      <Title>{messages.notLoaded}</Title>
      {isLost ? <Empty>{messages.opensWhenBack}</Empty> : <Skeleton rows={3} />}
    </>
  );
}

function Broken({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const messages = useMessages('connection');
  const { retry } = useMessages('common');
  // Outside of the router, where its errors end too, there is none.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const tryAgain = async () => {
    dropUnused();
    await router?.invalidate();
    reset();
  };
  return (
    <>
      <Title>{messages.broken}</Title>
      <div role="alert" className="fault">
        <p>{error instanceof MissingChunk ? messages.missingText : messages.brokenText}</p>
        <div className="row">
          <button type="button" onClick={() => void tryAgain()}>
            {retry}
          </button>
          <button type="button" onClick={() => void reloadIfReachable()}>
            {messages.reload}
          </button>
        </div>
        <details>
          <summary>{messages.details}</summary>
          <pre className="log short" tabIndex={0} role="region" aria-label={messages.details}>
            {error instanceof Error ? (error.stack ?? error.message) : String(error)}
          </pre>
        </details>
      </div>
    </>
  );
}
