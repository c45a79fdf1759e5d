import { catalogue } from '../words/words';

export const administrationWords = catalogue(
  {
    label: 'Administration',
    tabs: {
      tokens: 'API Tokens',
      users: 'Users',
      roles: 'Roles',
      directors: 'Directors',
      notifications: 'Notifications',
      silence: 'Monitoring',
      audit: 'Audit',
      api: 'API',
      sessions: 'Sessions',
    },
  },
  {
    label: 'Verwaltung',
    tabs: {
      tokens: 'Tokens',
      users: 'Benutzer',
      roles: 'Rollen',
      directors: 'Directors',
      notifications: 'Benachrichtigungen',
      silence: 'Überwachung',
      audit: 'Audit',
      api: 'API',
      sessions: 'Sitzungen',
    },
  },
);
