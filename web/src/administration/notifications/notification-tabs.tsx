import { AdministrationTabs } from '../../app/administration-tabs';
import { Tabs } from '../../parts/tabs';
import { useWords } from '../../words/words';
import { notificationsWords } from './notifications.words';

/** The administration's tabs, and the two of this part of it. */
export function NotificationTabs() {
  const words = useWords(notificationsWords);
  return (
    <>
      <AdministrationTabs />
      <Tabs
        label={words.parts}
        tabs={[
          { to: '/administration/notifications', text: words.channels },
          { to: '/administration/notifications/deliveries', text: words.deliveries },
        ]}
      />
    </>
  );
}
