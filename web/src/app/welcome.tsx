import { type SyntheticEvent } from 'react';
import { ask } from '../api/ask';
import { useAction } from '../parts/action';
import { Fault } from '../parts/fault';
import { fieldOf } from '../parts/form-field';
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
  const { problem, busy, act } = useAction();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = fieldOf(form, 'fresh');
    act(async () => {
      if (password !== fieldOf(form, 'again')) throw new Error(words.differ);
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
        <Fields />
        <button className="primary" aria-disabled={busy}>
          {busy ? words.setting : words.set}
        </button>
        <Fault problem={problem} />
      </form>
      {problem?.code === 'link_not_usable' && (
        <p>
          <a href="#/">{words.toSignIn}</a>
        </p>
      )}
    </main>
  );
}

const field = { type: 'password', autoComplete: 'new-password', minLength: 12, maxLength: 256, required: true };

function Fields() {
  const words = useWords(welcomeWords);
  return (
    <>
      <label>
        {words.fresh}
        <input name="fresh" autoFocus aria-describedby="rule" {...field} />
      </label>
      <span className="quiet" id="rule">
        {words.rule}
      </span>
      <label>
        {words.again}
        <input name="again" {...field} />
      </label>
    </>
  );
}
