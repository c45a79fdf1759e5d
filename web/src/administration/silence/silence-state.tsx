import { ClientStanding } from '../../parts/client-standing';
import { useWords } from '../../words/words';
import { type Client } from './silence-effect';
import { silenceWords } from './silence.words';

interface SilenceStateProps {
  readonly of: Client;
  readonly inFull?: boolean;
}

/** By the thresholds that hold for it. */
export function SilenceState({ of, inFull = false }: SilenceStateProps) {
  const { states } = useWords(silenceWords);
  return <ClientStanding of={{ ...of, ...of.thresholds }} names={states} inFull={inFull} />;
}
