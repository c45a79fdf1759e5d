import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength } from 'class-validator';
import {
  type BodyFormat,
  bodyFormats,
  type QuietHours,
  smtpSecurities,
  type SmtpSecurity,
} from '../../domain/channel.js';
import { type Severity, severities } from '../../domain/event.js';
import { type SendCode, sendCodes } from '../../domain/notice.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { MayBeAbsent } from '../../platform/http/query.decorators.js';
import { type DeliveryStatus, deliveryStatuses } from '../deliveries/delivery.js';
import { type ChannelStatus, channelStatuses } from './notification-channels.repository.js';

export const channelKinds = ['email', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Hours in which only what is critical goes out. */
export class ShownQuietHours implements QuietHours {
  /** @example 'Europe/Berlin' */
  timezone!: string;

  /** @example '22:00' */
  from!: string;

  /** @example '06:00' */
  until!: string;

  /** Days on which they begin, 1 Monday to 7 Sunday. */
  @ApiProperty({ type: 'integer', isArray: true, examples: [[1, 2, 3, 4, 5]] })
  days!: number[];
}

/** The channel's own mail server. */
export class ShownSmtp {
  /** Host name or IP address. */
  host!: string;

  /** Port. */
  @ApiProperty({ type: 'integer', examples: [587] })
  port!: number;

  /** starttls and tls refuse to go on in clear. */
  @ApiProperty({ enum: smtpSecurities, examples: ['starttls'] })
  security!: SmtpSecurity;

  /** null: no log-in. */
  username!: string | null;

  /** Whether a password is stored. */
  hasPassword!: boolean;
}

/** Why a channel's address is not connected to. */
export class ChannelRefusal {
  /** Stable word for the reason. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', examples: ['address_loopback'] })
  code!: SendCode;

  /** The reason, and what allows the address. */
  detail!: string;
}

/** A way to tell people or machines. URL, keys and passwords are never shown. */
export class NotificationChannel {
  /** Identifies the channel. */
  id!: string;

  /**
   * Its name, which no other channel has.
   * @example 'On call'
   */
  name!: string;

  /** email or webhook. */
  @ApiProperty({ enum: channelKinds, examples: ['webhook'] })
  kind!: ChannelKind;

  /** failing: its address is refused, or the last try did not arrive; disabled: the receiver said that it is gone for good (410). */
  @ApiProperty({ enum: channelStatuses, examples: ['active'] })
  status!: ChannelStatus;

  /** Why its address is refused, as far as that is known without a try; null: it is not. */
  @ApiProperty({ type: () => ChannelRefusal, nullable: true })
  refused!: ChannelRefusal | null;

  /** Which events it wants. */
  @ApiProperty({ type: 'string', isArray: true, examples: [['job.completed.*', '!job.completed.ok']] })
  patterns!: string[];

  /** Nothing milder is sent. */
  @ApiProperty({ enum: severities, examples: ['warning'] })
  minSeverity!: Severity;

  /** null: no hour is quiet. */
  @ApiProperty({ type: () => ShownQuietHours, nullable: true })
  quietHours!: ShownQuietHours | null;

  /** What a webhook's body looks like; null for email, as are the next four. */
  @ApiProperty({ enum: bodyFormats, nullable: true, examples: ['standard'] })
  format!: BodyFormat | null;

  /**
   * Name and port of the webhook's URL.
   * @example 'hooks.example.com'
   */
  host!: string | null;

  /** How many signing secrets are valid: two while one replaces the other. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [1] })
  signingSecrets!: number | null;

  /** Whether PagerDuty's or Opsgenie's key is stored. */
  hasServiceKey!: boolean | null;

  /** Whether an Authorization header is stored. */
  hasAuthorization!: boolean | null;

  /** Receivers of the mail; null for webhooks, as are the next two. */
  @ApiProperty({ type: 'string', isArray: true, nullable: true, examples: [['ops@example.com']] })
  to!: string[] | null;

  /** Sender of the mail; null: that of the installation. */
  from!: string | null;

  /** Its own mail server; null: that of the installation. */
  @ApiProperty({ type: () => ShownSmtp, nullable: true })
  smtp!: ShownSmtp | null;

  /** Since when nothing is sent to it. */
  pausedAt!: Date | null;

  /** When its receiver said that it is gone for good. */
  disabledAt!: Date | null;

  /** Since when deliveries do not arrive. */
  failingSince!: Date | null;

  /** Who made it. */
  ownerId!: string | null;

  /** When it was made. */
  createdAt!: Date;

  /** When somebody last changed it. */
  updatedAt!: Date;
}

/** The newest message to a channel that was tried. */
export class LastDelivery {
  /** Where it stands. */
  @ApiProperty({ enum: deliveryStatuses })
  status!: DeliveryStatus;

  /** When it ended; of one that did not, when it was planned. */
  at!: Date;

  /** Stable word for how its last try went; null where `detail` alone tells it. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true })
  code!: SendCode | null;

  /** How its last try went. */
  detail!: string | null;
}

/** A channel, with how its deliveries went. */
export class ListedChannel extends NotificationChannel {
  /** Tries that failed since the last one that arrived. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  failures!: number;

  /** null: none was tried, or none is kept any more. */
  @ApiProperty({ type: () => LastDelivery, nullable: true })
  lastDelivery!: LastDelivery | null;
}

/** A channel, with a signing secret that was made just now. */
export class ChannelWithSecret extends NotificationChannel {
  /**
   * Shown in this answer only; null where none was made.
   * @example 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
   */
  signingSecret!: string | null;
}

export class ChannelsQuery extends PageQuery {
  /** Only the channel of exactly this name. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Only channels of this kind. */
  @ApiProperty({ enum: channelKinds, required: false, examples: ['email'] })
  @MayBeAbsent()
  @IsIn(channelKinds)
  kind?: ChannelKind;

  /** Only channels that are at this. */
  @ApiProperty({ enum: channelStatuses, required: false, examples: ['failing'] })
  @MayBeAbsent()
  @IsIn(channelStatuses)
  status?: ChannelStatus;
}

/** What became of a test. */
export class ChannelTest {
  /** Whether the receiver took it. */
  ok!: boolean;

  /** HTTP status or SMTP reply code; null where there was none. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [200] })
  statusCode!: number | null;

  /** Stable word for what happened; null where `detail` alone tells it. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true, examples: ['answered'] })
  code!: SendCode | null;

  /**
   * What happened.
   * @example 'The receiver answered 403.'
   */
  detail!: string;

  /** Beginning of the receiver's answer, at most 500 characters. */
  excerpt!: string | null;

  /** How long it took, in milliseconds. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [182] })
  durationMs!: number;
}
