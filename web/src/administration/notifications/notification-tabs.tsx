import { Tabs } from '../../parts/tabs';
import { useWords } from '../../words/words';
import { notificationsWords } from './notifications.words';

export function NotificationTabs() {
  const words = useWords(notificationsWords);
  return (
    <Tabs
      label={words.parts}
      tabs={[
        { to: '/administration/notifications', text: words.channels },
        { to: '/administration/notifications/deliveries', text: words.deliveries },
      ]}
    />
  );
}
