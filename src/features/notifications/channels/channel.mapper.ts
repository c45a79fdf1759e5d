import {
  type BodyFormat,
  type Channel,
  type ChannelTarget,
  type EmailTarget,
  type SmtpServer,
  type Subscription,
  type WebhookTarget,
} from '../../../domain/channel.js';
import { type SecretBox } from '../../../platform/security/secret-box.js';
import { type NotificationChannelEntity } from './channels.repository.js';

/** A webhook without its secrets: a reader of this cannot post to it. */
export interface OpenWebhook {
  readonly kind: 'webhook';
  readonly format: BodyFormat;
  /** Of the URL: name and port, never path or query. */
  readonly host: string;
  /** How many there are. */
  readonly signingSecrets: number;
  readonly hasServiceKey: boolean;
  readonly hasAuthorization: boolean;
}

export interface OpenEmail extends Omit<EmailTarget, 'smtp'> {
  readonly smtp: (Omit<SmtpServer, 'password'> & { readonly hasPassword: boolean }) | null;
}

/** What a row shows without its secrets being opened. */
export interface OpenSettings {
  readonly subscription: Subscription;
  readonly target: OpenWebhook | OpenEmail;
}

type Secrets =
  | Pick<WebhookTarget, 'url' | 'signingSecrets' | 'serviceKey' | 'authorization'>
  | { readonly smtpPassword: string | null };

/** The settings that a user chose. */
export interface ChosenSettings {
  readonly subscription: Subscription;
  readonly target: ChannelTarget;
}

/** What the row keeps of these settings: secrets sealed for this very row, the rest readable. */
export function columnsOf(
  id: string,
  { subscription, target }: ChosenSettings,
  box: SecretBox,
): Pick<NotificationChannelEntity, 'kind' | 'settings' | 'sealed'> {
  const open: OpenSettings = { subscription, target: openTargetOf(target) };
  return { kind: target.kind, settings: open, sealed: box.seal(JSON.stringify(secretsOf(target)), placeOf(id)) };
}

export function openSettingsOf({ settings }: Pick<NotificationChannelEntity, 'settings'>): OpenSettings {
  return settings as OpenSettings;
}

/** The channel with its secrets. Throws an Error where they cannot be opened with the keys given. */
export function channelOf(row: NotificationChannelEntity, box: SecretBox): Channel {
  const { id, name, pausedAt, disabledAt, failingSince, ownerId } = row;
  const { subscription, target } = openSettingsOf(row);
  const secrets = JSON.parse(box.open(row.sealed, placeOf(id))) as Secrets;
  return {
    id,
    name,
    subscription,
    target: closedTargetOf(target, secrets),
    pausedAt,
    disabledAt,
    failingSince,
    ownerId,
  };
}

export function openTargetOf(target: ChannelTarget): OpenWebhook | OpenEmail {
  if (target.kind === 'email') {
    const { password, ...smtp } = target.smtp ?? { password: null };
    return { ...target, smtp: 'host' in smtp ? { ...smtp, hasPassword: password !== null } : null };
  }
  const { kind, format, url, signingSecrets, serviceKey, authorization } = target;
  return {
    kind,
    format,
    host: new URL(url).host,
    signingSecrets: signingSecrets.length,
    hasServiceKey: serviceKey !== null,
    hasAuthorization: authorization !== null,
  };
}

function secretsOf(target: ChannelTarget): Secrets {
  if (target.kind === 'email') return { smtpPassword: target.smtp?.password ?? null };
  const { url, signingSecrets, serviceKey, authorization } = target;
  return { url, signingSecrets, serviceKey, authorization };
}

function closedTargetOf(open: OpenWebhook | OpenEmail, secrets: Secrets): ChannelTarget {
  if (open.kind === 'webhook') {
    if ('smtpPassword' in secrets) throw new Error('The row of a webhook contains the secrets of a different kind.');
    return { kind: open.kind, format: open.format, ...secrets };
  }
  if (!('smtpPassword' in secrets))
    throw new Error('The row of a mail channel contains the secrets of a different kind.');
  if (open.smtp === null) return { ...open, smtp: null };
  const { hasPassword, ...smtp } = open.smtp;
  return { ...open, smtp: { ...smtp, password: hasPassword ? secrets.smtpPassword : null } };
}

function placeOf(id: string): string {
  return `notification_channel ${id}`;
}
