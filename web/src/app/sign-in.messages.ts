import { defineMessages } from '../i18n/messages';

export const welcomeWords = defineMessages(
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

export const signInWords = defineMessages(
  {
    user: 'User',
    password: 'Password',
    show: 'Show password',
    signIn: 'Sign in',
    signingIn: 'Signing in…',
    firstStart: 'First start?',
    hintBefore: 'On the first start, the password of ',
    hintBetween: ' is written to ',
    hintAfter: ' in the data folder (DATA_DIR).',
    passwordSet: 'Password set. Sign in with it.',
    ended: 'Your session has ended',
    typedStays: 'Sign in again. Your input is not lost.',
  },
  {
    user: 'Benutzer',
    password: 'Passwort',
    show: 'Passwort zeigen',
    signIn: 'Anmelden',
    signingIn: 'Meldet an…',
    firstStart: 'Erster Start?',
    hintBefore: 'Beim ersten Start steht das Passwort von ',
    hintBetween: ' in ',
    hintAfter: ' im Datenordner (DATA_DIR).',
    passwordSet: 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.',
    ended: 'Ihre Sitzung ist zu Ende',
    typedStays: 'Melden Sie sich wieder an; was Sie getippt haben, bleibt.',
  },
);
