import { catalogue } from '../i18n/messages';

export const newPasswordWords = catalogue(
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
