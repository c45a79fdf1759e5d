import { defineMessages, plural } from '../i18n/messages';

export const acknowledgementWords = defineMessages(
  {
    title: 'Acknowledgement',
    note: 'Note to others',
    give: 'Acknowledge',
    change: 'Change acknowledgement',
    remove: 'Remove acknowledgement',
    removed: (name: string) => `Acknowledgement by ${name} removed.`,
    by: (name: string) => `Acknowledged by ${name}`,
    lasts: 'until',
  },
  {
    title: 'Bestätigung',
    note: 'Hinweis an andere',
    give: 'Bestätigen',
    change: 'Bestätigung ändern',
    remove: 'Bestätigung entfernen',
    removed: (name) => `Bestätigung von ${name} entfernt.`,
    by: (name) => `Bestätigt von ${name}`,
    lasts: 'bis',
  },
);

export const chooserWords = defineMessages(
  {
    asTyped: (name: string) => `“${name}” (as typed)`,
    none: 'No matches.',
    names: 'Matching names',
    more: 'There are more. Type part of the name.',
    hint: 'type to search',
  },
  {
    asTyped: (name) => `„${name}“, wie getippt`,
    none: 'Kein solcher Name.',
    names: 'Passende Namen',
    more: 'Es gibt mehr: Tippen Sie einen Teil des Namens.',
    hint: 'tippen zum Suchen',
  },
);

export const clientStandingWords = defineMessages(
  {
    notInUse: 'Not in use',
    pausedUntil: (time: string) => `Muted until ${time}`,
  },
  {
    notInUse: 'nicht in Gebrauch',
    pausedUntil: (time) => `pausiert bis ${time}`,
  },
);

export const newPasswordWords = defineMessages(
  {
    fresh: 'New password',
    again: 'Repeat new password',
    rule: 'At least 12 characters that are hard to guess: not only names, common words, keyboard rows, dates or repeats. Four unrelated words work well.',
    differ: 'The passwords do not match.',
  },
  {
    fresh: 'Neues Passwort',
    again: 'Neues Passwort noch einmal',
    rule: 'Mindestens 12 Zeichen, und nichts leicht zu Erratendes: keine Namen, häufigen Wörter, Tastaturreihen, Daten oder Wiederholungen allein. Gut sind vier Wörter, die nichts miteinander zu tun haben.',
    differ: 'Die beiden Passwörter sind nicht gleich.',
  },
);

export const oneDirectorWords = defineMessages(
  {
    which: 'Choose a Director',
    nowhere: 'None of the Directors that answer has this. Choose a Director to check anyway:',
    usual: 'Default Director',
  },
  {
    which: 'Das gehört zu einem Director. Zu welchem?',
    nowhere: 'Kein Director, der antwortet, hat es. Sehen Sie bei einem trotzdem nach:',
    usual: 'Der Standard-Director',
  },
);

export const partErrorWords = defineMessages(
  { missing: 'This part of the page could not be loaded. Reload the page to try again.', reload: 'Reload' },
  { missing: 'Dieser Teil der Seite ließ sich nicht laden. Laden Sie die Seite neu.', reload: 'Neu laden' },
);

export const runOrderWords = defineMessages(
  {
    inDoubt: (detail: string) => `${detail} The run may have started. Press again to check; it does not start twice.`,
  },
  {
    inDoubt: (detail) =>
      `${detail} Ob der Lauf begonnen hat, ist nicht bekannt: Drücken Sie noch einmal, um es zu erfahren, nichts beginnt doppelt.`,
  },
);

export const secretWords = defineMessages(
  {
    copyOf: (label: string) => `Copy: ${label}`,
    selected: 'Selected. Press Ctrl+C',
  },
  {
    copyOf: (label) => `Kopieren: ${label}`,
    selected: 'Markiert: Strg C drücken',
  },
);

export const shownOnceWords = defineMessages(
  {
    copy: 'Copy',
    copyOf: (label: string) => `Copy: ${label}`,
    copied: 'Copied',
    selected: 'Selected. Press Ctrl+C',
  },
  {
    copy: 'Kopieren',
    copyOf: (label) => `Kopieren: ${label}`,
    copied: 'Kopiert',
    selected: 'Markiert: drücken Sie Strg C',
  },
);

export const undoWords = defineMessages({ undo: 'Undo' }, { undo: 'Rückgängig' });

export const untilWords = defineMessages(
  {
    until: 'Until',
    untils: {
      none: 'no end',
      day: 'in a day',
      days: 'in 3 days',
      week: 'in a week',
      month: 'in 30 days',
      date: 'a date…',
    },
    date: 'Date, in the time zone of this browser',
  },
  {
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
  },
);

export const protectionWords = defineMessages(
  {
    states: {
      ok: 'Protected',
      warn: 'Overdue',
      crit: 'Critically overdue',
      never: 'Never backed up',
      unknown: 'Not known yet',
      not_monitored: 'Not monitored',
    },
    /** Of a client with several jobs: how many of them it is about. */
    ofJobs: (part: number, all: number) => `${part} of ${plural('en', all, 'job', 'jobs')}`,
    bases: {
      job: 'this job',
      client: 'its client',
      schedule: 'its schedule',
      global: 'thresholds for all clients',
    },
    limits: (warn: string, crit: string) => `Overdue after ${warn}, critical after ${crit}.`,
  },
  {
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
  },
);
