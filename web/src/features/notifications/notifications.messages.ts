import { defineMessages } from '../../i18n/messages';

export const notificationsWords = defineMessages(
  {
    title: 'Notifications',
    parts: 'Notification sections',
    channels: 'Channels',
    deliveries: 'Deliveries',
  },
  {
    title: 'Benachrichtigungen',
    parts: 'Teile der Benachrichtigungen',
    channels: 'Kanäle',
    deliveries: 'Zustellungen',
  },
);
