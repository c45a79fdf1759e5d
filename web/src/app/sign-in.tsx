import { type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { useAction } from './action';
import { fieldOf } from './form-field';
import { Fault } from './parts';
import { signIn } from './session';

interface SignInProps {
  readonly onDone: () => Promise<void>;
  readonly username?: string;
}

/** The form; password managers know its fields by their names and autocomplete words. */
function SignInForm({ onDone, username = '' }: SignInProps) {
  const { problem, busy, act } = useAction();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    act(async () => {
      await signIn(fieldOf(form, 'username'), fieldOf(form, 'password'));
      await onDone();
    });
  };
  const name = { autoCapitalize: 'none', spellCheck: false, defaultValue: username, autoFocus: username === '' };
  return (
    <form className="stack" method="post" onSubmit={submit}>
      <label>
        User
        <input name="username" autoComplete="username" required {...name} />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button className="primary" aria-disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      <Fault problem={problem} />
    </form>
  );
}

export function SignInPage({ onDone }: SignInProps) {
  return (
    <main className="sign-in">
      <h1>Backup Console</h1>
      <SignInForm onDone={onDone} />
      <p className="quiet">
        At the first start the password of <code>admin</code> is written to <code>data/admin-password</code>.
      </p>
    </main>
  );
}

/** Over the page when the session ended: what was typed below stays as it is, and so does the place of the focus. */
export function SignInAgain({ onDone, username = '' }: SignInProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    element?.querySelector<HTMLInputElement>('[name=password]')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="again" onCancel={(event) => event.preventDefault()}>
      <h2 id="again">Your session has ended</h2>
      <p>Sign in again; what you have typed stays.</p>
      <SignInForm onDone={onDone} username={username} />
    </dialog>
  );
}
