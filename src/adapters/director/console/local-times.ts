/** A moment as the local time that a Director of this zone reads in a command: `2026-12-01 10:00:00`. */
export function localTimeText(at: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Whether a local time that the Director told of a moment is what this zone has then, to the minute. */
export function isLocalTime(text: string, at: Date, timezone: string): boolean {
  return text.slice(0, 16) === localTimeText(at, timezone).slice(0, 16);
}
