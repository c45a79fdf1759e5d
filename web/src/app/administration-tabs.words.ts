import { catalogue } from '../words/words';

export const administrationTabsWords = catalogue(
  {
    label: 'Administration',
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
  {
    label: 'Verwaltung',
    tokens: 'Tokens',
    users: 'Benutzer',
    roles: 'Rollen',
    directors: 'Directors',
    notifications: 'Benachrichtigungen',
    silence: 'Schweigen',
    audit: 'Audit',
    api: 'API',
    sessions: 'Sitzungen',
  },
);
