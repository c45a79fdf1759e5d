const dayMs = 86_400_000;

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function aheadMs(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    ...{ hourCycle: 'h23' },
    ...(timeZone === undefined ? {} : { timeZone }),
  }).formatToParts(moment);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - moment;
}

/**
 * When a day, `2026-11-20`, begins by the clocks of a zone, some days later if asked, as RFC 3339 in UTC; undefined for what is
 * no day.
 */
export function startOfDay(day: string, timeZone: string | undefined, daysLater = 0): string | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs;
  if (Number.isNaN(midnight)) return undefined;
  // The clocks may be put on or back between the first guess and midnight there.
  const guess = midnight - aheadMs(midnight, timeZone);
  return new Date(midnight - aheadMs(guess, timeZone)).toISOString();
}
