import { Tabs } from '../../components/tabs';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { Findings } from './findings';
import { useConfigurationState } from './use-configuration';

export function ConfigurationTabs() {
  const messages = useMessages('configuration');
  return (
    <Tabs
      label={messages.parts}
      tabs={[
        { to: '/administration/configuration', text: messages.resources },
        { to: '/administration/configuration/text', text: messages.text },
        { to: '/administration/configuration/changes', text: messages.changes },
      ]}
    />
  );
}

/** Why the file is not in force, or cannot be changed here; nothing while all is well. */
export function ConfigurationNote({ director }: { readonly director: string | null }) {
  const messages = useMessages('configuration');
  const { data } = useConfigurationState(director);
  if (!data || (data.drift === 'none' && data.writable && data.findings.length === 0)) return null;
  const { drift, writable, findings } = data;
  const look = drift === 'none' || drift === 'changed' ? 'warn' : 'bad';
  return (
    <div className="note" data-look={look} role="status">
      {drift !== 'none' && <p>{messages.drifts[drift]}</p>}
      {drift === 'none' && !writable && <p>{messages.readOnly[data.access]}</p>}
      <Findings of={findings} isOfFile />
    </div>
  );
}

/** Why nothing can be changed here now; null where it can. */
export function useReadOnly(director: string | null): string | null {
  const messages = useMessages('configuration');
  const { data } = useConfigurationState(director);
  if (!data) return null;
  if (data.drift !== 'none') return messages.notInForce;
  return data.writable ? null : messages.readOnly[data.access];
}

/** When a change came into force, or was drafted. */
export function ChangeTime({ of }: { readonly of: { readonly appliedAt: string | null; readonly createdAt: string } }) {
  return <Time at={of.appliedAt ?? of.createdAt} as="short" />;
}
