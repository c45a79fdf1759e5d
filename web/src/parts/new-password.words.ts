import { catalogue } from '../words/words';

export const newPasswordWords = catalogue(
  {
    fresh: 'New password',
    again: 'New password again',
    rule: 'At least 12 characters, and nothing that is easily guessed: no names, common words, keyboard rows, dates or repeats alone. Four words that have nothing to do with each other are good.',
    differ: 'The two passwords are not the same.',
  },
  {
    fresh: 'Neues Passwort',
    again: 'Neues Passwort noch einmal',
    rule: 'Mindestens 12 Zeichen, und nichts leicht zu Erratendes: keine Namen, häufigen Wörter, Tastaturreihen, Daten oder Wiederholungen allein. Gut sind vier Wörter, die nichts miteinander zu tun haben.',
    differ: 'Die beiden Passwörter sind nicht gleich.',
  },
);
