import { ClientStanding } from '../parts/client-standing';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';
import { type Client } from './use-figures';

interface SilenceStateProps {
  readonly of: Client;
  readonly inFull?: boolean;
}

export function SilenceState({ of: { silence, enabled }, inFull = false }: SilenceStateProps) {
  const { states } = useWords(clientsWords);
  return <ClientStanding of={{ ...silence, enabled }} names={states} inFull={inFull} />;
}
