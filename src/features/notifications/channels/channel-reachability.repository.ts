import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MailSender, type TargetRejection, WebhookSender } from '../../../domain/senders.port.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { openSettingsOf, type OpenEmail, type OpenWebhook } from './channel.mapper.js';
import { type ListedChannel, type NotificationChannel, type ChannelRefusal } from './channels.dto.js';
import { type NotificationChannelEntity, type ChannelStatus } from './channels.repository.js';

/** Whether deliveries reach the receiver, as far as is known. */
interface ChannelReach {
  /** Tries that failed since the last one that arrived. */
  readonly failures: number;
  readonly refused: ChannelRefusal | null;
}

const nothingSecret: ChannelReach = { failures: 0, refused: null };

/** The part of a row that may be shown; its secrets are not decrypted for that. */
export function recordOf(row: NotificationChannelEntity, reach = nothingSecret): NotificationChannel {
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
    ...publicTarget(target),
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

function publicTarget(target: OpenWebhook | OpenEmail): WebhookMembers & EmailMembers {
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

interface ReachRow {
  readonly id: string;
  readonly failures: number;
  readonly status: string | null;
  readonly at: Date | null;
  readonly code: string | null;
  readonly detail: string | null;
}

/** Records of channels, with what deliveries found out of them. */
@Injectable()
export class ChannelReaches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
  ) {}

  /** `transaction`: the one that changes the row. */
  async record(row: NotificationChannelEntity, transaction?: Transaction): Promise<NotificationChannel> {
    const [found] = await this.read([row], transaction);
    return recordOf(row, this.reachOf(row, found));
  }

  async list(rows: readonly NotificationChannelEntity[]): Promise<ListedChannel[]> {
    const found = new Map((await this.read(rows)).map((one) => [one.id, one]));
    return rows.map((row) => {
      const own = found.get(row.id);
      const reach = this.reachOf(row, own);
      const { status, at, code, detail } = own ?? { status: null, at: null, code: null, detail: null };
      const lastDelivery = status === null || at === null ? null : { status, at, code, detail };
      return Object.assign(recordOf(row, reach), { failures: reach.failures, lastDelivery }) as ListedChannel;
    });
  }

  private reachOf(row: NotificationChannelEntity, found: ReachRow | undefined): ChannelReach {
    return { failures: found?.failures ?? 0, refused: this.rejectionOf(row) };
  }

  /** By the address alone, without DNS: other rejections show with the first try. */
  private rejectionOf(row: NotificationChannelEntity): TargetRejection | null {
    const { target } = openSettingsOf(row);
    if (target.kind === 'email')
      return target.smtp === null ? null : this.mails.knownRejection(target.smtp.host, target.smtp.port);
    const { hostname, port } = new URL(`https://${target.host}`);
    return this.webhooks.knownRejection(hostname, Number(port || 443));
  }

  private read(rows: readonly NotificationChannelEntity[], transaction?: Transaction): Promise<ReachRow[]> {
    return (transaction ?? this.dataSource).query(
      `SELECT c.id, COALESCE(s.failures, 0) AS failures, d.status, COALESCE(d.ended_at, d.created_at) AS at, d.last_code AS code,
         d.last_detail AS detail
       FROM unnest($1::uuid[]) AS c(id) LEFT JOIN delivery_streak s ON s.channel_id = c.id
       LEFT JOIN LATERAL (SELECT * FROM delivery WHERE channel_id = c.id AND attempts > 0
         ORDER BY created_at DESC, id DESC LIMIT 1) d ON true`,
      [rows.map(({ id }) => id)],
    );
  }
}
