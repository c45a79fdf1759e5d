import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { eventTypes, severities } from '../../domain/event.js';
import { type RecipientStatus, recipientStatuses, type SendCode, sendCodes } from '../../domain/notice.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { InstantField, MayBeAbsent, QueryWords } from '../../platform/http/query.decorators.js';
import { type DeliveredEvent, type DeliveryWithEvents } from './deliveries.repository.js';
import { type DeliveryAttemptEntity } from './delivery-attempt.entity.js';
import {
  type AttemptVerdict,
  type DeliveryKind,
  deliveryKinds,
  type DeliveryStatus,
  deliveryStatuses,
} from './delivery.js';

const replayable = ['delivered', 'failed', 'superseded', 'canceled'] as const;

/** The channel that a delivery is for. */
export class DeliveryChannel {
  /** Identifies the channel; it may have been removed since. */
  id!: string;
  /** What it was called when the delivery was planned. */
  name!: string;
}

/** How the last try went. */
export class DeliveryOutcome {
  /** HTTP status or SMTP reply code; null where there was none. */
  statusCode!: number | null;
  /** Stable word for what happened; null where `detail` alone tells it. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true })
  code!: SendCode | null;
  /** What happened, for people. */
  detail!: string;
}

/** One message to one channel. */
export class Delivery {
  /** Identifies the delivery. */
  id!: string;
  /** Which channel it is for. */
  channel!: DeliveryChannel;
  /** An event alone, several as one message, or that another channel fails. */
  @ApiProperty({ enum: deliveryKinds })
  kind!: DeliveryKind;
  /** One sentence for people. */
  title!: string;
  /** `webhook-id`, and the left part of Message-ID: the same on every try and every replay. */
  webhookId!: string;
  /** The first ten of its events. */
  eventIds!: string[];
  /** How many events it tells of. */
  eventCount!: number;
  /** Where it stands. */
  @ApiProperty({ enum: deliveryStatuses })
  status!: DeliveryStatus;
  /** Tries begun. */
  attempts!: number;
  /** 0 as planned; replays count from 1. */
  replay!: number;
  /** When it was planned. */
  createdAt!: Date;
  /** When it is tried next; null where it is not waiting. */
  nextTryAt!: Date | null;
  /** When it is tried for the last time; null before the first try. */
  deadline!: Date | null;
  /** When it arrived. */
  deliveredAt!: Date | null;
  /** When it arrived, was given up, superseded or canceled. */
  endedAt!: Date | null;
  /** How the last try went, or why there was none. */
  lastOutcome!: DeliveryOutcome | null;
}

/** What the mail server answered for one recipient. */
export class DeliveryRecipient {
  /** Mail address of the recipient. */
  address!: string;
  /** `deferred` recipients are tried again, `accepted` and `refused` ones are not. */
  @ApiProperty({ enum: recipientStatuses })
  status!: RecipientStatus;
  /** SMTP reply code; null where the server sent none. */
  statusCode!: number | null;
}

/** One try. */
export class DeliveryAttempt {
  /** Identifies the try. */
  id!: string;
  /** When it began. */
  at!: Date;
  /** In milliseconds. */
  durationMs!: number;
  /** `unknown`: the console ended meanwhile. */
  @ApiProperty({ enum: ['delivered', 'retry', 'gone', 'unknown'] })
  verdict!: AttemptVerdict;
  /** HTTP status or SMTP reply code. */
  statusCode!: number | null;
  /** Stable word for what happened; null where `detail` alone tells it. */
  @ApiProperty({ enum: sendCodes, enumName: 'SendCode', nullable: true })
  code!: SendCode | null;
  /** What happened, for people. */
  detail!: string;
  /** Beginning of what the receiver answered. */
  excerpt!: string | null;
  /** Of a mail: the recipients of this try. null where the server did not answer for each of them. */
  recipients!: DeliveryRecipient[] | null;
  /** When the next one was to follow; null: it was the last. */
  nextTryAt!: Date | null;
}

/** An event that a delivery tells of. */
export class DeliveryEventSummary {
  /** Identifies the event. */
  id!: string;
  /** What happened. */
  @ApiProperty({ enum: eventTypes })
  type!: DeliveredEvent['type'];
  /** When it happened. */
  timestamp!: Date;
  /** How grave it is. */
  @ApiProperty({ enum: severities })
  severity!: DeliveredEvent['severity'];
  /** One sentence for people. */
  summary!: string;
}

/** A delivery with its tries and events. */
export class DeliveryDetail extends Delivery {
  /** The latest hundred, oldest first. */
  tries!: DeliveryAttempt[];
  /** The first hundred, oldest first. Events that are not kept any more are missing. */
  events!: DeliveryEventSummary[];
}

export class DeliveriesQuery extends PageQuery {
  /** Only of this channel. */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,100}$/u)
  channel?: string;

  /** Only those that tell of this event. */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,100}$/u)
  event?: string;

  /** Only in one of these states. */
  @QueryWords(deliveryStatuses)
  status?: DeliveryStatus[];

  /** Only those planned at this time or later. */
  @InstantField()
  since?: Date;

  /** Only those planned before this time. */
  @InstantField()
  until?: Date;
}

export class ReplayBody {
  /** Id of the channel. */
  @IsUUID()
  channel!: string;

  /** What was planned at this time or later. */
  @InstantField({ required: true })
  since!: Date;

  /** What was planned before this time. */
  @InstantField({ required: true })
  until!: Date;

  /** Without it what failed or was canceled. */
  @MayBeAbsent()
  @IsIn(replayable, { each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(replayable.length)
  status?: (typeof replayable)[number][];
}

/** How much is sent again. */
export class ReplayedDeliveries {
  /** At most 10,000, the oldest first. */
  count!: number;
  /** There may be more in this span: ask again, beginning later. */
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
