import { catalogue } from '../words/words';

export const welcomeWords = catalogue(
  {
    title: 'Choose your password',
    about:
      'Somebody who manages this console has given you this link. With it you choose a password, once; nobody else gets to know it.',
    fresh: 'New password',
    again: 'New password again',
    rule: 'At least 12 characters, and not just your name.',
    set: 'Set the password',
    setting: 'Sets it…',
    differ: 'The two passwords are not the same.',
    toSignIn: 'To the sign-in',
  },
  {
    title: 'Wählen Sie Ihr Passwort',
    about:
      'Diesen Link haben Sie von jemandem, der diese Konsole verwaltet. Damit wählen Sie einmal ein Passwort; sonst erfährt es niemand.',
    fresh: 'Neues Passwort',
    again: 'Neues Passwort noch einmal',
    rule: 'Mindestens 12 Zeichen, und nicht nur Ihr Name.',
    set: 'Passwort setzen',
    setting: 'Setzt es…',
    differ: 'Die beiden Passwörter sind nicht gleich.',
    toSignIn: 'Zur Anmeldung',
  },
);
