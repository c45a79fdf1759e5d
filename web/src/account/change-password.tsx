import { type SyntheticEvent, useContext, useState } from 'react';
import { ask } from '../api/ask';
import { CallerContext } from '../api/caller';
import { forget } from '../api/queries';
import { useAction } from '../parts/action';
import { Fault } from '../parts/fault';
import { fieldOf } from '../parts/form-field';
import { useWords } from '../words/words';
import { accountWords } from './account.words';

/** Password managers know the fields by their autocomplete words, and whose password it is by the hidden name. */
export function ChangePassword() {
  const words = useWords(accountWords);
  const caller = useContext(CallerContext);
  const { problem, busy, act } = useAction();
  const [said, setSaid] = useState('');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [currentPassword, newPassword] = [fieldOf(form, 'current'), fieldOf(form, 'fresh')];
    setSaid('');
    act(async () => {
      if (newPassword !== fieldOf(form, 'again')) throw new Error(words.differ);
      await ask((api) => api.PUT('/api/v1/auth/password', { body: { currentPassword, newPassword } }));
      form.reset();
      setSaid(words.changed);
      forget('sessions');
    });
  };
  return (
    <section>
      <h2>{words.password}</h2>
      <p className="quiet" id="rule">
        {words.rule}
      </p>
      <form className="stack narrow" method="post" onSubmit={submit}>
        <input name="username" autoComplete="username" defaultValue={caller?.user.username} hidden readOnly />
        <Field name="current" label={words.current} autoComplete="current-password" />
        <Field name="fresh" label={words.fresh} autoComplete="new-password" />
        <Field name="again" label={words.again} autoComplete="new-password" />
        <button className="primary" aria-disabled={busy}>
          {words.change}
        </button>
        <Fault problem={problem} />
        <p role="status">{said}</p>
      </form>
    </section>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
}

function Field({ name, label, autoComplete }: FieldProps) {
  const rule = autoComplete === 'new-password' ? { minLength: 12, maxLength: 256, 'aria-describedby': 'rule' } : {};
  return (
    <label>
      {label}
      <input type="password" required {...{ name, autoComplete }} {...rule} />
    </label>
  );
}
