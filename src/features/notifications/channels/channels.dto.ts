import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength } from 'class-validator';
import {
  type BodyFormat,
  bodyFormats,
  type QuietHours,
  smtpSecurities,
  type SmtpSecurity,
} from '../../../domain/channel.js';
import { type Severity, severities } from '../../../domain/event.js';
import { type SendCode, sendCodes } from '../../../domain/notification.js';
import { PageTotal } from '../../../http/api-answers.js';
import { PageQuery } from '../../../http/page.dto.js';
import { MayBeAbsent } from '../../../http/query.decorators.js';
import { type DeliveryStatus, deliveryStatuses } from '../deliveries/delivery.js';
import { type ChannelStatus, channelStatuses } from './channels.repository.js';

export const channelKinds = ['email', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** Hours during which only critical events are sent. */
export class ShownQuietHours implements QuietHours {
  /** @example 'Europe/Berlin' */
  timezone!: string;

  /** @example '22:00' */
  from!: string;

  /** @example '06:00' */
  until!: string;

  /** Days on which the hours start, 1 (Monday) to 7 (Sunday). */
  @ApiProperty({ type: 'integer', isArray: true, examples: [[1, 2, 3, 4, 5]] })
  days!: number[];
}

/** Mail server of a channel. */
export class SmtpSettings {
  /** Host name or IP address. */
  host!: string;

  /** Port. */
  @ApiProperty({ type: 'integer', examples: [587] })
  port!: number;

  /** `starttls` and `tls` never continue in clear text. */
  @ApiProperty({ enum: smtpSecurities, examples: ['starttls'] })
  security!: SmtpSecurity;

  /** Username; null for no login. */
  username!: string | null;

  /** Whether a password is stored. */
  hasPassword!: boolean;
}

/** Why the console does not connect to the address of a channel. */
export class ChannelRefusal {
  /** Stable code of the reason. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', examples: ['address_loopback'] })
  code!: SendCode;

  /** Reason, and how to allow the address. */
  detail!: string;
}

/** Notification channel, without its URL, keys and passwords. */
export class NotificationChannel {
  /** Id of the channel. */
  id!: string;

  /**
   * Unique name of the channel.
   * @example 'On call'
   */
  name!: string;

  /** Kind of channel: `email` or `webhook`. */
  @ApiProperty({ enum: channelKinds, examples: ['webhook'] })
  kind!: ChannelKind;

  /**
   * `failing`: its address is not allowed, or the last attempt failed. `disabled`: the receiver answered that it is
   * permanently gone (410).
   */
  @ApiProperty({ enum: channelStatuses, examples: ['active'] })
  status!: ChannelStatus;

  /** Why its address is not allowed, as far as that is known without an attempt; null if it is allowed. */
  @ApiProperty({ type: () => ChannelRefusal, nullable: true })
  refused!: ChannelRefusal | null;

  /** Patterns of the events to send. */
  @ApiProperty({ type: 'string', isArray: true, examples: [['job.completed.*', '!job.completed.ok']] })
  patterns!: string[];

  /** Lowest severity to send. */
  @ApiProperty({ enum: severities, examples: ['warning'] })
  minSeverity!: Severity;

  /** Quiet hours; null for none. */
  @ApiProperty({ type: () => ShownQuietHours, nullable: true })
  quietHours!: ShownQuietHours | null;

  /** Body format of a webhook. Null for email, as are the next four members. */
  @ApiProperty({ enum: bodyFormats, nullable: true, examples: ['standard'] })
  format!: BodyFormat | null;

  /**
   * Host and port of the webhook URL.
   * @example 'hooks.example.com'
   */
  host!: string | null;

  /** Number of valid signing secrets: two during a rotation. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [1] })
  signingSecrets!: number | null;

  /** Whether a key of PagerDuty or Opsgenie is stored. */
  hasServiceKey!: boolean | null;

  /** Whether an Authorization header is stored. */
  hasAuthorization!: boolean | null;

  /** Recipients of the mail. Null for webhooks, as are the next two members. */
  @ApiProperty({ type: 'string', isArray: true, nullable: true, examples: [['ops@example.com']] })
  to!: string[] | null;

  /** Sender of the mail; null for the console's default. */
  from!: string | null;

  /** Mail server of the channel; null for the console's default. */
  @ApiProperty({ type: () => SmtpSettings, nullable: true })
  smtp!: SmtpSettings | null;

  /** When the channel was paused. */
  pausedAt!: Date | null;

  /** When the receiver answered that it is permanently gone. */
  disabledAt!: Date | null;

  /** Since when deliveries have been failing. */
  failingSince!: Date | null;

  /** Id of the user who added the channel. */
  ownerId!: string | null;

  /** When the channel was added. */
  createdAt!: Date;

  /** When a user last changed the channel. */
  updatedAt!: Date;
}

/** Most recent delivery with at least one attempt. */
export class LastDelivery {
  /** Status of the delivery. */
  @ApiProperty({ enum: deliveryStatuses })
  status!: DeliveryStatus;

  /** When it ended, or when it was created if it has not ended. */
  at!: Date;

  /** Stable code of the last attempt; null if there is only `detail`. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true })
  code!: SendCode | null;

  /** Result of the last attempt. */
  detail!: string | null;
}

/** Channel with a summary of its deliveries. */
export class ListedChannel extends NotificationChannel {
  /** Failed attempts since the last successful one. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  failures!: number;

  /** Most recent delivery; null if there was no attempt, or if it is no longer stored. */
  @ApiProperty({ type: () => LastDelivery, nullable: true })
  lastDelivery!: LastDelivery | null;
}

/** Notification channels by name. */
export class NotificationChannelPage {
  /** Items of this page. */
  @ApiProperty({ type: () => [ListedChannel] })
  items!: ListedChannel[];

  /** Cursor of the next page; null on the last one. */
  nextCursor!: string | null;

  /** Present only with `count=true`. */
  @ApiProperty({ type: () => PageTotal, required: false })
  total?: PageTotal;

  /**
   * Whether the console has a default mail server (`SMTP_URL`). Without it, channels of kind `email` whose `smtp` is null
   * send nothing.
   */
  hasMailServer!: boolean;
}

/** Channel with a new signing secret. */
export class ChannelWithSecret extends NotificationChannel {
  /**
   * Secret, shown in this response only; null if none was created.
   * @example 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
   */
  signingSecret!: string | null;
}

export class ChannelsQuery extends PageQuery {
  /** Return only the channel with exactly this name. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Return only channels of this kind. */
  @ApiProperty({ enum: channelKinds, required: false, examples: ['email'] })
  @MayBeAbsent()
  @IsIn(channelKinds)
  kind?: ChannelKind;

  /** Return only channels with this status. */
  @ApiProperty({ enum: channelStatuses, required: false, examples: ['failing'] })
  @MayBeAbsent()
  @IsIn(channelStatuses)
  status?: ChannelStatus;
}

/** Result of a test. */
export class ChannelTest {
  /** Whether the receiver accepted the test. */
  ok!: boolean;

  /** HTTP status or SMTP reply code; null if there was none. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [200] })
  statusCode!: number | null;

  /** Stable code of the result; null if there is only `detail`. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true, examples: ['answered'] })
  code!: SendCode | null;

  /**
   * Description of the result.
   * @example 'The receiver answered 403.'
   */
  detail!: string;

  /** Start of the receiver's answer, at most 500 characters. */
  excerpt!: string | null;

  /** Duration in milliseconds. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [182] })
  durationMs!: number;
}
