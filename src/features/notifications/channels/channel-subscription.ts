import { type QuietHours, type Subscription } from '../../../domain/channel.js';
import { type ChangeChannelBody, type CreateChannelBody, type QuietHoursBody } from './channel-bodies.dto.js';

const everything: Subscription = { patterns: ['**'], minSeverity: 'info', quietHours: null };
const everyDay = [1, 2, 3, 4, 5, 6, 7];

export function newSubscription(body: CreateChannelBody): Subscription {
  return changedSubscription(everything, body);
}

/** Members that the body leaves out stay. */
export function changedSubscription(before: Subscription, body: ChangeChannelBody): Subscription {
  const { patterns = before.patterns, minSeverity = before.minSeverity, quietHours } = body;
  return { patterns, minSeverity, quietHours: quietHours === undefined ? before.quietHours : hoursOf(quietHours) };
}

function hoursOf(body: QuietHoursBody | null): QuietHours | null {
  if (body === null) return null;
  const { timezone, from, until, days = everyDay } = body;
  return { timezone, from, until, days: days.toSorted((a, b) => a - b) };
}
