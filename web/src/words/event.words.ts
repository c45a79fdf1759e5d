import { catalogue } from './words';

/** What happens, and how grave it is: the API's words for people. */
export const eventWords = catalogue(
  {
    types: {
      'job.completed.ok': 'a job ended well',
      'job.completed.warning': 'a job ended with warnings',
      'job.completed.error': 'a job failed',
      'job.missed': 'a planned job did not start',
      'run.waiting': 'a run waits for a medium or an operator',
      'run.resumed': 'a run waits no more',
      'client.silence.warn': 'a client is silent',
      'client.silence.crit': 'a client is silent for too long',
      'client.silence.ok': 'a client is heard of again',
      'job.overdue.warn': 'a job is overdue',
      'job.overdue.crit': 'a job is critically overdue',
      'job.overdue.ok': 'a job is no longer overdue',
      'director.unreachable': 'a Director does not answer',
      'director.recovered': 'a Director answers again',
      'storage.error': 'a storage or a volume is in error',
      'storage.filling': 'a pool or its disk is filling up',
      'storage.ok': 'a storage or a pool is in order again',
      'channel.failing': 'another channel does not reach its receiver',
      'channel.recovered': 'another channel works again',
      'auth.failures': 'many log-ins are refused',
      'api_token.create': 'an API token was created',
      'api_token.revoke': 'an API token was revoked',
    },
    severities: { info: 'info', warning: 'warning', error: 'error', critical: 'critical' },
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
      'client.silence.warn': 'ein Client schweigt',
      'client.silence.crit': 'ein Client schweigt zu lange',
      'client.silence.ok': 'ein Client meldet sich wieder',
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
      'auth.failures': 'viele Anmeldungen werden abgewiesen',
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
