import { type SameMessages } from '../i18n/same-messages';
import type * as en from './messages.en';

export const heatmap: SameMessages<typeof en.heatmap> = {
  outcomes: {
    completed: 'in Ordnung',
    warning: 'mit Warnungen',
    unusual: 'ungewöhnlich klein oder langsam',
    error: 'fehlgeschlagen',
    canceled: 'abgebrochen',
    running: 'läuft',
    unfinished: 'läuft oder wartet',
    queued: 'eingereiht',
    waiting: 'wartet',
    missed: 'ausgefallen',
    pending: 'steht noch aus',
    noneDue: 'keiner fällig',
    before: 'noch nichts bekannt',
    unknown: 'unbekannt',
  },
  legend: 'Was die Quadrate bedeuten',
  asTable: 'Dasselbe als Tabelle',
  keys: 'Pfeiltasten gehen von Quadrat zu Quadrat, die Eingabetaste öffnet eines.',
};
