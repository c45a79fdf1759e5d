import { Link } from '@tanstack/react-router';
import { useContext, type SyntheticEvent, useState } from 'react';
import { CallerContext } from '../../api/disabled-reason';
import { Facts } from '../../components/definition-list';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import './account.css';
import { ask } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { isAboutNewPassword, NewPassword, newPasswordOf } from '../../components/new-password';

/** Password managers know the fields by their autocomplete words, and whose password it is by the hidden name. */
function ChangePassword() {
  const messages = useMessages('account');
  const { differ } = useMessages('newPassword');
  const caller = useContext(CallerContext);
  const { problem, busy, act } = useAction();
  const [said, setSaid] = useState('');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setSaid('');
    act(async () => {
      const body = { currentPassword: fieldOf(form, 'current'), newPassword: newPasswordOf(form, differ) };
      await ask((api) => api.PUT('/api/v1/auth/password', { body }));
      form.reset();
      setSaid(messages.changed);
      forget('sessions');
    });
  };
  return (
    <section>
      <h2>{messages.password}</h2>
      <p className="quiet">{messages.sessionsEnd}</p>
      <form className="stack password-form" method="post" onSubmit={submit}>
        <input name="username" autoComplete="username" defaultValue={caller?.user.username} hidden readOnly />
        <label>
          {messages.current}
          <input name="current" type="password" autoComplete="current-password" required />
        </label>
        <NewPassword problem={problem} />
        <button className="primary" aria-disabled={busy}>
          {messages.change}
        </button>
        <ErrorMessage problem={isAboutNewPassword(problem) ? null : problem} />
        <p role="status">{said}</p>
      </form>
    </section>
  );
}

/** The signed-in user, what the role allows, and the password. */
export function AccountPage() {
  const messages = useMessages('account');
  const caller = useContext(CallerContext);
  const capabilities = caller?.capabilities ?? [];
  return (
    <>
      <Title>{messages.title}</Title>
      <Facts
        of={[
          [messages.user, caller?.user.username],
          [messages.role, caller?.role],
        ]}
      />
      <details className="after">
        <summary>{messages.capabilities(capabilities.length)}</summary>
        <p className="path">{capabilities.join(', ')}</p>
      </details>
      <ChangePassword />
      <p className="after">
        <Link to="/administration/sessions">{messages.toSessions}</Link>
      </p>
    </>
  );
}
