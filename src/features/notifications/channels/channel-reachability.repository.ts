import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MailSender, type TargetRefusal, WebhookSender } from '../../../domain/senders.port.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type ChannelReach, recordOf } from './channel-records.js';
import { openSettingsOf } from './channel.mapper.js';
import { type ListedChannel, type NotificationChannel } from './channels.dto.js';
import { type NotificationChannelEntity } from './notification-channel.entity.js';

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
    return { failures: found?.failures ?? 0, refused: this.refusalOf(row) };
  }

  /** By the address alone, without DNS: what else is refused shows with the first try. */
  private refusalOf(row: NotificationChannelEntity): TargetRefusal | null {
    const { target } = openSettingsOf(row);
    if (target.kind === 'email')
      return target.smtp === null ? null : this.mails.knownRefusal(target.smtp.host, target.smtp.port);
    const { hostname, port } = new URL(`https://${target.host}`);
    return this.webhooks.knownRefusal(hostname, Number(port || 443));
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
