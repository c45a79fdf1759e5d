import { ClientStanding } from '../../components/client-status';
import { useMessages } from '../../i18n/messages';
import { type Client } from './use-client-stats';

interface SilenceStateProps {
  readonly of: Client;
  readonly inFull?: boolean;
}

export function SilenceState({ of: { silence, enabled }, inFull = false }: SilenceStateProps) {
  const { states } = useMessages('clients');
  return <ClientStanding of={{ ...silence, enabled }} names={states} inFull={inFull} />;
}
