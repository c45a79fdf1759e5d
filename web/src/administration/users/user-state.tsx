import { type Schemas } from '../../api/ask';
import { State } from '../../parts/state';
import { useWords } from '../../words/words';
import { usersWords } from './users.words';

export type User = Schemas['User'];

/** Whether the person can sign in: not before a password was chosen, and not while disabled. */
export function UserState({ user }: { readonly user: User }) {
  const { pending } = useWords(usersWords);
  if (user.disabled) return <State of="disabled" />;
  return user.pending ? <State of="waiting" text={pending} /> : <State of="active" />;
}
