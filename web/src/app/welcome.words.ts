import { catalogue } from '../words/words';

export const welcomeWords = catalogue(
  {
    title: 'Set your password',
    about:
      'An administrator of this console sent you this link. Use it once to set your own password. Only you will know it.',
    whose: (name: string) => `The password is for the user ${name}.`,
    set: 'Set password',
    setting: 'Setting the password…',
    toSignIn: 'Sign in',
  },
  {
    title: 'Wählen Sie Ihr Passwort',
    about:
      'Diesen Link haben Sie von jemandem, der diese Konsole verwaltet. Damit wählen Sie einmal ein Passwort; sonst erfährt es niemand.',
    whose: (name) => `Das Passwort ist für den Benutzer ${name}.`,
    set: 'Passwort setzen',
    setting: 'Setzt es…',
    toSignIn: 'Zur Anmeldung',
  },
);
