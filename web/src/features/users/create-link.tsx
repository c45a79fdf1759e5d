import { Link } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { CallerContext } from '../../api/permissions';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { focusTitle } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { LinkShown } from './one-time-link';
import { type User } from './user-state';
import { usersWords } from './users.messages';

/** A link with which the person chooses a password: the first one, or another in the place of one that is forgotten. */
export function MakeLink({ user }: { readonly user: User }) {
  const words = useMessages(usersWords);
  const caller = useContext(CallerContext);
  const { problem, busy, act } = useAction();
  const [link, setLink] = useState<Schemas['OneTimeLink'] | null>(null);
  const purpose = user.pending ? 'invite' : 'reset';
  const params = { path: { id: user.id } };
  const isSelf = caller?.user.id === user.id;
  const why = isSelf ? words.noLinkSelf : user.disabled ? words.noLinkDisabled : null;
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
      <h2>{words.link}</h2>
      <p className="quiet">{user.pending ? words.inviteWhy : words.resetWhy}</p>
      <Denied id="no-link" why={why} />
      {isSelf && <Link to="/account">{words.account}</Link>}
      <p className="row">
        <button
          {...{ type: 'button', disabled: why !== null, onClick: make, 'aria-disabled': busy }}
          aria-describedby={why === null ? undefined : 'no-link'}
        >
          {user.pending ? words.makeInvite : words.makeReset}
        </button>
        <AsCurl method="POST" path={`/admin/users/${user.id}/one-time-link`} body={{ purpose }} bySession />
      </p>
      <ErrorMessage problem={problem} />
      {link && <LinkShown key={link.url} link={link} username={user.username} onDone={onDone} />}
    </section>
  );
}
