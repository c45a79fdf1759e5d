import { type BodyFormat, type ChannelTarget, type EmailTarget, type WebhookTarget } from '../../domain/channel.js';
import { isTimezone } from '../../domain/director-settings.js';
import { faultOfPattern, nameSomething } from '../../domain/event-pattern.js';
import { type FieldFault } from '../../domain/refusals.js';
import { type ChosenSettings } from './channel-rows.js';

const keyed: ReadonlySet<BodyFormat> = new Set<BodyFormat>(['pagerduty', 'opsgenie']);

/**
 * What is wrong with settings whose single members are well formed. `ownAddress`: the sender's address of the installation,
 * null where it has no mail server. Whether the address may be connected to is decided where the socket resolves it.
 */
export function faultsOf(settings: ChosenSettings, ownAddress: string | null): FieldFault[] {
  return [...faultsOfSubscription(settings), ...faultsOfTarget(settings.target, ownAddress)];
}

function faultsOfSubscription({ subscription: { patterns, quietHours } }: ChosenSettings): FieldFault[] {
  const wrong = patterns.map(faultOfPattern).filter((detail) => detail !== null);
  if (wrong.length > 0) return [fault('patterns', wrong.join(' ')), ...faultsOfHours(quietHours)];
  const nothing = 'These patterns exclude all that they name: no event would ever be sent.';
  return [...(nameSomething(patterns) ? [] : [fault('patterns', nothing)]), ...faultsOfHours(quietHours)];
}

function faultsOfHours(hours: ChosenSettings['subscription']['quietHours']): FieldFault[] {
  if (hours === null) return [];
  const zone = `${hours.timezone} is no time zone known here; an example is Europe/Berlin.`;
  const empty = 'Quiet hours end at another time than they begin. To send nothing at all, pause the channel.';
  return [
    ...(isTimezone(hours.timezone) ? [] : [fault('quietHours.timezone', zone)]),
    ...(hours.from === hours.until ? [fault('quietHours.until', empty)] : []),
  ];
}

function faultsOfTarget(target: ChannelTarget, ownAddress: string | null): FieldFault[] {
  return target.kind === 'email' ? faultsOfEmail(target, ownAddress) : faultsOfWebhook(target);
}

function faultsOfEmail({ from, smtp }: EmailTarget, ownAddress: string | null): FieldFault[] {
  if (smtp === null) {
    const detail = 'This installation has no mail server of its own (SMTP_URL): give one here.';
    return ownAddress === null ? [fault('smtp', detail, 'required')] : [];
  }
  const sender = 'Say who the mail is from: this installation has no sender of its own (SMTP_FROM).';
  const both = 'A user name and a password belong together: give both or neither.';
  const clear = 'Without encryption no password is sent: choose starttls or tls, or give no user name.';
  return [
    ...(from === null && ownAddress === null ? [fault('from', sender, 'required')] : []),
    ...((smtp.username === null) !== (smtp.password === null) ? [fault('smtp.password', both)] : []),
    ...(smtp.security === 'none' && smtp.username !== null ? [fault('smtp.security', clear)] : []),
  ];
}

function faultsOfWebhook({ format, url, serviceKey, authorization }: WebhookTarget): FieldFault[] {
  const needed = `Channels of the format ${format} need the service's key.`;
  const unused = `Channels of the format ${format} use no service key; that is for ${[...keyed].join(' and ')}.`;
  const twice = `Channels of the format ${format} show who they are by the service key.`;
  return [
    ...faultsOfUrl(url).map((detail) => fault('url', detail)),
    ...(keyed.has(format) && serviceKey === null ? [fault('serviceKey', needed, 'required')] : []),
    ...(!keyed.has(format) && serviceKey !== null ? [fault('serviceKey', unused)] : []),
    ...(keyed.has(format) && authorization !== null ? [fault('authorization', twice)] : []),
  ];
}

/** None of these sentences repeats the URL: it is a secret. */
function faultsOfUrl(text: string): string[] {
  const isUrl = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
  if (!isUrl) return ['The URL must be an absolute one of https or http.'];
  const { username, password } = new URL(text);
  return [
    ...(username !== '' || password !== '' ? ['The URL may hold no user name: use authorization.'] : []),
    ...(text.includes('#') ? ['The URL may hold no fragment (#): it would not be sent.'] : []),
  ];
}

function fault(field: string, detail: string, code = 'invalid'): FieldFault {
  return { field, code, detail };
}
