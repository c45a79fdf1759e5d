import { Link, useParams } from '@tanstack/react-router';
import { useState, useContext } from 'react';
import { usePermissionError, CallerContext } from '../../api/disabled-reason';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Facts } from '../../components/definition-list';
import { ErrorMessage } from '../../components/error-message';
import { Shown } from '../../components/query-content';
import { ConfirmButton } from '../../components/confirm-button';
import { Time } from '../../components/time';
import { Title, focusTitle } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { changeUser, ChangeRole } from './change-role';
import { type User, UserState } from './user-state';
import { ask, type Schemas } from '../../api/request';
import { Denied } from '../../components/no-permission';
import { LinkShown } from './one-time-link';

/** A link with which the person chooses a password: the first one, or another in the place of one that is forgotten. */
function MakeLink({ user }: { readonly user: User }) {
  const messages = useMessages('users');
  const caller = useContext(CallerContext);
  const { problem, busy, act } = useAction();
  const [link, setLink] = useState<Schemas['OneTimeLink'] | null>(null);
  const purpose = user.pending ? 'invite' : 'reset';
  const params = { path: { id: user.id } };
  const isSelf = caller?.user.id === user.id;
  const why = isSelf ? messages.noLinkSelf : user.disabled ? messages.noLinkDisabled : null;
  const make = () =>
    act(async () =>
      setLink(await ask((api) => api.POST('/api/v1/admin/users/{id}/one-time-link', { params, body: { purpose } }))),
    );
  const onDone = () => {
    focusTitle();
    setLink(null);
  };
  return (
    <section>
      <h2>{messages.link}</h2>
      <p className="quiet">{user.pending ? messages.inviteWhy : messages.resetWhy}</p>
      <Denied id="no-link" why={why} />
      {isSelf && <Link to="/account">{messages.account}</Link>}
      <p className="row">
        <button
          {...{ type: 'button', disabled: why !== null, onClick: make, 'aria-disabled': busy }}
          aria-describedby={why === null ? undefined : 'no-link'}
        >
          {user.pending ? messages.makeInvite : messages.makeReset}
        </button>
        <AsCurl method="POST" path={`/admin/users/${user.id}/one-time-link`} body={{ purpose }} bySession />
      </p>
      <ErrorMessage problem={problem} />
      {link && <LinkShown key={link.url} link={link} username={user.username} onDone={onDone} />}
    </section>
  );
}

export function UserPage() {
  const messages = useMessages('users');
  const { id } = useParams({ from: '/administration/users/$id' });
  const user = useApiQuery(['users', 'one', id], (api, signal) =>
    api.GET('/api/v1/admin/users/{id}', { params: { path: { id } }, signal }),
  );
  return (
    <>
      <Title above={<Link to="/administration/users">{messages.title}</Link>}>
        {user.data?.username ?? messages.username}
      </Title>
      <AsCurl path={`/admin/users/${id}`} />
      <Shown of={user}>{(known) => <OneUser key={known.id} user={known} />}</Shown>
    </>
  );
}

function OneUser({ user }: { readonly user: User }) {
  return (
    <>
      <UserFacts user={user} />
      <ChangeRole user={user} />
      <MakeLink key={String(user.disabled)} user={user} />
      <Access user={user} />
    </>
  );
}

function UserFacts({ user }: { readonly user: User }) {
  const messages = useMessages('users');
  const seesTokens = usePermissionError('tokens:own', 'tokens:all') === null;
  const { username, role, lastLoginAt, createdAt, disabledAt } = user;
  return (
    <Facts
      of={[
        [messages.state, <UserState key="" user={user} />],
        [messages.role, role],
        [messages.lastLogin, lastLoginAt === null ? messages.never : <Time key="" at={lastLoginAt} />],
        [messages.created, <Time key="" at={createdAt} />],
        [messages.disabledSince, disabledAt !== null && <Time key="" at={disabledAt} />],
        [
          messages.tokens,
          seesTokens && (
            <Link to="/administration/tokens" search={{ owner: username }}>
              {messages.theirTokens(username)}
            </Link>
          ),
        ],
      ]}
    />
  );
}

/** Disabling asks once more; enabling takes nothing from anybody. */
function Access({ user: { id, username, disabled } }: { readonly user: User }) {
  const messages = useMessages('users');
  const { problem, busy, act } = useAction();
  const [said, setSaid] = useState('');
  const set = async (isDisabled: boolean) => {
    await changeUser(id, { disabled: isDisabled });
    setSaid(isDisabled ? messages.nowDisabled(username) : messages.nowEnabled(username));
    forget('users', 'tokens');
  };
  return (
    <section>
      <h2>{messages.signingIn}</h2>
      <p className="quiet">{messages.disableWhy}</p>
      {disabled ? (
        <>
          <button type="button" aria-disabled={busy} onClick={() => act(() => set(false))}>
            {messages.enable}
          </button>{' '}
          <AsCurl method="PATCH" path={`/admin/users/${id}`} body={{ disabled: false }} />
        </>
      ) : (
        <ConfirmButton
          {...{ label: messages.disable, really: messages.reallyDisable, keep: messages.keep, work: () => set(true) }}
          curl={{ method: 'PATCH', path: `/admin/users/${id}`, body: { disabled: true } }}
        />
      )}
      <ErrorMessage problem={problem} />
      <p role="status">{said}</p>
    </section>
  );
}
