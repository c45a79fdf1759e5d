import { catalogue } from '../i18n/messages';

export const welcomeWords = catalogue(
  {
    title: 'Set your password',
    about: (product: string, host: string) =>
      `An administrator of ${product} at ${host} sent you this link. Use it once to set your own password. Only you will know it.`,
    whose: (name: string) => `The password is for the user ${name}.`,
    expires: (time: string) => `The link expires on ${time}.`,
    set: 'Set password',
    setting: 'Setting the password…',
    toSignIn: 'Sign in',
  },
  {
    title: 'Wählen Sie Ihr Passwort',
    about: (product, host) =>
      `Diesen Link haben Sie von jemandem, der ${product} auf ${host} verwaltet. Damit wählen Sie einmal ein Passwort; sonst erfährt es niemand.`,
    whose: (name) => `Das Passwort ist für den Benutzer ${name}.`,
    expires: (time) => `Der Link gilt bis ${time}.`,
    set: 'Passwort setzen',
    setting: 'Setzt es…',
    toSignIn: 'Zur Anmeldung',
  },
);
