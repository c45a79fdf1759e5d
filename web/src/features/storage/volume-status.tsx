import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';

/** Which states of the page have the look that a volume's status has. */
const looks: Readonly<Record<string, string>> = { Append: 'ok', Error: 'error', Busy: 'running' };

/** A volume's status in the Director's own word, which is what one types; what it means is told on hover. */
export function VolumeStatus({ of }: { readonly of: string }) {
  const { statuses } = useMessages('storage');
  const meanings: Readonly<Record<string, string>> = statuses;
  return (
    <span title={meanings[of]}>
      <State of={looks[of] ?? 'none'} text={of} />
    </span>
  );
}
