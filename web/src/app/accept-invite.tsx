import { type SyntheticEvent, useEffect, useState } from 'react';
import { ask, asProblem, type Problem, type Schemas } from '../api/request';
import { useAction } from '../components/action';
import { ErrorMessage } from '../components/error-message';
import { exact } from '../components/format';
import { isAboutNewPassword, NewPassword, newPasswordOf } from '../components/new-password';
import { useMessages } from '../i18n/messages';
import { MissingLanguage } from './connection-banner';
import { leaveWelcome } from './accept-invite-link';

interface WelcomePageProps {
  readonly secret: string;
  readonly onSet: () => Promise<void>;
}

/** Whose link it is, and why it cannot be used. */
function useLink(secret: string) {
  const [link, setLink] = useState<Schemas['UsableLink'] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isGone = false;
    ask((api) => api.POST('/api/v1/auth/one-time-link/check', { body: { secret } })).then(
      (known) => !isGone && setLink(known),
      (error: unknown) => !isGone && setProblem(asProblem(error)),
    );
    return () => void (isGone = true);
  }, [secret]);
  return { link, problem };
}

/** For who holds a one-time link: sets the password, then leads to the sign-in. */
export function WelcomePage({ secret, onSet }: WelcomePageProps) {
  const messages = useMessages('acceptInvite');
  const { differ } = useMessages('newPassword');
  const { product } = useMessages('layout');
  const { link, problem: unusable } = useLink(secret);
  const { problem, busy, act } = useAction();
  const isRefused = [problem, unusable].some((one) => one?.code === 'link_not_usable');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    act(async () => {
      const password = newPasswordOf(form, differ);
      await ask((api) => api.POST('/api/v1/auth/one-time-link', { body: { secret, password } }));
      await onSet();
      leaveWelcome();
    });
  };
  return (
    <main className="sign-in">
      <MissingLanguage />
      <h1>{messages.title}</h1>
      <p>{messages.about(product, location.host)}</p>
      <p role="status">
        {link && `${messages.whose(link.username)} ${messages.expires(exact(link.expiresAt, undefined))}`}
      </p>
      <ErrorMessage problem={unusable} />
      <form className="stack" method="post" onSubmit={submit}>
        <input name="username" autoComplete="username" value={link?.username ?? ''} hidden readOnly />
        <NewPassword problem={problem} autoFocus />
        <button className="primary" aria-disabled={busy}>
          {busy ? messages.setting : messages.set}
        </button>
        <ErrorMessage problem={isAboutNewPassword(problem) ? null : problem} />
      </form>
      {isRefused && (
        <p>
          <a href="#/">{messages.toSignIn}</a>
        </p>
      )}
    </main>
  );
}
