import { type Schemas } from '../../api/request';
import { fieldOf } from '../../components/form-field';
import { type Channel, type Way } from './channel-details';
import { splitPatterns } from './event-patterns';

type Change = Schemas['ChangeChannelBody'];

const isTicked = (form: HTMLFormElement, name: string): boolean => new FormData(form).has(name);
const textOf = (form: HTMLFormElement, name: string): string => fieldOf(form, name).trim();

/** `{ name: text }` where something was typed; else what is stored stays. */
function typed<Name extends string>(form: HTMLFormElement, name: Name): { readonly [Key in Name]?: string } {
  const text = textOf(form, name);
  return (text === '' ? {} : { [name]: text }) as { readonly [Key in Name]?: string };
}

function quietHoursOf(form: HTMLFormElement): Change['quietHours'] {
  if (!isTicked(form, 'quiet')) return null;
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => isTicked(form, `day${day}`));
  const hours = { timezone: textOf(form, 'timezone'), from: fieldOf(form, 'quietFrom') };
  return { ...hours, until: fieldOf(form, 'quietUntil'), ...(days.length > 0 ? { days } : {}) };
}

/** A user name and a password belong together; a password that was left empty stays. */
function logInOf(username: string, password: string): Pick<Schemas['SmtpBody'], 'username' | 'password'> {
  if (username === '') return { username: null, password: null };
  return { username, ...(password === '' ? {} : { password }) };
}

function mailServerOf(form: HTMLFormElement): Change['smtp'] {
  if (!isTicked(form, 'ownServer')) return null;
  const port = textOf(form, 'port');
  return {
    host: textOf(form, 'smtpHost'),
    ...(port === '' ? {} : { port: Number(port) }),
    security: fieldOf(form, 'security') as NonNullable<Schemas['SmtpBody']['security']>,
    ...logInOf(textOf(form, 'smtpUser'), fieldOf(form, 'smtpPassword')),
  };
}

function mailOf(form: HTMLFormElement): Change {
  const to = textOf(form, 'to').split(/[\s,;]+/);
  return { to: to.filter((one) => one !== ''), from: textOf(form, 'from') || null, smtp: mailServerOf(form) };
}

function webhookOf(form: HTMLFormElement): Change {
  const dropped = isTicked(form, 'dropAuthorization') ? { authorization: null } : {};
  return { ...typed(form, 'url'), ...typed(form, 'serviceKey'), ...typed(form, 'authorization'), ...dropped };
}

function settingsOf(form: HTMLFormElement, way: Way): Change {
  return {
    patterns: [...splitPatterns(fieldOf(form, 'patterns'))],
    minSeverity: fieldOf(form, 'minSeverity') as Channel['minSeverity'],
    quietHours: quietHoursOf(form) ?? null,
    ...(way === 'email' ? mailOf(form) : webhookOf(form)),
  };
}

export function createBodyOf(form: HTMLFormElement, way: Way): Schemas['CreateChannelBody'] {
  const kind = way === 'email' ? { kind: 'email' as const } : { kind: 'webhook' as const, format: way };
  return { ...settingsOf(form, way), ...kind, name: textOf(form, 'name') };
}

export function changeBodyOf(form: HTMLFormElement, way: Way): Change {
  return { ...settingsOf(form, way), name: textOf(form, 'name') };
}
