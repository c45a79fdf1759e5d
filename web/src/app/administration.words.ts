import { catalogue } from '../words/words';

export const administrationWords = catalogue(
  {
    label: 'Administration',
    tabs: {
      tokens: 'Tokens',
      users: 'Users',
      roles: 'Roles',
      directors: 'Directors',
      notifications: 'Notifications',
      silence: 'Silence',
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
      silence: 'Stille',
      audit: 'Audit',
      api: 'API',
      sessions: 'Sitzungen',
    },
  },
);
