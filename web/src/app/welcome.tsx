import { type SyntheticEvent } from 'react';
import { ask } from '../api/ask';
import { useAction } from '../parts/action';
import { Fault } from '../parts/fault';
import { isAboutNewPassword, NewPassword, newPasswordOf } from '../parts/new-password';
import { newPasswordWords } from '../parts/new-password.words';
import { useWords } from '../words/words';
import { leaveWelcome } from './welcome-link';
import { welcomeWords } from './welcome.words';

interface WelcomePageProps {
  readonly secret: string;
  readonly onSet: () => Promise<void>;
}

/** For who holds a one-time link: sets the password, then leads to the sign-in. */
export function WelcomePage({ secret, onSet }: WelcomePageProps) {
  const words = useWords(welcomeWords);
  const { differ } = useWords(newPasswordWords);
  const { problem, busy, act } = useAction();
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
      <h1>{words.title}</h1>
      <p>{words.about}</p>
      <form className="stack" method="post" onSubmit={submit}>
        <NewPassword problem={problem} autoFocus />
        <button className="primary" aria-disabled={busy}>
          {busy ? words.setting : words.set}
        </button>
        <Fault problem={isAboutNewPassword(problem) ? null : problem} />
      </form>
      {problem?.code === 'link_not_usable' && (
        <p>
          <a href="#/">{words.toSignIn}</a>
        </p>
      )}
    </main>
  );
}
