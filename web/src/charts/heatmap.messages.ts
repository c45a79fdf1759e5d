import { defineMessages } from '../i18n/messages';

/** What a square says. */
export const squaresWords = defineMessages(
  {
    outcomes: {
      completed: 'succeeded',
      warning: 'with warnings',
      unusual: 'unusually small or slow',
      error: 'failed',
      canceled: 'canceled',
      running: 'running',
      unfinished: 'running or waiting',
      queued: 'queued',
      waiting: 'waiting',
      missed: 'missed',
      pending: 'scheduled',
      noneDue: 'not scheduled',
      before: 'no data',
      unknown: 'unknown',
    },
    legend: 'Legend',
    asTable: 'Show as table',
    keys: 'Use the arrow keys to move between squares, Enter to open one.',
  },
  {
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
  },
);
