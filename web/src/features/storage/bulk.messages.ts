import { defineMessages, plural } from '../../i18n/messages';

export const bulkWords = defineMessages(
  {
    bulk: 'Selected volumes',
    chosen: (count: number) => `${plural('en', count, 'volume', 'volumes')} selected`,
    edit: 'Edit…',
    open: { prune: 'Prune…', purge: 'Purge…', truncate: 'Truncate…', delete: 'Delete…' },
    deed: {
      prune: (count: number) => `Prune ${plural('en', count, 'volume', 'volumes')}`,
      purge: (count: number) => `Purge ${plural('en', count, 'volume', 'volumes')}`,
      truncate: (count: number) => `Truncate ${plural('en', count, 'volume', 'volumes')}`,
      delete: (count: number) => `Delete ${plural('en', count, 'volume', 'volumes')}`,
    },
    status: 'Status',
    pool: 'Pool',
    days: 'Retention (days)',
    recycle: 'Recycle',
    enabled: 'Enabled',
    unchanged: 'unchanged',
    apply: (count: number) => `Change ${plural('en', count, 'volume', 'volumes')}`,
    look: (count: number) => `Show the impact on ${plural('en', count, 'volume', 'volumes')}`,
    looking: 'Reading the impact…',
    sums: (runs: number, points: number, lastFulls: number) =>
      `${plural('en', runs, 'run', 'runs')} and ${plural('en', points, 'restore point', 'restore points')} will be lost. Last Fulls included: ${lastFulls}.`,
    loses: (runs: number, points: number) =>
      `${plural('en', runs, 'run', 'runs')}, ${plural('en', points, 'restore point', 'restore points')} lost`,
    force: (count: number) =>
      count === 1 ? 'Delete this last Full anyway' : `Delete these ${count} last Fulls anyway`,
    typeCount: (count: number) => `Type ${count}, the number of volumes, to confirm`,
    atWork: (done: number, of: number) => `${done} of ${of} done…`,
    over: (done: number, of: number) => `${done} of ${plural('en', of, 'volume', 'volumes')} done.`,
    succeeded: 'done',
    dismiss: 'Close',
  },
  {
    bulk: 'Ausgewählte Volumes',
    chosen: (count) => `${plural('de', count, 'Volume', 'Volumes')} ausgewählt`,
    edit: 'Ändern…',
    open: { prune: 'Ausdünnen…', purge: 'Leeren…', truncate: 'Kürzen…', delete: 'Löschen…' },
    deed: {
      prune: (count) => `${plural('de', count, 'Volume', 'Volumes')} ausdünnen`,
      purge: (count) => `${plural('de', count, 'Volume', 'Volumes')} leeren`,
      truncate: (count) => `${plural('de', count, 'Volume', 'Volumes')} kürzen`,
      delete: (count) => `${plural('de', count, 'Volume', 'Volumes')} löschen`,
    },
    status: 'Status',
    pool: 'Pool',
    days: 'Aufbewahrung in Tagen',
    recycle: 'Wiederverwendung',
    enabled: 'Freigegeben',
    unchanged: 'unverändert',
    apply: (count) => `${plural('de', count, 'Volume', 'Volumes')} ändern`,
    look: (count) => `Zeigen, was mit ${plural('de', count, 'Volume', 'Volumes')} verloren ginge`,
    looking: 'Es wird nachgesehen…',
    sums: (runs, points, lastFulls) =>
      `${plural('de', runs, 'Lauf', 'Läufe')} und ${plural('de', points, 'Wiederherstellungspunkt', 'Wiederherstellungspunkte')} gingen verloren. Letzte Fulls darunter: ${lastFulls}.`,
    loses: (runs, points) =>
      `${plural('de', runs, 'Lauf', 'Läufe')}, ${plural('de', points, 'Wiederherstellungspunkt', 'Wiederherstellungspunkte')}`,
    force: (count) => (count === 1 ? 'Das letzte Full darf gehen' : `Diese ${count} letzten Fulls dürfen gehen`),
    typeCount: (count) => `Zur Bestätigung ${count} eintippen, die Zahl der Volumes`,
    atWork: (done, of) => `${done} von ${of} erledigt…`,
    over: (done, of) => `${done} von ${plural('de', of, 'Volume', 'Volumes')} erledigt.`,
    succeeded: 'erledigt',
    dismiss: 'Schließen',
  },
);
