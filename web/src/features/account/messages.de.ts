import { plural } from '../../i18n/plural';
import { type SameMessages } from '../../i18n/same-messages';
import type * as en from './messages.en';

export const account: SameMessages<typeof en.account> = {
  title: 'Ihr Konto',
  user: 'Benutzer',
  role: 'Rolle',
  password: 'Passwort',
  sessions: 'Sitzungen',
  toSessions: 'Ihre Sitzungen',
  sessionsAbout:
    'Browser, die mit Ihrem Konto angemeldet sind. Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  browser: 'Browser',
  address: 'Adresse',
  signedIn: 'Angemeldet',
  lastUsed: 'Zuletzt benutzt',
  ends: 'Endet spätestens',
  end: 'Beenden',
  thisOne: 'dieser Browser',
  unnamed: 'unbekannter Browser',
  endNow: 'Beenden',
  reallyEnd: 'Wirklich beenden',
  reallySignOut: 'Hier abmelden',
  keep: 'Lassen',
  ended: 'Die Sitzung ist beendet.',
  all: (count) => plural('de', count, 'Sitzung', 'Sitzungen'),
  current: 'Jetziges Passwort',
  sessionsEnd: 'Eine Änderung beendet Ihre anderen Sitzungen; Ihre Tokens bleiben.',
  change: 'Passwort ändern',
  changed: 'Das Passwort ist geändert. Ihre anderen Sitzungen sind beendet.',
  capabilities: (count) => `Was Ihre Rolle erlaubt (${count})`,
};
