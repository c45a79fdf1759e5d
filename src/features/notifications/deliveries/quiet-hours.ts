import { type QuietHours } from '../../../domain/channel.js';

/** A day and a time on a clock at a wall: `day` in days since 1970-01-01, `seconds` since its midnight. */
interface WallTime {
  readonly day: number;
  readonly seconds: number;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

const daySeconds = 86_400;
const dayMs = daySeconds * 1000;
/** Spans that touch are few: only a day whose clock is put forward joins two. */
const mostSpans = 16;

/** Whether the hours are quiet. Where the clock shows `from` or `until` twice that night, its first time counts. */
export function isQuiet(hours: QuietHours, at: Date): boolean {
  return spanAt(hours, at.getTime()) !== null;
}

/** When what waits may go: the first moment from `at` on that is not quiet, `at` itself where that is not. */
export function endOfQuiet(hours: QuietHours, at: Date): Date {
  let end = at.getTime();
  for (let spans = 0; spans < mostSpans; spans += 1) {
    const span = spanAt(hours, end);
    if (span === null) break;
    end = span.until;
  }
  return new Date(end);
}

/** The quiet period that contains an instant. It began on that day, or on the day before and lasts over midnight. */
function spanAt(hours: QuietHours, at: number): Span | null {
  const { day } = wallTimeOf(at, hours.timezone);
  for (const first of [day, day - 1]) {
    if (!hours.days.includes(weekdayOf(first))) continue;
    const span = spanOf(hours, first);
    if (span.from <= at && at < span.until) return span;
  }
  return null;
}

function spanOf({ timezone, from, until }: QuietHours, day: number): Span {
  const [begin, end] = [secondsOf(from), secondsOf(until)];
  return {
    from: instantOf({ day, seconds: begin }, timezone),
    until: instantOf({ day: end > begin ? day : day + 1, seconds: end }, timezone),
  };
}

/** 1 Monday to 7 Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function secondsOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour * 60 + minute) * 60;
}

/** The first instant at which the clock shows this; where it jumps over it, the instant of the jump. */
function instantOf({ day, seconds }: WallTime, timezone: string): number {
  const shown = day * dayMs + seconds * 1000;
  const [before, after] = [shown - dayMs, shown + dayMs];
  const offsets = [before, after].map((instant) => offsetOf(instant, timezone));
  const fitting = offsets.filter((offset) => offsetOf(shown - offset, timezone) === offset);
  if (fitting.length > 0) return shown - Math.max(...fitting);
  return jumpBetween(before, after, timezone);
}

/** The first instant of the second offset, where there is one change of clocks between the two. */
function jumpBetween(before: number, after: number, timezone: string): number {
  const old = offsetOf(before, timezone);
  let [low, high] = [before, after];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (offsetOf(middle, timezone) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** Milliseconds that the zone's clock is ahead of UTC. */
function offsetOf(instant: number, timezone: string): number {
  const { day, seconds } = wallTimeOf(instant, timezone);
  return day * dayMs + seconds * 1000 - Math.floor(instant / 1000) * 1000;
}

function wallTimeOf(instant: number, timezone: string): WallTime {
  const shown = new Map(
    formatOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (part: Intl.DateTimeFormatPartTypes): number => shown.get(part) ?? 0;
  return {
    day: Date.UTC(of('year'), of('month') - 1, of('day')) / dayMs,
    seconds: (of('hour') * 60 + of('minute')) * 60 + of('second'),
  };
}

/** Making one costs a thousand times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const options = { timeZone: timezone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...options, ...digits, second: 'numeric' });
  formats.set(timezone, format);
  return format;
}
