import { catalogue } from './words';

/** What happens, and how grave it is: the API's words for people. */
export const eventWords = catalogue(
  {
    types: {
      'job.completed.ok': 'a job ended well',
      'job.completed.warning': 'a job ended with warnings',
      'job.completed.error': 'a job failed',
      'client.silence.warn': 'a client is silent',
      'client.silence.crit': 'a client is silent for too long',
      'client.silence.ok': 'a client is heard of again',
      'job.overdue.warn': 'a job is overdue',
      'job.overdue.crit': 'a job is critically overdue',
      'job.overdue.ok': 'a job is no longer overdue',
      'api_token.create': 'an API token was created',
      'api_token.revoke': 'an API token was revoked',
    },
    severities: { info: 'info', warning: 'warning', error: 'error', critical: 'critical' },
  },
  {
    types: {
      'job.completed.ok': 'ein Job endete gut',
      'job.completed.warning': 'ein Job endete mit Warnungen',
      'job.completed.error': 'ein Job schlug fehl',
      'client.silence.warn': 'ein Client schweigt',
      'client.silence.crit': 'ein Client schweigt zu lange',
      'client.silence.ok': 'ein Client meldet sich wieder',
      'job.overdue.warn': 'ein Job ist überfällig',
      'job.overdue.crit': 'ein Job ist kritisch überfällig',
      'job.overdue.ok': 'ein Job ist nicht mehr überfällig',
      'api_token.create': 'ein API-Token wurde angelegt',
      'api_token.revoke': 'ein API-Token wurde widerrufen',
    },
    severities: { info: 'Hinweis', warning: 'Warnung', error: 'Fehler', critical: 'kritisch' },
  },
);

export type EventType = keyof (typeof eventWords)['en']['types'];
export type Severity = keyof (typeof eventWords)['en']['severities'];

export const eventTypes = Object.keys(eventWords.en.types) as readonly EventType[];
export const severities = Object.keys(eventWords.en.severities) as readonly Severity[];
