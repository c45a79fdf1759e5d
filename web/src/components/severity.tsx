import { type Severity } from '../i18n/event-types';
import { useMessages } from '../i18n/messages';
import { State } from './state';

const states: Readonly<Record<Severity, string>> = {
  info: 'none',
  warning: 'warning',
  error: 'error',
  critical: 'crit',
};

/** How grave an event is. */
export function SeverityState({ of }: { readonly of: Severity }) {
  const { severities } = useMessages('eventNames');
  return <State of={states[of]} text={severities[of]} />;
}
