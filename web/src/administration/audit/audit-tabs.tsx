import { Tabs } from '../../parts/tabs';
import { useWords } from '../../words/words';
import { auditWords } from './audit.words';

export function AuditTabs() {
  const words = useWords(auditWords);
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
