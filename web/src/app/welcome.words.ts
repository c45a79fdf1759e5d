import { catalogue } from '../words/words';

export const welcomeWords = catalogue(
  {
    title: 'Choose your password',
    about:
      'Somebody who manages this console has given you this link. With it you choose a password, once; nobody else gets to know it.',
    set: 'Set the password',
    setting: 'Sets it…',
    toSignIn: 'To the sign-in',
  },
  {
    title: 'Wählen Sie Ihr Passwort',
    about:
      'Diesen Link haben Sie von jemandem, der diese Konsole verwaltet. Damit wählen Sie einmal ein Passwort; sonst erfährt es niemand.',
    set: 'Passwort setzen',
    setting: 'Setzt es…',
    toSignIn: 'Zur Anmeldung',
  },
);
