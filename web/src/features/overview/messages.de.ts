import { plural } from '../../i18n/plural';
import { type SameMessages } from '../../i18n/same-messages';
import type * as en from './messages.en';

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

function countsInGerman({ completed, warning, error, canceled, unfinished = 0, missed = 0 }: en.Counts): string {
  const of = (count: number, word: string) => (count === 0 ? '' : `${plural('de', count, 'Lauf', 'Läufe')} ${word}`);
  return joined(
    of(error, 'fehlgeschlagen'),
    missed === 0 ? '' : `${plural('de', missed, 'Start', 'Starts')} ausgefallen`,
    of(canceled, 'abgebrochen'),
    of(warning, 'mit Warnungen'),
    of(unfinished, 'laufend oder wartend'),
    of(completed, 'in Ordnung'),
  );
}

export const overview: SameMessages<typeof en.overview> = {
  title: 'Übersicht',
  noDirector: 'Kein Director ist verbunden: Es gibt noch nichts, worüber zu wachen wäre.',
  addDirector: 'Einen Director verbinden',
  away: (director, since) => `Director ${director} antwortet seit ${since} nicht.`,
  notAnswering: 'Antwortet nicht.',
  neverAnswered: (director) => `Director ${director} hat noch nie geantwortet.`,
  goesOn: 'Unten steht, was von ihm bekannt ist.',
  noDataYet: 'Von ihm ist noch nichts bekannt.',
  nothingForRole: (role) => `Ihre Rolle ${role} enthält nichts von dem, was hier steht. Für Sie gibt es:`,
  verdict: 'Ist alles in Ordnung?',
  channelFails: (name) => `Der Kanal ${name} erreicht seinen Empfänger nicht.`,
  channelToDo: 'Was er sendet, kommt nicht an. Prüfen Sie seinen letzten Fehler.',
  answering: (answering, all) => `${answering} von ${all} Directors ${answering === 1 ? 'antwortet' : 'antworten'}.`,
  troubled: (count, all) => `Auf ${count} von ${plural('de', all, 'Director', 'Directors')} stimmt etwas nicht.`,
  noTrouble: (all) => `Auf ${plural('de', all, 'Director', 'Directors')} wurde kein Fehler gefunden.`,
  acknowledgedOf: {
    runs: (count) => `${plural('de', count, 'Lauf', 'Läufe')} als gesehen markiert.`,
    jobs: (count) => `${plural('de', count, 'überfälliger Job', 'überfällige Jobs')} gesehen oder pausiert.`,
    clients: (count) => `${plural('de', count, 'überfälliger Client', 'überfällige Clients')} gesehen.`,
  },
  protectedOf: (count, all) => `${count} von ${plural('de', all, 'überwachtem Job', 'überwachten Jobs')} gesichert.`,
  inOrder: (all) =>
    `Alles ist in Ordnung: ${all} von ${plural('de', all, 'überwachtem Job', 'überwachten Jobs')} gesichert.`,
  overdue: (count) => `${plural('de', count, 'Job', 'Jobs')} überfällig.`,
  neverSoFar: (count) => `${plural('de', count, 'Job', 'Jobs')} bisher nie gesichert.`,
  noneMonitored: 'Kein Fehler wurde gefunden. Kein Job wird überwacht, denn keiner hat einen Zeitplan.',
  nothingWrong: 'Kein Fehler wurde gefunden.',
  noFailure: 'Kein Fehler ist verzeichnet.',
  lastFailure: 'Letzter Fehler',
  runningNow: 'Läuft gerade',
  allRuns: 'Alle Läufe',
  nothingRuns: 'Nichts läuft oder wartet.',
  furtherRuns: (count) => `${plural('de', count, 'weiterer Lauf', 'weitere Läufe')} unterwegs`,
  runOf: (job, jobId) => `${job}, Lauf ${jobId}`,
  progressOf: (run) => `Fortschritt von ${run}`,
  files: (count) => plural('de', count, 'Datei', 'Dateien'),
  perSecond: (size) => `${size}/s`,
  timeLeft: (span) => `noch ${span}`,
  since: (span) => `seit ${span}`,
  cancel: 'Abbrechen',
  reallyCancel: 'Wirklich abbrechen',
  letRun: 'Weiterlaufen lassen',
  fortnight: 'Vierzehn Tage',
  fortnightTable: 'Vierzehn Tage in Worten',
  client: 'Client',
  job: 'Job',
  noClient: 'Noch ist kein Client eingerichtet.',
  noneYet: 'Noch wurde kein Client gesichert.',
  toJobs: 'Zu den Jobs',
  noRunYet: 'In diesen Tagen ist nichts gelaufen.',
  runFirst: 'Den ersten Job starten',
  runOne: 'Einen Job starten',
  utcDays: (begins, zone) =>
    begins === null
      ? 'Tage gelten in UTC.'
      : `Tage gelten in UTC und beginnen um ${begins} (${zone}). Der Kalender zeigt Tage in ${zone}.`,
  counts: countsInGerman,
  noRuns: 'kein Lauf',
  worstOf: (shown, all) =>
    shown === 0
      ? `Keiner von ${plural('de', all, 'Client', 'Clients')} ist diese Woche fehlgeschlagen oder überfällig.`
      : `${shown} von ${plural('de', all, 'Client', 'Clients')}: diese Woche am häufigsten fehlgeschlagen oder überfällig.`,
  allClients: 'Alle Clients',
  allOf: (count) => `Alle ${count} Clients`,
  byProtection: 'Clients nach Schutz',
  protectionOf: {
    crit: (count) => `${count} kritisch überfällig`,
    warn: (count) => `${count} überfällig`,
    never: (count) => `${count} nie gesichert`,
    ok: (count) => `${count} gesichert`,
    muted: (count) => `${count} pausiert`,
    other: (count) => `${count} nicht überwacht`,
  },
  acknowledged: 'gesehen',
  lastGood: 'zuletzt gut',
  pools: 'Pools',
  allPools: 'Alle Pools',
  noPool: 'Noch gibt es keinen Pool.',
  furtherPools: (count) => plural('de', count, 'weiterer Pool', 'weitere Pools'),
  usedOf: (part, all) => `${part} von ${all}`,
  usedOnDisk: (used, free) => `${used}; auf der Platte frei: ${free}`,
  usedBy: (pool, used) => `${pool}, belegt: ${used}`,
  fullNow: 'Voll: Es kann nichts mehr geschrieben werden.',
  neverFull: (days) => `Nicht voll binnen ${plural('de', days, 'Tag', 'Tagen')}.`,
  noLimit: 'Keine Grenze seines Platzes ist bekannt.',
  keepRules: 'Keine Vorhersage: Aufbewahrungsregeln bestimmen, welcher Platz frei wird.',
  tooFewDays: (days) => `Zu früh für eine Vorhersage: ${days} von 7 Tagen sind verzeichnet.`,
  basedOn: (days) => `Aus ${plural('de', days, 'Tag', 'Tagen')} Verlauf berechnet.`,
  fullOn: (day) => `Voll etwa am ${day}.`,
  fullFrom: (day, from, sure) =>
    `Voll etwa am ${day}, kaum vor dem ${from}${sure === '' ? '' : ` (zu ${sure} sicher)`}.`,
  fullBetween: (day, { from, to, sure }) =>
    `Voll etwa am ${day}; ${sure === '' ? '' : `zu ${sure} sicher: `}${from} bis ${to}.`,
  disks: 'Platten',
  freeOf: (free, all) => `${free} frei von ${all}`,
  diskUse: (names, part) => `Platte von ${names}: zu ${part} belegt`,
  noAnswer: 'antwortet nicht',
  nextRuns: 'Nächste Läufe',
  calendar: 'Kalender',
  allJobs: 'Alle Jobs',
  nothingPlanned: 'Kein Zeitplan startet etwas.',
};
