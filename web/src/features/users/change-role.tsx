import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { ConfirmButton } from '../../components/confirm-button';
import { useMessages } from '../../i18n/messages';
import { useRoleNames } from './role-names';
import { type User } from './user-state';

export function changeUser(id: string, body: Schemas['ChangeUserBody']): Promise<Schemas['ChangedUser']> {
  return ask((api) => api.PATCH('/api/v1/admin/users/{id}', { params: { path: { id } }, body }));
}

/** Gives another role, and tells which tokens go on under the one of before. */
export function ChangeRole({ user }: { readonly user: User }) {
  const messages = useMessages('users');
  const roles = useRoleNames(user.role);
  const { problem, busy, act } = useAction();
  const [changed, setChanged] = useState<Schemas['ChangedUser'] | null>(null);
  // State, because the list of roles can arrive after a role was chosen.
  const [chosen, setChosen] = useState<string | null>(null);
  const role = chosen ?? user.role;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    act(async () => {
      setChanged(await changeUser(user.id, { role }));
      forget('users');
    });
  };
  return (
    <section>
      <h2>{messages.role}</h2>
      <p className="quiet">{messages.roleWhy}</p>
      <form className="row wrap" onSubmit={submit}>
        <label>
          {messages.role}
          <select value={role} onChange={(event) => setChosen(event.currentTarget.value)}>
            {roles.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button aria-disabled={busy}>{messages.changeRole}</button>
        <AsCurl method="PATCH" path={`/admin/users/${user.id}`} body={{ role: '…' }} bySession />
      </form>
      <ErrorMessage problem={problem} />
      <p role="status">{changed && messages.nowRole(changed.username, changed.role)}</p>
      {changed?.passwordEnded && <p>{messages.passwordEnded(changed.username)}</p>}
      {changed && <OldTokens user={changed} onRevoked={setChanged} />}
    </section>
  );
}

interface OldTokensProps {
  readonly user: Schemas['ChangedUser'];
  readonly onRevoked: (user: Schemas['ChangedUser']) => void;
}

function OldTokens({ user, onRevoked }: OldTokensProps) {
  const messages = useMessages('users');
  const { id, username, tokensWithOtherRole, tokensRevoked } = user;
  const revoke = async () => {
    onRevoked(await changeUser(id, { revokeTokens: true }));
    forget('users', 'tokens');
  };
  if (tokensRevoked > 0) return <p role="status">{messages.nowRevoked(tokensRevoked)}</p>;
  if (tokensWithOtherRole === 0) return null;
  return (
    <div className="row wrap">
      <span>{messages.keepsTokens(username, tokensWithOtherRole)}</span>
      <ConfirmButton
        {...{ label: messages.revokeTokens, really: messages.reallyRevoke, keep: messages.keep, work: revoke }}
        curl={{ method: 'PATCH', path: `/admin/users/${id}`, body: { revokeTokens: true } }}
      />
    </div>
  );
}
