import { openSettingsOf, type OpenEmail, type OpenWebhook } from './channel.mapper.js';
import { type ChannelRefusal, type NotificationChannel } from './channels.dto.js';
import { type NotificationChannelEntity } from './notification-channel.entity.js';
import { type ChannelStatus } from './channels.repository.js';

/** Whether deliveries reach the receiver, as far as is known. */
export interface ChannelReach {
  /** Tries that failed since the last one that arrived. */
  readonly failures: number;
  readonly refused: ChannelRefusal | null;
}

const nothingKnown: ChannelReach = { failures: 0, refused: null };

/** What is shown of a row; its secrets are not opened for that. */
export function recordOf(row: NotificationChannelEntity, reach = nothingKnown): NotificationChannel {
  const { subscription, target } = openSettingsOf(row);
  const { id, name, kind, pausedAt, disabledAt, failingSince, ownerId, createdAt, updatedAt } = row;
  const { patterns, minSeverity, quietHours } = subscription;
  return {
    id,
    name,
    kind,
    status: statusOf(row, reach),
    refused: reach.refused,
    patterns: [...patterns],
    minSeverity,
    quietHours: quietHours === null ? null : { ...quietHours, days: [...quietHours.days] },
    ...shownTarget(target),
    pausedAt,
    disabledAt,
    failingSince,
    ownerId,
    createdAt,
    updatedAt,
  };
}

type WebhookMembers = Pick<
  NotificationChannel,
  'format' | 'host' | 'signingSecrets' | 'hasServiceKey' | 'hasAuthorization'
>;
type EmailMembers = Pick<NotificationChannel, 'to' | 'from' | 'smtp'>;

const noWebhook: WebhookMembers = {
  format: null,
  host: null,
  signingSecrets: null,
  hasServiceKey: null,
  hasAuthorization: null,
};
const noEmail: EmailMembers = { to: null, from: null, smtp: null };

function shownTarget(target: OpenWebhook | OpenEmail): WebhookMembers & EmailMembers {
  if (target.kind === 'email') {
    const { to, from, smtp } = target;
    return { ...noWebhook, to: [...to], from, smtp };
  }
  const { format, host, signingSecrets, hasServiceKey, hasAuthorization } = target;
  return { ...noEmail, format, host, signingSecrets, hasServiceKey, hasAuthorization };
}

function statusOf(
  { pausedAt, disabledAt, failingSince }: NotificationChannelEntity,
  { failures, refused }: ChannelReach,
): ChannelStatus {
  if (disabledAt) return 'disabled';
  if (pausedAt) return 'paused';
  return failingSince || failures > 0 || refused ? 'failing' : 'active';
}
