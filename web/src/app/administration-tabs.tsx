import { Tabs } from '../parts/tabs';
import { useWords } from '../words/words';
import { administrationTabsWords } from './administration-tabs.words';

/** The pages of administration. */
export function AdministrationTabs() {
  const words = useWords(administrationTabsWords);
  return (
    <Tabs
      label={words.label}
      tabs={[
        { to: '/administration/tokens', text: words.tokens },
        { to: '/administration/directors', text: words.directors },
      ]}
    />
  );
}
