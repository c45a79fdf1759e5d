import { Tabs } from '../../components/tabs';
import { useMessages } from '../../i18n/messages';
import { auditWords } from './audit.messages';

export function AuditTabs() {
  const words = useMessages(auditWords);
  return (
    <Tabs
      label={words.parts}
      tabs={[
        { to: '/administration/audit', text: words.all },
        { to: '/administration/audit/tokens', text: words.tokens },
      ]}
    />
  );
}
