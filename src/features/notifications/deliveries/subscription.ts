import { type Subscription } from '../../../domain/channel.js';
import { type EventEnvelope, severities } from '../../../domain/event.js';
import { matches } from './event-pattern.js';

/** Whether a channel wants an event at all. When it is told, its quiet hours say. */
export function wants(
  { patterns, minSeverity }: Pick<Subscription, 'patterns' | 'minSeverity'>,
  { type, severity }: Pick<EventEnvelope, 'type' | 'severity'>,
): boolean {
  return severities.indexOf(severity) >= severities.indexOf(minSeverity) && matches(patterns, type);
}
