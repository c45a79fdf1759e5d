import { type Subscription } from '../../../domain/channel.js';
import { type EventEnvelope, severities, eventTypes } from '../../../domain/event.js';

/** `a.b`, `a.*`, `a.**`, `**`, each with a `!` in front or not. */
const shape = /^!?(?:(?:[a-z0-9_]+|\*)(?:\.(?:[a-z0-9_]+|\*))*(?:\.\*\*)?|\*\*)$/;

/** Whether a type matches the patterns. An exclusion wins at any position in the list, so that the order of patterns does not matter. */
export function matches(patterns: readonly string[], type: string): boolean {
  const words = type.split('.');
  return (
    patterns.some((one) => !isExclusion(one) && names(one, words)) && !patterns.some((one) => excludes(one, words))
  );
}

/** The error in a pattern, as a sentence; null if there is none. */
export function patternError(pattern: string): string | null {
  if (!shape.test(pattern)) {
    return `${JSON.stringify(pattern)} is not a valid pattern. Use lowercase words separated by dots, * for one word, ** at the end for any remaining words, and a leading ! to exclude.`;
  }
  if (eventTypes.some((type) => names(pattern.replace('!', ''), type.split('.')))) return null;
  return `${JSON.stringify(pattern)} matches no event type. Event types: ${eventTypes.join(', ')}.`;
}

/** Whether the patterns name anything at all once what they exclude is taken away. */
export function nameSomething(patterns: readonly string[]): boolean {
  return eventTypes.some((type) => matches(patterns, type));
}

function isExclusion(pattern: string): boolean {
  return pattern.startsWith('!');
}

function excludes(pattern: string, words: readonly string[]): boolean {
  return isExclusion(pattern) && names(pattern.slice(1), words);
}

function names(pattern: string, words: readonly string[]): boolean {
  const parts = pattern.split('.');
  const isOpen = parts.at(-1) === '**';
  const fixed = isOpen ? parts.slice(0, -1) : parts;
  if (isOpen ? words.length < fixed.length : words.length !== fixed.length) return false;
  return fixed.every((part, index) => part === '*' || part === words[index]);
}

/** Whether an event matches the channel's subscription. Quiet hours decide when it is sent. */
export function matchesSubscription(
  { patterns, minSeverity }: Pick<Subscription, 'patterns' | 'minSeverity'>,
  { type, severity }: Pick<EventEnvelope, 'type' | 'severity'>,
): boolean {
  return severities.indexOf(severity) >= severities.indexOf(minSeverity) && matches(patterns, type);
}
