import { Tabs } from '../../components/tabs';
import { useMessages } from '../../i18n/messages';
import { notificationsWords } from './notifications.messages';

export function NotificationTabs() {
  const words = useMessages(notificationsWords);
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
