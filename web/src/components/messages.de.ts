import { plural } from '../i18n/plural';
import { type SameMessages } from '../i18n/same-messages';
import type * as en from './messages.en';

export const acknowledgement: SameMessages<typeof en.acknowledgement> = {
  title: 'Bestätigung',
  note: 'Hinweis an andere',
  give: 'Bestätigen',
  change: 'Bestätigung ändern',
  remove: 'Bestätigung entfernen',
  removed: (name) => `Bestätigung von ${name} entfernt.`,
  by: (name) => `Bestätigt von ${name}`,
  lasts: 'bis',
};

export const combobox: SameMessages<typeof en.combobox> = {
  asTyped: (name) => `„${name}“, wie getippt`,
  none: 'Kein solcher Name.',
  names: 'Passende Namen',
  more: 'Es gibt mehr: Tippen Sie einen Teil des Namens.',
  hint: 'tippen zum Suchen',
};

export const clientStatus: SameMessages<typeof en.clientStatus> = {
  notInUse: 'nicht in Gebrauch',
  pausedUntil: (time) => `pausiert bis ${time}`,
};

export const newPassword: SameMessages<typeof en.newPassword> = {
  fresh: 'Neues Passwort',
  again: 'Neues Passwort noch einmal',
  rule: 'Mindestens 12 Zeichen, und nichts leicht zu Erratendes: keine Namen, häufigen Wörter, Tastaturreihen, Daten oder Wiederholungen allein. Gut sind vier Wörter, die nichts miteinander zu tun haben.',
  differ: 'Die beiden Passwörter sind nicht gleich.',
};

export const oneDirector: SameMessages<typeof en.oneDirector> = {
  which: 'Das gehört zu einem Director. Zu welchem?',
  nowhere: 'Kein Director, der antwortet, hat es. Sehen Sie bei einem trotzdem nach:',
  usual: 'Der Standard-Director',
};

export const sectionError: SameMessages<typeof en.sectionError> = {
  missing: 'Dieser Teil der Seite ließ sich nicht laden. Laden Sie die Seite neu.',
  reload: 'Neu laden',
};

export const startRun: SameMessages<typeof en.startRun> = {
  inDoubt: (detail) =>
    `${detail} Ob der Lauf begonnen hat, ist nicht bekannt: Drücken Sie noch einmal, um es zu erfahren, nichts beginnt doppelt.`,
};

export const secret: SameMessages<typeof en.secret> = {
  copyOf: (label) => `Kopieren: ${label}`,
  selected: 'Markiert: Strg C drücken',
};

export const copyOnce: SameMessages<typeof en.copyOnce> = {
  copy: 'Kopieren',
  copyOf: (label) => `Kopieren: ${label}`,
  copied: 'Kopiert',
  selected: 'Markiert: drücken Sie Strg C',
};

export const undo: SameMessages<typeof en.undo> = { undo: 'Rückgängig' };

export const expiry: SameMessages<typeof en.expiry> = {
  until: 'Bis',
  untils: {
    none: 'ohne Ende',
    day: 'in einem Tag',
    days: 'in 3 Tagen',
    week: 'in einer Woche',
    month: 'in 30 Tagen',
    date: 'zu einem Datum…',
  },
  date: 'Datum, in der Zeit dieses Browsers',
};

export const protection: SameMessages<typeof en.protection> = {
  states: {
    ok: 'gesichert',
    warn: 'überfällig',
    crit: 'kritisch überfällig',
    never: 'nie gesichert',
    unknown: 'noch nicht bekannt',
    not_monitored: 'nicht überwacht',
  },
  ofJobs: (part, all) => `${part} von ${plural('de', all, 'Job', 'Jobs')}`,
  bases: {
    job: 'für diesen Job gesetzt',
    client: 'für seinen Client gesetzt',
    schedule: 'aus seinem Zeitplan',
    global: 'Schwellen aller Clients',
  },
  limits: (warn, crit) => `Überfällig nach ${warn}, kritisch nach ${crit}.`,
};

export const schedule: SameMessages<typeof en.schedule> = {
  rule: (level, when) => `${level}: ${when}`,
  every: (span) => `alle ${span}`,
  daily: 'täglich',
  eachWeekday: (weekday) => `${weekday.toLowerCase()}s`,
  ordinals: ['erster', 'zweiter', 'dritter', 'vierter', 'fünfter'],
  inMonth: (weeks, weekdays) => `${weeks} ${weekdays} im Monat`,
  onMonthDays: (days) => `am ${days}. des Monats`,
  timesADay: (count, first, last) => `${count}-mal von ${first} bis ${last}`,
};

export const purge: SameMessages<typeof en.purge> = {
  title: {
    prune: (volume) => `${volume} ausdünnen (Prune)`,
    purge: (volume) => `${volume} leeren (Purge)`,
    delete: (volume) => `${volume} löschen`,
    truncate: (volume) => `${volume} kürzen (Truncate)`,
    deleteRun: (jobId) => `Lauf ${jobId} löschen`,
  },
  about: {
    prune:
      'Ausdünnen vergisst die Läufe auf dem Volume, deren Aufbewahrung vorbei ist. Was vergessen ist, lässt sich nicht mehr wiederherstellen.',
    purge:
      'Leeren vergisst alle Läufe auf dem Volume, gleich wie lange sie aufzubewahren wären. Was vergessen ist, lässt sich nicht mehr wiederherstellen.',
    delete:
      'Löschen entfernt das Volume und alle Läufe darauf aus dem Katalog. Sie lassen sich nicht mehr wiederherstellen. Bei Bacula und Bareos bleibt die Datei oder das Band selbst; der eingebettete Director löscht seine Datei.',
    truncate:
      'Kürzen gibt die Bytes des Volumes in seinem Speicher frei. Das Volume muss geleert sein. Das lässt sich nicht rückgängig machen.',
    deleteRun:
      'Löschen entfernt diesen Lauf aus dem Katalog. Er lässt sich nicht mehr wiederherstellen. Seine Daten bleiben auf den Volumes, bis diese neu beschrieben werden.',
  },
  nothing: {
    prune: 'Kein Lauf würde vergessen: Keine Aufbewahrung ist vorbei, oder eine aufbewahrte Kette braucht ihn noch.',
    purge: 'Kein Lauf liegt darauf: Nichts ginge verloren.',
    delete: 'Kein Lauf liegt darauf: Keine Sicherung ginge verloren.',
    truncate: 'Kein Lauf liegt darauf: Keine Sicherung ginge verloren.',
    deleteRun: 'Der Katalog hat nichts von diesem Lauf: Nichts ginge verloren.',
  },
  lost: 'Was verloren ginge',
  runs: 'Läufe',
  points: 'Verlorene Wiederherstellungspunkte',
  broken: 'Beschädigte Wiederherstellungspunkte',
  pointsShort: 'Punkte verloren',
  brokenShort: 'Punkte beschädigt',
  brokenAre: (count) =>
    count === 1
      ? 'Der beschädigte Wiederherstellungspunkt ist ein späteres Incremental oder Differential, das auf einem gelöschten Lauf aufbaut. Er bleibt in der Liste, bringt aber nicht mehr alles zurück.'
      : 'Beschädigte Wiederherstellungspunkte sind spätere Incrementals und Differentials, die auf einem gelöschten Lauf aufbauen. Sie bleiben in der Liste, bringen aber nicht mehr alles zurück.',
  exactBytes: (exact) => `${exact} Bytes`,
  files: 'Dateien',
  bytes: 'Gesicherte Bytes',
  elsewhere: (count) =>
    plural(
      'de',
      count,
      'Lauf hat auch Daten auf anderen Volumes; sie gehen mit.',
      'Läufe haben auch Daten auf anderen Volumes; sie gehen mit.',
    ),
  copied: (count) =>
    plural(
      'de',
      count,
      'Lauf verliert nichts: Eine Kopie auf einem anderen Volume tritt an seine Stelle.',
      'Läufe verlieren nichts: Kopien auf anderen Volumes treten an ihre Stelle.',
    ),
  byClient: 'Nach Clients',
  client: 'Client',
  fileset: 'Fileset',
  newest: 'Neuester, der geht',
  fulls: 'Fulls danach',
  lastFull: 'verliert das letzte Full',
  keeps: (fulls) => `${plural('de', fulls, 'Full', 'Fulls')} übrig`,
  noFull: 'keines, wie bisher',
  firstOf: (shown, total) => `Die ersten ${shown} von ${total}; wer das letzte Full verliert, steht vorn.`,
  onlyCopy: (count) =>
    `${plural('de', count, 'Paar aus Client und Fileset verliert sein', 'Paare aus Client und Fileset verlieren ihr')} letztes Full: Nichts davon lässt sich mehr als Ganzes zurückholen. Machen Sie zuerst ein neues Full, oder sagen Sie, dass es gehen darf.`,
  force: (count) => (count === 1 ? 'Das letzte Full darf gehen' : `Diese ${count} letzten Fulls dürfen gehen`),
  type: (volume) => `Zur Bestätigung ${volume} eintippen`,
  submit: {
    prune: 'Volume ausdünnen',
    purge: 'Volume leeren',
    delete: 'Volume löschen',
    truncate: 'Volume kürzen',
    deleteRun: 'Lauf löschen',
  },
  keep: 'So lassen',
  done: {
    prune: (volume, runs, status) =>
      `${volume} ist ausgedünnt: ${plural('de', runs, 'Lauf ist', 'Läufe sind')} vergessen. Sein Status ist ${status}.`,
    purge: (volume, runs, status) =>
      `${volume} ist geleert: ${plural('de', runs, 'Lauf ist', 'Läufe sind')} vergessen. Sein Status ist ${status}.`,
    delete: (volume, runs) => `${volume} ist aus dem Katalog gelöscht, mit ${plural('de', runs, 'Lauf', 'Läufen')}.`,
    truncate: (volume) => `${volume} ist gekürzt.`,
    deleteRun: (jobId) => `Lauf ${jobId} ist aus dem Katalog gelöscht. In dieser Geschichte bleibt er stehen.`,
  },
  left: (runs) =>
    `${plural('de', runs, 'Lauf, der gehen sollte, ist', 'Läufe, die gehen sollten, sind')} noch da: Lesen Sie, was der Director sagte.`,
  said: 'Der Director sagte:',
};
