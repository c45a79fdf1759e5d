import { type Schemas } from '../../api/request';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';

export type User = Schemas['User'];

/** Whether the person can sign in: not before a password was chosen, and not while disabled. */
export function UserState({ user }: { readonly user: User }) {
  const { pending } = useMessages('users');
  if (user.disabled) return <State of="disabled" />;
  return user.pending ? <State of="waiting" text={pending} /> : <State of="active" />;
}
