import { isRetry, type DeliveryStatus } from './delivery-status';
import { plural } from './plural';
import { type SameMessages } from './same-messages';
import type * as en from './messages.en';

export const common: SameMessages<typeof en.common> = {
  retry: 'Noch einmal',
  request: 'Anfrage',
  loading: 'Lädt',
  notLoaded: 'Noch nicht geladen.',
  lastKnown: 'Zuletzt bekannt:',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  copy: 'Kopieren',
  copied: 'Kopiert',
  curl: 'als curl',
  api: 'API',
  apiMenu: 'Eine Anfrage als curl kopieren',
  parents: 'Übergeordnete Seiten',
  all: 'Alle',
  none: 'Keine',
  yes: 'ja',
  no: 'nein',
  unknown: 'unbekannt',
  knownAt: (time) => `Darunter steht, was um ${time} bekannt war.`,
  lacks: (role, capability) => `Ihrer Rolle ${role} fehlt ${capability}. Wer die Benutzer verwaltet, kann es gewähren.`,
  states: {
    completed: 'fertig',
    warning: 'Warnung',
    error: 'Fehler',
    canceled: 'abgebrochen',
    running: 'läuft',
    queued: 'eingereiht',
    waiting: 'wartet',
    active: 'aktiv',
    revoked: 'widerrufen',
    expired: 'abgelaufen',
    disabled: 'gesperrt',
    ok: 'in Ordnung',
    warn: 'Warnung',
    crit: 'kritisch',
    unknown: 'unbekannt',
    paused: 'pausiert',
  },
  timesIn: (zone) => `Zeiten in ${zone}.`,
  unusually: { small: 'ungewöhnlich klein', slow: 'ungewöhnlich langsam' },
  shown: (shown, total) => `${shown} von ${total}`,
  moreThan: (count) => `mehr als ${count}`,
  fresh: (count) => plural('de', count, 'neuer', 'neue'),
};

function textInGerman(status: DeliveryStatus, attempts: number): string {
  return isRetry(status, attempts) ? `neuer Versuch (${attempts} fehlgeschlagen)` : deliveryStatus.states[status];
}

export const deliveryStatus: SameMessages<typeof en.deliveryStatus> = {
  states: {
    waiting: 'wartet',
    sending: 'wird gesendet',
    delivered: 'zugestellt',
    failed: 'aufgegeben',
    superseded: 'überholt',
    canceled: 'abgebrochen',
  },
  text: textInGerman,
};

export const eventNames: SameMessages<typeof en.eventNames> = {
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
};
