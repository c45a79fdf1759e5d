import { catalogue } from '../words/words';

/** What a square says. */
export const squaresWords = catalogue(
  {
    outcomes: {
      completed: 'ok',
      warning: 'with warnings',
      error: 'failed',
      canceled: 'canceled',
      running: 'running',
      queued: 'queued',
      waiting: 'waiting',
      missed: 'missed',
      pending: 'still to come',
      noneDue: 'none due',
      before: 'nothing known yet',
      unknown: 'unknown',
    },
    legend: 'What the squares mean',
    asTable: 'The same as a table',
    keys: 'Arrow keys move from square to square, Enter opens one.',
  },
  {
    outcomes: {
      completed: 'in Ordnung',
      warning: 'mit Warnungen',
      error: 'fehlgeschlagen',
      canceled: 'abgebrochen',
      running: 'läuft',
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
