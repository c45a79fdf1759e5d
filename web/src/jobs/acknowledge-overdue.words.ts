import { catalogue } from '../words/words';

export const acknowledgeWords = catalogue(
  {
    title: 'Acknowledgement',
    about: 'Shows others that you know that this job is overdue and look after it. It ends with the next good backup.',
    note: 'Note to others',
    until: 'Until (empty: no end)',
    save: 'Acknowledge',
    change: 'Change the acknowledgement',
    remove: 'Remove the acknowledgement',
    removed: (name: string) => `Acknowledgement by ${name} removed.`,
    by: (name: string) => `Acknowledged by ${name}`,
    lasts: 'until',
  },
  {
    title: 'Bestätigung',
    about:
      'Zeigt anderen, dass Sie vom Rückstand dieses Jobs wissen und sich kümmern. Sie endet mit der nächsten guten Sicherung.',
    note: 'Hinweis an andere',
    until: 'Bis (leer: kein Ende)',
    save: 'Bestätigen',
    change: 'Bestätigung ändern',
    remove: 'Bestätigung entfernen',
    removed: (name) => `Bestätigung von ${name} entfernt.`,
    by: (name) => `Bestätigt von ${name}`,
    lasts: 'bis',
  },
);
