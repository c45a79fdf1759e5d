import { type EventType, eventTypes } from '../../i18n/event-types';

/** `a.*` any one word, `a.**` any rest. */
function names(pattern: string, type: string): boolean {
  const words = pattern.split('.');
  const given = type.split('.');
  const isOpen = words.at(-1) === '**';
  const fixed = isOpen ? words.slice(0, -1) : words;
  if (isOpen ? given.length < fixed.length : given.length !== fixed.length) return false;
  return fixed.every((word, index) => word === '*' || word === given[index]);
}

/** Which kinds of events patterns leave over; `!` in front takes away, wherever it stands. */
export function typesOf(patterns: readonly string[]): readonly EventType[] {
  const excluded = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
  const wanted = patterns.filter((one) => !one.startsWith('!'));
  return eventTypes.filter(
    (type) => wanted.some((one) => names(one, type)) && !excluded.some((one) => names(one, type)),
  );
}

/** The patterns that name just these. */
export function patternsOf(types: readonly EventType[]): readonly string[] {
  return types.length === eventTypes.length ? ['**'] : types;
}

export function splitPatterns(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((one) => one !== '');
}
