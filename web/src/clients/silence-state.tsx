import { useNow } from '../parts/use-now';
import { State } from '../parts/state';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';
import { type Client } from './use-figures';

/** How a client's silence stands; a pause and a client out of use go before it. */
export function SilenceState({ of: { silence, enabled } }: { readonly of: Client }) {
  const words = useWords(clientsWords);
  const now = useNow();
  if (!enabled) return <State of="disabled" text={words.notInUse} />;
  const isPaused = silence.pausedUntil !== null && Date.parse(silence.pausedUntil) > now;
  if (isPaused) return <State of="paused" />;
  return <State of={silence.status} text={words.states[silence.status]} />;
}
