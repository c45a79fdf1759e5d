import { defineMessages } from './messages';

/** What happens, and how grave it is: the API's words for people. */
export const eventWords = defineMessages(
  {
    types: {
      'job.completed.ok': 'Job succeeded',
      'job.completed.warning': 'Job succeeded with warnings',
      'job.completed.error': 'Job failed',
      'job.missed': 'Scheduled job did not start',
      'run.waiting': 'Run is waiting for media or an operator',
      'run.resumed': 'Run no longer waits',
      'client.silence.warn': 'Client overdue',
      'client.silence.crit': 'Client critically overdue',
      'client.silence.ok': 'Client recovered',
      'job.overdue.warn': 'Job overdue',
      'job.overdue.crit': 'Job critically overdue',
      'job.overdue.ok': 'Job no longer overdue',
      'director.unreachable': 'Director does not answer',
      'director.recovered': 'Director recovered',
      'storage.error': 'Storage or volume error',
      'storage.filling': 'Pool or its disk filling up',
      'storage.ok': 'Storage or pool recovered',
      'channel.failing': 'Another channel failing',
      'channel.recovered': 'Another channel recovered',
      'auth.failures': 'Repeated failed logins',
      'api_token.create': 'API token created',
      'api_token.revoke': 'API token revoked',
    },
    severities: { info: 'Info', warning: 'Warning', error: 'Error', critical: 'Critical' },
    purposes: { backups: 'Backups', infrastructure: 'Infrastructure', security: 'Security' },
  },
  {
    types: {
      'job.completed.ok': 'ein Job endete gut',
      'job.completed.warning': 'ein Job endete mit Warnungen',
      'job.completed.error': 'ein Job schlug fehl',
      'job.missed': 'ein geplanter Job startete nicht',
      'run.waiting': 'ein Lauf wartet auf ein Medium oder einen Menschen',
      'run.resumed': 'ein Lauf wartet nicht mehr',
      'client.silence.warn': 'ein Client ist überfällig',
      'client.silence.crit': 'ein Client ist kritisch überfällig',
      'client.silence.ok': 'ein Client ist nicht mehr überfällig',
      'job.overdue.warn': 'ein Job ist überfällig',
      'job.overdue.crit': 'ein Job ist kritisch überfällig',
      'job.overdue.ok': 'ein Job ist nicht mehr überfällig',
      'director.unreachable': 'ein Director antwortet nicht',
      'director.recovered': 'ein Director antwortet wieder',
      'storage.error': 'ein Speicher oder ein Volume ist fehlerhaft',
      'storage.filling': 'ein Pool oder seine Platte wird voll',
      'storage.ok': 'ein Speicher oder ein Pool ist wieder in Ordnung',
      'channel.failing': 'ein anderer Kanal erreicht seinen Empfänger nicht',
      'channel.recovered': 'ein anderer Kanal arbeitet wieder',
      'auth.failures': 'wiederholt fehlgeschlagene Anmeldungen',
      'api_token.create': 'ein API-Token wurde angelegt',
      'api_token.revoke': 'ein API-Token wurde widerrufen',
    },
    severities: { info: 'Hinweis', warning: 'Warnung', error: 'Fehler', critical: 'kritisch' },
    purposes: { backups: 'Sicherungen', infrastructure: 'Infrastruktur', security: 'Sicherheit' },
  },
);

export type EventType = keyof (typeof eventWords)['en']['types'];
export type Severity = keyof (typeof eventWords)['en']['severities'];

export const eventTypes = Object.keys(eventWords.en.types) as readonly EventType[];
export const severities = Object.keys(eventWords.en.severities) as readonly Severity[];

export type Purpose = keyof (typeof eventWords)['en']['purposes'];
export const purposes = Object.keys(eventWords.en.purposes) as readonly Purpose[];

const purposeOfFamily: Readonly<Record<string, Purpose>> = {
  job: 'backups',
  run: 'backups',
  client: 'backups',
  api_token: 'security',
  auth: 'security',
};

/** Why somebody wants events of this type. */
export function purposeOf(type: EventType): Purpose {
  return purposeOfFamily[type.split('.')[0] ?? ''] ?? 'infrastructure';
}
