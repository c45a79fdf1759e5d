import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CallerContext } from '../api/disabled-reason';
import { connection } from '../api/connection';
import { forgetAll, forgetFailed, queries } from '../api/queries';
import { useSession, whenSignedIn } from '../api/session';
import { loadChunk } from '../components/missing-chunk';
import { usePreferences } from '../components/preferences';
import { useLanguage } from '../i18n/language';
import { useMessages } from '../i18n/messages';
import { router } from './router';
import { SignInAgain, SignInPage } from './sign-in';
import { useWelcomeLink } from './accept-invite-link';

const WelcomePage = lazy(async () => ({ default: (await loadChunk(() => import('./accept-invite'))).WelcomePage }));

export function App() {
  const { identity, expired, unreachable, refresh } = useSession();
  const secret = useWelcomeLink();
  const [isFresh, setFresh] = useState(false);
  useLook();
  // What failed for want of a session is asked again.
  useEffect(() => whenSignedIn(forgetAll), []);
  useEffect(() => connection.whenBack(forgetFailed), []);
  if (secret !== null) {
    const onSet = async () => {
      await refresh();
      setFresh(true);
    };
    return (
      <Suspense>
        <WelcomePage key={secret} secret={secret} onSet={onSet} />
      </Suspense>
    );
  }
  if (identity === null) return <SignInPage onDone={refresh} hasFreshPassword={isFresh} />;
  if (identity === undefined) return <main>{unreachable && <Unreachable retry={() => void refresh()} />}</main>;
  return (
    <CallerContext value={identity}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      {expired && <SignInAgain onDone={refresh} username={identity.user.username} />}
    </CallerContext>
  );
}

/** What was chosen stands at the root, where the style sheet finds it. */
function useLook(): void {
  const { scheme, density } = usePreferences();
  const language = useLanguage();
  useEffect(() => {
    const { documentElement: root } = document;
    root.lang = language;
    root.dataset['scheme'] = scheme;
    root.dataset['density'] = density;
  }, [scheme, density, language]);
}

function Unreachable({ retry }: { readonly retry: () => void }) {
  const messages = useMessages('layout');
  useEffect(() => connection.whenBack(retry), [retry]);
  return (
    <>
      <h1>{messages.product}</h1>
      <div role="alert" className="fault">
        <p>{messages.unreachable}</p>
        <button type="button" onClick={retry}>
          {messages.retry}
        </button>
      </div>
    </>
  );
}
