import { AppError } from '../../domain/error-codes.js';
import { type Daemon, type DaemonStatus } from '../console/daemon-monitor.js';
import { daemonHeader, directorHeader } from './bareos-commands.js';
import { type BareosConsole, asError, resultOf } from './bareos-console.js';
import { sanitizeMessage, type Fields, fieldsOf, wholeIn, textIn } from './json-reply.js';
import { permits, type PermissionsKeeper, type Permissions } from './permissions.js';
import { daemonText } from './parse/status.js';
import { type DirectorObservation } from '../../domain/director.port.js';
import { offsetMs, type LocalTime, instantOfLocal } from '../../platform/local-times.js';

/** Zones differ by quarters of an hour; a smaller difference is a wrong clock. */
const quarterMs = 15 * 60_000;
/** Clocks that differ by less do no harm. */
const harmlessMs = 2 * 60_000;

/** How far the Director's clock is ahead of this zone's current time, in milliseconds; null if the answer to `time` cannot be read. */
export function clockLead(result: Fields, timezone: string, now: Date): number | null {
  const time = fieldsOf(result['time']) ?? {};
  const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((part) => wholeIn(time, part));
  if (parts.some((part) => part === null)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - (now.getTime() + offsetMs(now, timezone));
}

/** Whether its time zone differs from the configured one. */
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const startForm = /\b(\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2})/;

/** When the Director started, to the minute: as JSON where it has that, else from the text for people. */
export async function readStart(console: BareosConsole, permissions: Permissions): Promise<Date> {
  const { name, timezone } = console.settings;
  const command = directorHeader(permits(permissions, '.status'));
  const text = permissions.reportsStatus
    ? startedIn(
        resultOf(
          name,
          await console.json(command).catch(asError),
          `Director ${name} returned no status and gave no reason.`,
        ),
      )
    : await console.text(command).catch(asError);
  const started = startOf(text, timezone);
  if (started === null) throw new AppError('director_error', `Director ${name} did not report its start time.`);
  return started;
}

function startedIn(result: Fields): string {
  return textIn(fieldsOf(result['header']) ?? result, 'daemon_started') ?? '';
}

/** `20-Nov-26 20:33` of the Director's clocks, the first in the text; null where there is none. */
export function startOf(text: string, timezone: string): Date | null {
  const [, day, month = '', year, hour, minute] = startForm.exec(text.slice(0, 10_000)) ?? [];
  if (!months.includes(month)) return null;
  const local: LocalTime = {
    year: 2000 + Number(year),
    month: months.indexOf(month) + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: 0,
  };
  return instantOfLocal(local, timezone);
}

/** Longer than a Director takes to find that a daemon is down at a machine that is up. */
const firstLimitMs = 45_000;
/**
 * Longer than it waits for an unreachable host. Until then it keeps a slot for the console that disconnected, so the next check
 * waits for it.
 */
const patientLimitMs = 200_000;
const mostWords = 300;

/** Checks daemons through the Director, in text mode: as JSON it returns the same for reachable and unreachable ones. */
export class DaemonStatusReader {
  private readonly away = new Set<string>();

  constructor(
    private readonly console: BareosConsole,
    private readonly permissions: PermissionsKeeper,
  ) {}

  async at(daemon: Daemon): Promise<DaemonStatus> {
    const key = `${daemon.component} ${daemon.name}`;
    const limitMs = this.away.has(key) ? patientLimitMs : firstLimitMs;
    try {
      const isShort = permits(await this.permissions.get(), '.status');
      const text = await this.console.text(daemonHeader(daemon, isShort), { lane: 'slow', limitMs });
      this.away.delete(key);
      return { ...daemonText(text), words: sanitizeMessage(text).slice(0, mostWords) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'director_too_slow') throw error;
      this.away.add(key);
      return { isUp: false, version: null, words: `no answer within ${limitMs / 1000} s` };
    }
  }
}
