import { type BodyFormat, type ChannelTarget, type EmailTarget, type WebhookTarget } from '../../../domain/channel.js';
import { isTimezone } from '../../../domain/director-settings.js';
import { patternError, nameSomething } from '../deliveries/subscription.js';
import { type FieldErrorCode, type FieldError } from '../../../domain/error-codes.js';
import { type ChosenSettings } from './channel.mapper.js';

const keyed: ReadonlySet<BodyFormat> = new Set<BodyFormat>(['pagerduty', 'opsgenie']);

/**
 * Errors in settings whose single members are well formed. `ownAddress`: the sender's address of the installation, null without a
 * mail server. Whether the address may be connected to is decided when the socket resolves it.
 */
export function channelErrors(settings: ChosenSettings, ownAddress: string | null): FieldError[] {
  return [...subscriptionErrors(settings), ...targetErrors(settings.target, ownAddress)];
}

function subscriptionErrors({ subscription: { patterns, quietHours } }: ChosenSettings): FieldError[] {
  const wrong = patterns.map(patternError).filter((detail) => detail !== null);
  if (wrong.length > 0) return [fault('patterns', wrong.join(' ')), ...quietHoursErrors(quietHours)];
  const nothing = 'These patterns exclude everything that they include, so no event would ever be sent.';
  return [...(nameSomething(patterns) ? [] : [fault('patterns', nothing)]), ...quietHoursErrors(quietHours)];
}

function quietHoursErrors(hours: ChosenSettings['subscription']['quietHours']): FieldError[] {
  if (hours === null) return [];
  const zone = `${hours.timezone} is not a known time zone. Use an IANA name, such as Europe/Berlin.`;
  const empty = 'Quiet hours must not end at the time they start. To send nothing at all, pause the channel.';
  return [
    ...(isTimezone(hours.timezone) ? [] : [fault('quietHours.timezone', zone)]),
    ...(hours.from === hours.until ? [fault('quietHours.until', empty)] : []),
  ];
}

function targetErrors(target: ChannelTarget, ownAddress: string | null): FieldError[] {
  return target.kind === 'email' ? emailErrors(target, ownAddress) : webhookErrors(target);
}

function emailErrors({ from, smtp }: EmailTarget, ownAddress: string | null): FieldError[] {
  if (smtp === null) {
    const detail = 'No default mail server is configured (SMTP_URL). Specify a mail server for this channel.';
    return ownAddress === null ? [fault('smtp', detail, 'required')] : [];
  }
  const sender = 'No default sender is configured (SMTP_FROM). Specify a sender for this channel.';
  const both = 'A username requires a password: specify both or neither.';
  const clear = 'A password is not sent without encryption. Choose starttls or tls, or omit the username.';
  return [
    ...(from === null && ownAddress === null ? [fault('from', sender, 'required')] : []),
    ...((smtp.username === null) !== (smtp.password === null) ? [fault('smtp.password', both)] : []),
    ...(smtp.security === 'none' && smtp.username !== null ? [fault('smtp.security', clear)] : []),
  ];
}

function webhookErrors({ format, url, serviceKey, authorization }: WebhookTarget): FieldError[] {
  const needed = `Channels with format ${format} require the key of the service.`;
  const unused = `Channels with format ${format} have no service key. Only ${[...keyed].join(' and ')} use one.`;
  const twice = `Channels with format ${format} authenticate with the service key.`;
  return [
    ...urlErrors(url).map((detail) => fault('url', detail)),
    ...(keyed.has(format) && serviceKey === null ? [fault('serviceKey', needed, 'required')] : []),
    ...(!keyed.has(format) && serviceKey !== null ? [fault('serviceKey', unused)] : []),
    ...(keyed.has(format) && authorization !== null ? [fault('authorization', twice)] : []),
  ];
}

/** None of these sentences repeats the URL: it is a secret. */
function urlErrors(text: string): string[] {
  const isUrl = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
  if (!isUrl) return ['The URL must be an absolute http or https URL.'];
  const { username, password } = new URL(text);
  return [
    ...(username !== '' || password !== '' ? ['The URL may not contain a username. Use authorization instead.'] : []),
    ...(text.includes('#') ? ['The URL may not contain a fragment (#), because it would not be sent.'] : []),
  ];
}

function fault(field: string, detail: string, code: FieldErrorCode = 'invalid'): FieldError {
  return { field, code, detail };
}
