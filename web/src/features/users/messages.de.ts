import { plural } from '../../i18n/plural';
import { type SameMessages } from '../../i18n/same-messages';
import type * as en from './messages.en';

export const users: SameMessages<typeof en.users> = {
  title: 'Benutzer',
  list: 'Benutzer',
  username: 'Benutzer',
  role: 'Rolle',
  state: 'Zustand',
  created: 'Erstellt',
  lastLogin: 'Zuletzt angemeldet',
  disabledSince: 'Gesperrt',
  tokens: 'Tokens',
  never: 'nie',
  pending: 'eingeladen',
  access: 'Darf sich anmelden',
  accessOf: { true: 'gesperrt', false: 'nicht gesperrt' },
  nonePasses: 'Niemand entspricht diesen Filtern.',
  invite: 'Erstellen und einladen',
  inviteHow: 'Die Person bekommt einen Link und wählt ein Passwort; sonst kennt es niemand.',
  usernameRule: 'Buchstaben, Ziffern und . _ @ -',
  theirTokens: (name) => `Tokens von ${name}`,
  changeRole: 'Rolle ändern',
  nowRole: (name, role) => `${name} hat jetzt die Rolle ${role}.`,
  passwordEnded: (name) =>
    `Das Passwort von ${name} hatte jemand anderes gesetzt. Darum ist es ungültig, und alle Sitzungen sind beendet. Erstellen Sie unten eine Einladung.`,
  keepsTokens: (name, count) =>
    `${plural('de', count, 'Token von', 'Tokens von')} ${name} ${count === 1 ? 'handelt' : 'handeln'} weiter in einer anderen Rolle.`,
  revokeTokens: 'Diese Tokens widerrufen',
  reallyRevoke: 'Wirklich widerrufen',
  nowRevoked: (count) => plural('de', count, 'Token ist widerrufen.', 'Tokens sind widerrufen.'),
  roleWhy:
    'Die Person merkt es bei der nächsten Anfrage. Tokens behalten die Rolle ihrer Erstellung. Erlaubt die neue Rolle mehr, wird ein Passwort ungültig, das jemand anderes gesetzt hat.',
  signingIn: 'Anmeldung',
  disable: 'Sperren',
  disableWhy: 'Das Sperren beendet alle Sitzungen und weist alle Tokens ab, bis jemand die Person wieder freigibt.',
  reallyDisable: 'Wirklich sperren',
  keep: 'Lassen',
  enable: 'Freigeben',
  nowDisabled: (name) => `${name} ist gesperrt.`,
  nowEnabled: (name) => `${name} darf sich wieder anmelden.`,
  link: 'Einmaliger Link',
  makeInvite: 'Einladung erstellen',
  makeReset: 'Link zum Zurücksetzen erstellen',
  inviteWhy:
    'Damit wählt die Person ein Passwort. Er gilt einmal und 72 Stunden lang; ein neuerer tritt an seine Stelle.',
  resetWhy:
    'Für ein vergessenes Passwort: Damit wählt die Person ein anderes. Er gilt einmal und 2 Stunden lang; ein neuerer tritt an seine Stelle. Bis er benutzt wird, ändert sich nichts.',
  noLinkDisabled: 'Wer gesperrt ist, bekommt keinen Link. Geben Sie die Person zuerst frei.',
  noLinkSelf: 'Ihr eigenes Passwort ändern Sie in Ihrem Konto.',
  account: 'Ihr Konto',
  linkFor: (name) => `Ein Link für ${name}`,
  linkOnce: (product, host) =>
    `Mit diesem Link wählt die Person ein Passwort für ${product} auf ${host}. Kopieren Sie ihn jetzt und geben Sie ihn weiter: Er wird nur dieses eine Mal gezeigt. Wer ihn hat, kann sich als diese Person anmelden.`,
  linkUntil: 'Er gilt bis',
  address: 'Link',
  haveIt: 'Ich habe ihn',
};
