import { useMessages } from '../../i18n/messages';
import { partsOf } from './quantity-field';

/** "60 days" in the reader's language; null is for ever. */
export function useRetentionText(): (retention: string | null) => string {
  const { forever: text } = useMessages('configurationChange');
  const { amountOf } = useMessages('configurationFields');
  return (retention) => {
    if (retention === null) return text;
    const parts = partsOf('duration', retention);
    return parts ? amountOf(Number(parts.amount), parts.unit) : retention;
  };
}
