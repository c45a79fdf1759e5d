/** By zone: making one costs a hundred times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timezone, format);
  return format;
}

/** A moment as the local time that a Director of this zone reads in a command: `2026-12-01 10:00:00`. */
export function localTimeText(at: Date, timezone: string): string {
  const parts = formatOf(timezone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Whether a local time from the Director is this zone's local time of the instant, to the minute. */
export function isLocalTime(text: string, at: Date, timezone: string): boolean {
  return text.slice(0, 16) === localTimeText(at, timezone).slice(0, 16);
}

/** The moment at which clocks of this zone show this time; of an hour that comes twice, the first. Months count from 1. */
export function instantOfLocal(local: LocalTime, timezone: string): Date {
  const shown = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
  // Zones are within a day of UTC, and their offset just before is the one to try first.
  const offsets = [shown - dayMs, shown + dayMs].map((ms) => offsetMs(new Date(ms), timezone));
  const instants = offsets.map((offset) => new Date(shown - offset));
  const exact = instants.filter((instant) => instant.getTime() + offsetMs(instant, timezone) === shown);
  const [first = new Date(shown)] = exact.length > 0 ? exact : instants;
  return exact.reduce((earliest, instant) => (instant < earliest ? instant : earliest), first);
}

/** How far clocks of this zone are ahead of UTC at a moment, in milliseconds, by whole seconds. */
export function offsetMs(at: Date, timezone: string): number {
  if (timezone === 'UTC') return 0;
  const shown = Date.parse(`${localTimeText(at, timezone).replace(' ', 'T')}Z`);
  return shown - Math.floor(at.getTime() / 1000) * 1000;
}

export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const dayMs = 86_400_000;
