import { Tabs } from '../../components/tabs';
import { useMessages } from '../../i18n/messages';

export function AuditTabs() {
  const messages = useMessages('audit');
  return (
    <Tabs
      label={messages.parts}
      tabs={[
        { to: '/administration/audit', text: messages.all },
        { to: '/administration/audit/tokens', text: messages.tokens },
      ]}
    />
  );
}
