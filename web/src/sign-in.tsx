import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from './api';
import { fieldOf } from './form-field';
import { Fault } from './parts';
import { signIn } from './session';

/** The form; password managers know its fields by their names and autocomplete words. */
export function SignInForm({ onDone }: { readonly onDone: () => Promise<void> }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(fieldOf(form, 'username'), fieldOf(form, 'password'));
      await onDone();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <form className="stack" method="post" onSubmit={(event) => void submit(event)}>
      <label>
        User
        <input name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required autoFocus />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button className="primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      <Fault problem={problem} />
    </form>
  );
}

export function SignInPage({ onDone }: { readonly onDone: () => Promise<void> }) {
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

/** Over the page when the session ended: what was typed below stays as it is. */
export function SignInAgain({ onDone }: { readonly onDone: () => Promise<void> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="again" onCancel={(event) => event.preventDefault()}>
      <h2 id="again">Your session has ended</h2>
      <p>Sign in again; what you have typed stays.</p>
      <SignInForm onDone={onDone} />
    </dialog>
  );
}
