import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { signIn } from '../api/session';
import { useAction } from '../components/action';
import { ErrorMessage } from '../components/error-message';
import { fieldOf } from '../components/form-field';
import { useMessages } from '../i18n/messages';
import { MissingLanguage } from './connection-banner';
import { Icon } from './icons';

interface SignInProps {
  readonly onDone: () => Promise<void>;
  readonly username?: string;
}

const passwordField = { autoComplete: 'current-password', autoCapitalize: 'none', spellCheck: false };

/** The form; password managers know its fields by their names and autocomplete words. */
function SignInForm({ onDone, username = '' }: SignInProps) {
  const messages = useMessages('signIn');
  const { problem, busy, act } = useAction();
  const [isShown, setShown] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    // Browsers remember what is typed into fields that are not of passwords.
    setShown(false);
    act(async () => {
      await signIn(fieldOf(form, 'username'), fieldOf(form, 'password'));
      await onDone();
    });
  };
  const name = { autoCapitalize: 'none', spellCheck: false, defaultValue: username, autoFocus: username === '' };
  return (
    <form className="stack" method="post" onSubmit={submit}>
      <label>
        {messages.user}
        <input name="username" autoComplete="username" required {...name} />
      </label>
      <label>
        {messages.password}
        <input name="password" type={isShown ? 'text' : 'password'} {...passwordField} required />
      </label>
      <button type="button" className="bare show-password" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {messages.show}
      </button>
      <button className="primary" aria-disabled={busy}>
        {busy ? messages.signingIn : messages.signIn}
      </button>
      <ErrorMessage problem={problem} />
    </form>
  );
}

interface SignInPageProps extends SignInProps {
  /** The person has just chosen it by a one-time link. */
  readonly hasFreshPassword?: boolean;
}

export function SignInPage({ onDone, hasFreshPassword = false }: SignInPageProps) {
  const messages = useMessages('signIn');
  const { product } = useMessages('layout');
  return (
    <main className="sign-in">
      <h1>
        <Icon of="product" />
        {product}
      </h1>
      <MissingLanguage />
      <p role="status">{hasFreshPassword && messages.passwordSet}</p>
      <SignInForm onDone={onDone} />
      <details className="quiet">
        <summary>{messages.firstStart}</summary>
        <p>
          {messages.hintBefore}
          <code>admin</code>
          {messages.hintBetween}
          <code>admin-password</code>
          {messages.hintAfter}
        </p>
      </details>
    </main>
  );
}

/** Over the page when the session ended: what was typed below stays as it is, and so does the place of the focus. */
export function SignInAgain({ onDone, username = '' }: SignInProps) {
  const messages = useMessages('signIn');
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    element?.querySelector<HTMLInputElement>('[name=password]')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="again" onCancel={(event) => event.preventDefault()}>
      <h2 id="again">{messages.ended}</h2>
      <p>{messages.typedStays}</p>
      <SignInForm onDone={onDone} username={username} />
    </dialog>
  );
}
