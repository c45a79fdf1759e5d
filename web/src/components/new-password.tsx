import { useEffect, useRef } from 'react';
import { type Problem } from '../api/request';
import { useMessages } from '../i18n/messages';
import { ErrorMessage } from './error-message';
import { fieldOf } from './form-field';

/** Whether the console does not accept the new password; `NewPassword` shows it, beside its field. */
export function isAboutNewPassword(problem: Problem | null): boolean {
  return problem?.code === 'weak_password';
}

/** The password that was typed twice; an Error with the text `differ` where the two are not the same. */
export function newPasswordOf(form: HTMLFormElement, differ: string): string {
  const password = fieldOf(form, 'fresh');
  if (password !== fieldOf(form, 'again')) throw new Error(differ);
  return password;
}

interface NewPasswordProps {
  readonly problem: Problem | null;
  readonly autoFocus?: boolean;
}

const field = { type: 'password', autoComplete: 'new-password', minLength: 12, maxLength: 256, required: true };

/** The two fields of a new password, and why the console did not accept it. */
export function NewPassword({ problem, autoFocus = false }: NewPasswordProps) {
  const messages = useMessages('newPassword');
  const input = useRef<HTMLInputElement>(null);
  const weak = isAboutNewPassword(problem) ? problem : null;
  useEffect(() => {
    if (weak) input.current?.focus();
  }, [weak]);
  return (
    <>
      <label>
        {messages.fresh}
        <input
          {...{ ref: input, name: 'fresh', autoFocus, ...field }}
          {...{ 'aria-invalid': weak !== null, 'aria-describedby': weak ? 'weak rule' : 'rule' }}
        />
      </label>
      <div id="weak">
        <ErrorMessage problem={weak} />
      </div>
      <p className="quiet" id="rule">
        {messages.rule}
      </p>
      <label>
        {messages.again}
        <input name="again" {...field} />
      </label>
    </>
  );
}
