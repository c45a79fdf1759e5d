import { catalogue } from '../i18n/messages';

export const acknowledgementWords = catalogue(
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
