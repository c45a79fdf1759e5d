import { type Schemas } from '../../api/request';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import { usersWords } from './users.messages';

export type User = Schemas['User'];

/** Whether the person can sign in: not before a password was chosen, and not while disabled. */
export function UserState({ user }: { readonly user: User }) {
  const { pending } = useMessages(usersWords);
  if (user.disabled) return <State of="disabled" />;
  return user.pending ? <State of="waiting" text={pending} /> : <State of="active" />;
}
