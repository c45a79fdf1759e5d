import { catalogue } from '../i18n/messages';

export const signInWords = catalogue(
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
