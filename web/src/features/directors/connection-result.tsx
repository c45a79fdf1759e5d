import { type Director } from '../../api/directors';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';

/** The word of a kind; one that this page does not know stands for itself. */
export function kindName(kinds: Readonly<Record<string, string>>, kind: string): string {
  return kinds[kind] ?? kind;
}

/** Whether a Director answers, and what it says where it does not. */
export function Reached({ of: { reachable, problem } }: { readonly of: Director }) {
  const messages = useMessages('directors');
  return (
    <span title={problem ?? undefined}>
      <State of={reachable ? 'ok' : 'error'} text={reachable ? messages.answering : messages.notAnswering} />
    </span>
  );
}
