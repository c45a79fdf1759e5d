import { catalogue } from '../i18n/messages';

export const administrationWords = catalogue(
  {
    label: 'Administration',
    security: 'Security',
    pages: {
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
    security: 'Sicherheit',
    pages: {
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
