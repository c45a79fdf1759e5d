import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { focusTitle } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { LinkShown } from './one-time-link';
import { useRoleNames } from './role-names';

interface Invited {
  readonly username: string;
  readonly link: Schemas['OneTimeLink'];
}

/** Creates a person without a password, and the link with which they choose one. */
async function invite(username: string, role: string): Promise<Invited> {
  const { id } = await ask((api) => api.POST('/api/v1/admin/users', { body: { username, role } }));
  forget('users');
  const params = { path: { id } };
  const body = { purpose: 'invite' as const };
  const link = await ask((api) => api.POST('/api/v1/admin/users/{id}/one-time-link', { params, body }));
  return { username, link };
}

const firstRole = 'readonly';

export function InviteUser() {
  const messages = useMessages('users');
  const { problem, busy, act } = useAction();
  const [invited, setInvited] = useState<Invited | null>(null);
  // State, because the list of roles can arrive after a role was chosen.
  const [role, setRole] = useState(firstRole);
  const roles = useRoleNames();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    act(async () => {
      setInvited(await invite(fieldOf(form, 'username').trim(), role));
      form.reset();
      setRole(firstRole);
    });
  };
  const onDone = () => {
    focusTitle();
    setInvited(null);
  };
  return (
    <>
      <p className="quiet">{messages.inviteHow}</p>
      <form className="row wrap maker" onSubmit={submit}>
        <label>
          {messages.username}
          <input
            {...{ name: 'username', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 64 }}
            {...{ required: true, pattern: '[A-Za-z0-9][A-Za-z0-9._@\\-]*', title: messages.usernameRule }}
          />
        </label>
        <label>
          {messages.role}
          <select value={role} onChange={(event) => setRole(event.currentTarget.value)}>
            {roles.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button className="primary" aria-disabled={busy}>
          {messages.invite}
        </button>
        <AsCurl method="POST" path="/admin/users" body={{ username: '…', role: 'readonly' }} bySession />
      </form>
      <ErrorMessage problem={problem} />
      {invited && <LinkShown key={invited.link.url} {...invited} onDone={onDone} />}
    </>
  );
}
