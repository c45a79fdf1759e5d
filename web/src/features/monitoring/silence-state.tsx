import { ClientStanding } from '../../components/client-status';
import { useMessages } from '../../i18n/messages';
import { type Client } from './threshold-preview';

interface SilenceStateProps {
  readonly of: Client;
  readonly inFull?: boolean;
}

/** By the thresholds that hold for it. */
export function SilenceState({ of, inFull = false }: SilenceStateProps) {
  const { states } = useMessages('monitoring');
  return <ClientStanding of={{ ...of, ...of.thresholds }} names={states} inFull={inFull} />;
}
