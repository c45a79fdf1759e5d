const day = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;

/** What the clocks of a zone show at that moment, as if it were UTC. */
function clockOf(moment: number, timeZone: string | undefined): number {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const shown = new Intl.DateTimeFormat('sv-SE', { ...parts, second: '2-digit', timeZone }).format(moment);
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/** Asked twice, for the first guess may lie on the other side of a change of the clock. */
function beginningOf(midnight: number, timeZone: string | undefined): string {
  const guess = midnight - (clockOf(midnight, timeZone) - midnight);
  return new Date(guess - (clockOf(guess, timeZone) - midnight)).toISOString();
}

interface Days {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * From the beginning of one day of the calendar (`2026-11-20`) to the end of another, in a zone, as the API takes it. What is
 * no day stays as it is: the API says what is wrong with it.
 */
export function spanOf({ since, until }: Days, timeZone: string | undefined): { since?: string; until?: string } {
  return {
    ...(since === undefined ? {} : { since: indexVersionOf(since, 0, timeZone) }),
    ...(until === undefined ? {} : { until: indexVersionOf(until, dayMs, timeZone) }),
  };
}

function indexVersionOf(text: string, later: number, timeZone: string | undefined): string {
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return day.test(text) && !Number.isNaN(midnight) ? beginningOf(midnight + later, timeZone) : text;
}
