const dayMs = 86_400_000;
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === undefined ? {} : { timeZone: zone }),
  });
  formats.set(zone, made);
  return made;
}

/** A moment on the clock of a zone. */
export interface WallTime {
  /** `2026-11-17` */
  readonly day: string;
  readonly hour: number;
  /** Since midnight. */
  readonly minutes: number;
}

export function wallTime(ms: number, zone: string | undefined): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  const hour = Number(part('hour'));
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return { day, hour, minutes: hour * 60 + Number(part('minute')) };
}

/** When a day begins in a zone, in milliseconds. The second look is for days on which clocks are set. */
export function startOfDay(day: string, zone: string | undefined): number {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (ms: number): number => {
    const { day: there, minutes } = wallTime(ms, zone);
    return Date.parse(`${there}T00:00:00Z`) + minutes * 60_000 - Math.floor(ms / 60_000) * 60_000;
  };
  const near = wanted - offsetAt(wanted);
  return wanted - offsetAt(near);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The first day of the month so many months away. */
export function firstOfMonth(day: string, months = 0): string {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}
