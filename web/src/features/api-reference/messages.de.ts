import { type SameMessages } from '../../i18n/same-messages';
import type * as en from './messages.en';

export const apiReference: SameMessages<typeof en.apiReference> = {
  title: 'API',
  about: 'Was diese Seite tut, kann eine Maschine auf denselben Wegen tun. Die Seite selbst fragt nichts anderes.',
  base: 'Basisadresse',
  token: 'Token',
  tokenHint: 'Jeder Aufruf zeigt ein Token von Ihnen. Legen Sie eines an, behalten Sie es als TOKEN und versuchen Sie:',
  makeToken: 'Token anlegen',
  who: 'Wer ruft',
  read: 'Lesen und ausprobieren',
  docs: 'Dokumentation öffnen',
  docsHint:
    'Sie hat jeden Weg mit Parametern und Antworten (auf Englisch). „Try it out“ nimmt dort Ihre Sitzung in diesem Browser: Was Sie ausprobieren, geschieht wirklich und unter Ihrem Namen. Mit „Authorize“ nimmt es ein Token.',
  document: 'Das Dokument für Generatoren (OpenAPI 3.1)',
  errors: 'Alle Fehler, und was zu tun ist',
  routes: 'Die meistgefragten Wege',
  wish: 'Was',
  line: 'Zeile für die Shell',
  copy: 'Kopieren',
  internal:
    'Wege unter /api/v1/admin benutzt diese Seite zur Verwaltung. Sie sind ebenso bewacht und können sich mit der nächsten Version ändern.',
  wishes: {
    me: 'Wer bin ich, und was darf ich?',
    health: 'Ist alles in Ordnung? Mit failOn heißt 503 nein.',
    jobs: 'Welche Jobs gibt es?',
    run: 'Einen Job starten',
    wait: 'Auf das Ende eines Laufs warten, höchstens eine Minute',
    log: 'Das Protokoll eines Laufs',
    runs: 'Was schlug seit gestern fehl?',
    points: 'Was lässt sich von einem Client wiederherstellen?',
    files: 'Wo ist eine Datei, über alle Clients und Zeiten?',
    restore: 'Einen Pfad wiederherstellen',
    clients: 'Welche Clients sind überfällig?',
    pools: 'Wann sind die Pools voll?',
    metrics: 'Zahlen für Prometheus',
    createChannel: 'Slack erzählen, was fehlschlägt',
    verify: 'Die Audit-Einträge prüfen',
  },
};
