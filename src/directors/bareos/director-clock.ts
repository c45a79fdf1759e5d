import { type DirectorObservation } from '../../domain/director.port.js';
import { offsetMs } from '../../platform/local-times.js';
import { wholeIn } from './answer-fields.js';
import { type Fields, fieldsOf } from './json-reply.js';

/** Zones differ by quarters of an hour; what is less is a clock that goes wrong. */
const quarterMs = 15 * 60_000;
/** Clocks that differ by less do no harm. */
const harmlessMs = 2 * 60_000;

/**
 * How far the Director's clock is ahead of what clocks of this zone show at this moment, in milliseconds; null where the answer to
 * `time` cannot be read.
 */
export function clockLead(result: Fields, timezone: string, now: Date): number | null {
  const time = fieldsOf(result['time']) ?? {};
  const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((part) => wholeIn(time, part));
  if (parts.some((part) => part === null)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - (now.getTime() + offsetMs(now, timezone));
}

/** Whether it lives in another time zone than its configuration here says. */
export function isOtherZone(leadMs: number): boolean {
  const beyond = Math.abs(leadMs) % quarterMs;
  return Math.abs(leadMs) >= quarterMs - harmlessMs && Math.min(beyond, quarterMs - beyond) <= harmlessMs;
}

export function observeClock(leadMs: number | null, timezone: string): DirectorObservation[] {
  if (leadMs === null || Math.abs(leadMs) <= harmlessMs) return [];
  const minutes = Math.round(leadMs / 60_000);
  const params = { timezone, minutes };
  const about = { component: 'configuration', status: 'warn', params, value: minutes, unit: 'minutes' } as const;
  if (isOtherZone(leadMs)) {
    return [
      {
        ...about,
        id: 'director.timezone',
        code: 'director.timezone',
        message: `The Director is not in the time zone ${timezone}, so the times of its runs are shown wrong.`,
        hint: `Its clock differs from that zone by ${minutes} minutes. Correct timezone in the console's settings of this Director.`,
      },
    ];
  }
  return [
    {
      ...about,
      id: 'director.clock',
      code: 'director.clock',
      message: `The clocks of the Director and the console differ by ${minutes} minutes.`,
      hint: 'Synchronize both machines with a time server.',
    },
  ];
}
