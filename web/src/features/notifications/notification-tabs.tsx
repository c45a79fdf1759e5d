import { Tabs } from '../../components/tabs';
import { useMessages } from '../../i18n/messages';

export function NotificationTabs() {
  const messages = useMessages('notifications');
  return (
    <Tabs
      label={messages.parts}
      tabs={[
        { to: '/administration/notifications', text: messages.channels },
        { to: '/administration/notifications/deliveries', text: messages.deliveries },
      ]}
    />
  );
}
