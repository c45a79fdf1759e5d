import { defineMessages, plural } from '../../i18n/messages';

interface Counts {
  readonly completed: number;
  readonly warning: number;
  readonly error: number;
  readonly canceled: number;
  readonly unfinished?: number;
  /** Scheduled starts without a run. */
  readonly missed?: number;
}

interface Range {
  readonly from: string;
  readonly to: string;
  /** How probable it is that it is between them, as a percentage. */
  readonly sure: string;
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

function countsInEnglish({ completed, warning, error, canceled, unfinished = 0, missed = 0 }: Counts): string {
  const of = (count: number, word: string) => (count === 0 ? '' : `${plural('en', count, 'run', 'runs')} ${word}`);
  return joined(
    of(error, 'failed'),
    missed === 0 ? '' : `${plural('en', missed, 'start', 'starts')} missed`,
    of(canceled, 'canceled'),
    of(warning, 'with warnings'),
    of(unfinished, 'running or waiting'),
    of(completed, 'succeeded'),
  );
}

function countsInGerman({ completed, warning, error, canceled, unfinished = 0, missed = 0 }: Counts): string {
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

export const overviewWords = defineMessages(
  {
    title: 'Overview',
    noDirector: 'No Director connected. Add one to start monitoring.',
    addDirector: 'Add a Director',
    away: (director: string, since: string) => `Director ${director} has not answered since ${since}.`,
    notAnswering: 'Not answering.',
    neverAnswered: (director: string) => `Director ${director} has not answered yet.`,
    goesOn: 'Showing last known data.',
    noDataYet: 'No data yet.',
    nothingForRole: (role: string) => `Your role ${role} does not give access to anything on this page. You can open:`,
    verdict: 'Health',
    channelFails: (name: string) => `Notification channel ${name} is failing.`,
    channelToDo: 'Its messages do not arrive. Check its last error.',
    answering: (answering: number, all: number) => `${answering} of ${all} Directors answering.`,
    troubled: (count: number, all: number) => `Problems on ${count} of ${plural('en', all, 'Director', 'Directors')}.`,
    noTrouble: (all: number) => `No problems on ${plural('en', all, 'Director', 'Directors')}.`,
    /** Counts that no finding mentions. */
    acknowledgedOf: {
      runs: (count: number) => `${plural('en', count, 'run', 'runs')} acknowledged.`,
      jobs: (count: number) => `${plural('en', count, 'overdue job', 'overdue jobs')} acknowledged or muted.`,
      clients: (count: number) => `${plural('en', count, 'overdue client', 'overdue clients')} acknowledged.`,
    },
    protectedOf: (count: number, all: number) =>
      `${count} of ${plural('en', all, 'monitored job', 'monitored jobs')} protected.`,
    inOrder: (all: number) => (all > 1 ? `All ${all} monitored jobs protected.` : '1 of 1 monitored job protected.'),
    overdue: (count: number) => `${plural('en', count, 'job', 'jobs')} overdue.`,
    neverSoFar: (count: number) => `${plural('en', count, 'job', 'jobs')} never backed up.`,
    noneMonitored: 'No errors found. No job is monitored, because none has a schedule.',
    nothingWrong: 'No errors found.',
    noFailure: 'No failures recorded.',
    lastFailure: 'Last failure',
    runningNow: 'Running now',
    allRuns: 'All runs',
    nothingRuns: 'No running or waiting jobs.',
    furtherRuns: (count: number) => `${plural('en', count, 'more run', 'more runs')} in progress`,
    runOf: (job: string, jobId: number) => `${job}, run ${jobId}`,
    progressOf: (run: string) => `Progress of ${run}`,
    files: (count: number) => plural('en', count, 'file', 'files'),
    perSecond: (size: string) => `${size}/s`,
    timeLeft: (span: string) => `${span} left`,
    since: (span: string) => `for ${span}`,
    cancel: 'Cancel',
    reallyCancel: 'Cancel run',
    letRun: 'Keep running',
    fortnight: 'Last 14 days',
    fortnightTable: 'Last 14 days as a table',
    client: 'Client',
    job: 'Job',
    noClient: 'No clients configured yet.',
    noneYet: 'No backups yet.',
    toJobs: 'View jobs',
    noRunYet: 'No runs in these days.',
    runFirst: 'Run the first job',
    runOne: 'Run a job',
    /** `begins`: the hour at which they begin on the clock of the page; null where that shows UTC. */
    utcDays: (begins: string | null, zone: string) =>
      begins === null
        ? 'Days are in UTC.'
        : `Days are in UTC and start at ${begins} (${zone}). The calendar shows days in ${zone}.`,
    /** Empty where there is nothing to count. */
    counts: countsInEnglish,
    noRuns: 'no runs',
    worstOf: (shown: number, all: number) =>
      shown === 0
        ? `No failed or overdue clients this week (of ${all}).`
        : `Showing ${shown} of ${plural('en', all, 'client', 'clients')}: failed this week or overdue.`,
    allClients: 'All clients',
    allOf: (count: string) => `All ${count} clients`,
    byProtection: 'Clients by protection',
    protectionOf: {
      crit: (count: string) => `${count} critically overdue`,
      warn: (count: string) => `${count} overdue`,
      never: (count: string) => `${count} never backed up`,
      ok: (count: string) => `${count} protected`,
      muted: (count: string) => `${count} muted`,
      other: (count: string) => `${count} not monitored`,
    },
    acknowledged: 'acknowledged',
    lastGood: 'last good',
    pools: 'Pools',
    allPools: 'All pools',
    noPool: 'No pools yet.',
    furtherPools: (count: number) => plural('en', count, 'more pool', 'more pools'),
    usedOf: (part: string, all: string) => `${part} of ${all}`,
    usedOnDisk: (used: string, free: string) => `${used}; ${free} left on the disk`,
    usedBy: (pool: string, used: string) => `${pool}, used: ${used}`,
    fullNow: 'Full: nothing more can be written.',
    neverFull: (days: number) => `Not full within ${plural('en', days, 'day', 'days')}.`,
    noLimit: 'Capacity unknown.',
    tooFewDays: (days: number) => `Not enough data for a forecast: ${days} of 7 days.`,
    basedOn: (days: number) => `Based on ${plural('en', days, 'day', 'days')} of history.`,
    fullOn: (day: string) => `Full around ${day}.`,
    fullFrom: (day: string, from: string, sure: string) =>
      `Full around ${day}, not before ${from}${sure === '' ? '' : ` (${sure} confidence)`}.`,
    fullBetween: (day: string, { from, to, sure }: Range) =>
      `Full around ${day}; ${sure === '' ? '' : `${sure} confidence: `}${from} to ${to}.`,
    disks: 'Disks',
    freeOf: (free: string, all: string) => `${free} free of ${all}`,
    diskUse: (names: string, part: string) => `Disk of ${names}: ${part} used`,
    noAnswer: 'does not answer',
    nextRuns: 'Next runs',
    calendar: 'Calendar',
    allJobs: 'All jobs',
    nothingPlanned: 'No scheduled runs.',
  },
  {
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
    answering: (answering, all) => `${answering} von ${all} Directors antworten.`,
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
        : `Die ${shown}, die diese Woche am häufigsten fehlschlugen oder überfällig sind, von ${plural('de', all, 'Client', 'Clients')}.`,
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
  },
);
