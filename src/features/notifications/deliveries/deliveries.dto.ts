import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, IsUUID } from 'class-validator';
import { eventTypes, severities } from '../../../domain/event.js';
import { type RecipientStatus, recipientStatuses, type SendCode, sendCodes } from '../../../domain/notification.js';
import { PageQuery } from '../../../http/page.dto.js';
import { InstantField, MayBeAbsent, QueryWords } from '../../../http/query.decorators.js';
import { TextLine } from '../../../http/text-line.decorator.js';
import { type DeliveredEvent, type DeliveryWithEvents } from './deliveries.repository.js';
import { type DeliveryAttemptEntity } from './delivery.entities.js';
import {
  type AttemptVerdict,
  type DeliveryKind,
  deliveryKinds,
  type DeliveryStatus,
  deliveryStatuses,
} from './delivery.js';

const replayable = ['delivered', 'failed', 'superseded', 'canceled'] as const;

/** Channel of a delivery. */
export class DeliveryChannel {
  /** Id of the channel. The channel may no longer exist. */
  id!: string;
  /** Name of the channel when the delivery was created. */
  name!: string;
}

/** Result of the last attempt. */
export class DeliveryOutcome {
  /** HTTP status or SMTP reply code; null if there was none. */
  statusCode!: number | null;
  /** Stable code of the result; null if there is only `detail`. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true })
  code!: SendCode | null;
  /** Description of the result. */
  detail!: string;
}

/** Message to one channel. */
export class Delivery {
  /** Id of the delivery. */
  id!: string;
  /** Channel of the delivery. */
  channel!: DeliveryChannel;
  /** One event, several events in one message, or a notice that another channel fails. */
  @ApiProperty({ enum: deliveryKinds })
  kind!: DeliveryKind;
  /** Title in one sentence. */
  title!: string;
  /** `webhook-id` and left part of the Message-ID, the same for every attempt and replay. */
  webhookId!: string;
  /** Ids of the first ten events. */
  eventIds!: string[];
  /** Number of events in the message. */
  eventCount!: number;
  /** Status of the delivery. */
  @ApiProperty({ enum: deliveryStatuses })
  status!: DeliveryStatus;
  /** Number of attempts started. */
  attempts!: number;
  /** Number of the replay; 0 for the original delivery. */
  replay!: number;
  /** When the delivery was created. */
  createdAt!: Date;
  /** When the next attempt is due; null if none is. */
  nextTryAt!: Date | null;
  /** When the last attempt is made; null before the first attempt. */
  deadline!: Date | null;
  /** When the message was delivered. */
  deliveredAt!: Date | null;
  /** When the delivery succeeded, failed, was superseded or canceled. */
  endedAt!: Date | null;
  /** Result of the last attempt, or why there was none. */
  lastOutcome!: DeliveryOutcome | null;
}

/** Answer of the mail server for one recipient. */
export class DeliveryRecipient {
  /** Mail address of the recipient. */
  address!: string;
  /** `deferred` recipients are tried again; `accepted` and `refused` ones are not. */
  @ApiProperty({ enum: recipientStatuses })
  status!: RecipientStatus;
  /** SMTP reply code; null if the server sent none. */
  statusCode!: number | null;
}

/** Attempt to send a message. */
export class DeliveryAttempt {
  /** Id of the attempt. */
  id!: string;
  /** When the attempt started. */
  at!: Date;
  /** Duration in milliseconds. */
  durationMs!: number;
  /** `unknown`: the console ended during the attempt. */
  @ApiProperty({ enum: ['delivered', 'retry', 'gone', 'unknown'] })
  verdict!: AttemptVerdict;
  /** HTTP status or SMTP reply code. */
  statusCode!: number | null;
  /** Stable code of the result; null if there is only `detail`. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true })
  code!: SendCode | null;
  /** Description of the result. */
  detail!: string;
  /** Start of the receiver's answer. */
  excerpt!: string | null;
  /** Recipients of a mail attempt; null if the server did not answer for each of them. */
  recipients!: DeliveryRecipient[] | null;
  /** When the next attempt was due; null if this was the last. */
  nextTryAt!: Date | null;
}

/** Event in a delivery. */
export class DeliveryEventSummary {
  /** Id of the event. */
  id!: string;
  /** Type of the event. */
  @ApiProperty({ enum: eventTypes })
  type!: DeliveredEvent['type'];
  /** When it happened. */
  timestamp!: Date;
  /** Severity of the event. */
  @ApiProperty({ enum: severities })
  severity!: DeliveredEvent['severity'];
  /** Summary of the event. */
  summary!: string;
}

/** Delivery with its attempts and events. */
export class DeliveryDetail extends Delivery {
  /** Latest hundred attempts, oldest first. */
  tries!: DeliveryAttempt[];
  /** First hundred events, oldest first. Events that are no longer stored are missing. */
  events!: DeliveryEventSummary[];
}

export class DeliveriesQuery extends PageQuery {
  /** Return only deliveries to this channel. */
  @IsOptional()
  @TextLine({ max: 100 })
  channel?: string;

  /** Return only deliveries that contain this event. */
  @IsOptional()
  @TextLine({ max: 100 })
  event?: string;

  /** Return only deliveries with these statuses. */
  @QueryWords(deliveryStatuses)
  status?: DeliveryStatus[];

  /** Return only deliveries created at or after this time. */
  @InstantField()
  since?: Date;

  /** Return only deliveries created before this time. */
  @InstantField()
  until?: Date;
}

export class ReplayBody {
  /** Id of the channel. */
  @IsUUID()
  channel!: string;

  /** Resend deliveries created at or after this time. */
  @InstantField({ required: true })
  since!: Date;

  /** Resend deliveries created before this time. */
  @InstantField({ required: true })
  until!: Date;

  /** Statuses to resend. Default: failed and canceled deliveries. */
  @MayBeAbsent()
  @IsIn(replayable, { each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(replayable.length)
  status?: (typeof replayable)[number][];
}

/** Number of deliveries that are sent again. */
export class ReplayedDeliveries {
  /** Number of deliveries, at most 10,000, oldest first. */
  count!: number;
  /** Whether there may be more in this time range. Repeat the request with a later start. */
  more!: boolean;
}

export function deliveryOf({ delivery, eventIds }: DeliveryWithEvents): Delivery {
  const { id, channelId, channelName, lastStatusCode, lastCode, lastDetail, endedAt, status } = delivery;
  return {
    id,
    channel: { id: channelId, name: channelName },
    kind: delivery.kind,
    title: delivery.title,
    webhookId: delivery.webhookId,
    eventIds: [...eventIds],
    eventCount: delivery.eventCount,
    status,
    attempts: delivery.attempts,
    replay: delivery.replay,
    createdAt: delivery.createdAt,
    nextTryAt: status === 'waiting' ? delivery.dueAt : null,
    deadline: delivery.deadline,
    deliveredAt: status === 'delivered' ? endedAt : null,
    endedAt,
    lastOutcome: lastDetail === null ? null : { statusCode: lastStatusCode, code: lastCode, detail: lastDetail },
  };
}

export function deliveryDetailOf(
  row: DeliveryWithEvents,
  attempts: readonly DeliveryAttemptEntity[],
  events: readonly DeliveredEvent[],
): DeliveryDetail {
  const tries = attempts.map((attempt): DeliveryAttempt => {
    const { id, at, durationMs, verdict, statusCode, code, detail, excerpt, recipients, nextTryAt } = attempt;
    const shown = recipients && recipients.map((recipient) => ({ ...recipient }));
    return { id, at, durationMs, verdict, statusCode, code, detail, excerpt, recipients: shown, nextTryAt };
  });
  return Object.assign(deliveryOf(row), { tries, events: events.map((event) => ({ ...event })) });
}
