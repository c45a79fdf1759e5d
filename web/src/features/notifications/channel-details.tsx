import { type Schemas } from '../../api/request';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { eventTypes } from '../../i18n/event-types';
import { useMessages } from '../../i18n/messages';
import { typesOf } from './event-patterns';

export type Channel = Schemas['NotificationChannel'];
export type ListedChannel = Schemas['ListedChannel'];
export const ways = ['standard', 'slack', 'teams', 'pagerduty', 'opsgenie', 'alertmanager', 'email'] as const;
/** How a channel speaks: a webhook's format, or by mail. */
export type Way = (typeof ways)[number];

const looks = { active: 'active', failing: 'error', paused: 'paused', disabled: 'error' } as const;

export function wayOf({ format }: Pick<Channel, 'format'>): Way {
  return format ?? 'email';
}

export function ChannelState({ of }: { readonly of: Channel['status'] }) {
  const { states } = useMessages('channels');
  return <State of={looks[of]} text={states[of]} />;
}

/** Since when it fails, is paused or switched off. */
export function StateSince({ of }: { readonly of: Channel }) {
  const { stateSince } = useMessages('channels');
  if (of.status === 'active') return null;
  const at = { failing: of.failingSince, paused: of.pausedAt, disabled: of.disabledAt }[of.status];
  if (at === null) return null;
  return (
    <span className="quiet">
      {stateSince[of.status]} <Time at={at} as="short" />
    </span>
  );
}

/** Why nothing can arrive. */
export function Refused({ why }: { readonly why: NonNullable<Channel['refused']> }) {
  const { text: outcome } = useMessages('outcome');
  const text = outcome({ statusCode: null, ...why });
  return <span title={text}>{text}</span>;
}

/** What became of the newest message that was tried, or why there can be none. */
export function LastDelivery({ of }: { readonly of: ListedChannel }) {
  const messages = useMessages('channels');
  const { text: outcome } = useMessages('outcome');
  const { lastDelivery, failures, refused } = of;
  if (refused) return <Refused why={refused} />;
  if (lastDelivery === null) return <span className="quiet">{messages.neverTried}</span>;
  const { status, at, code, detail } = lastDelivery;
  const why = status === 'delivered' || detail === null ? undefined : outcome({ statusCode: null, code, detail });
  return (
    <span title={why}>
      {status === 'delivered' ? messages.arrived : messages.notArrived} <Time at={at} />
      {failures > 0 && ` · ${messages.failures(failures)}`}
    </span>
  );
}

/** Where it leads: of a webhook the host alone, the rest of its address may be a secret. */
export function targetOf(channel: Channel): string {
  return channel.host ?? channel.to?.join(', ') ?? '';
}

/** What it is told of, in a few words. */
export function Wants({ patterns }: { readonly patterns: readonly string[] }) {
  const messages = useMessages('channels');
  const named = typesOf(patterns).length;
  const text = named === eventTypes.length ? messages.toEverything : messages.kindsOf(named, eventTypes.length);
  return <span title={patterns.join(' ')}>{text}</span>;
}
