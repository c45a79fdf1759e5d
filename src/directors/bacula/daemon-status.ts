import { type DaemonStatus, type Daemon } from '../console/daemon-monitor.js';
import { type DirectorConsole, directorError } from '../console/director-console.js';
import { commandOf } from '../protocol/quote-argument.js';
import { fieldRecords, timeIn } from './parse/fields.js';
import { type DirectorObservation } from '../../domain/director.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { isLocalTime, instantOfLocal } from '../../platform/local-times.js';
import { type Reply } from '../protocol/reply.js';

/** Longer than a Director waits for a daemon that is down, so that the connection is not lost to it. */
const limitMs = 45_000;

/** Requests the header of a daemon's status from the Director: a daemon that is up reports its name and version. */
export async function readDaemonStatus(console: DirectorConsole, { component, name }: Daemon): Promise<DaemonStatus> {
  const command = commandOf('.status', [
    [component, name],
    ['header', true],
  ]);
  const reply = await console.ask(command, { lane: 'slow', limitMs });
  const header = fieldRecords(reply.text).find((record) => record.has('version'));
  // A status ends with a rule of equal signs.
  const text = (reply.errorText || reply.text).replaceAll(/^=+$/gm, '');
  const words = text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return { isUp: header !== undefined, version: versionOf(header?.get('version')), words };
}

/** `15.0.3 (25 March 2025)` without its date. */
function versionOf(text: string | undefined): string | null {
  return text?.split(' ', 1)[0] ?? null;
}

/** The Director's own status. */
export interface DirectorHeader {
  readonly version: string;
  readonly startedAt: Date;
  /** The same moment in the Director's own words, which are local time. */
  readonly startedText: string;
}

export async function readHeader(console: DirectorConsole): Promise<DirectorHeader> {
  const reply = await console.ask('.status dir header');
  const header = readHeaderOf(reply);
  if (header === null) throw directorError(console.settings.name, reply);
  return header;
}

/** null where the answer is none. */
export function readHeaderOf(reply: Reply): DirectorHeader | null {
  const header = fieldRecords(reply.text).find((record) => record.has('version'));
  const [version, startedAt] = [versionOf(header?.get('version')), header && timeIn(header, 'started_epoch')];
  return !header || version === null || !startedAt
    ? null
    : { version, startedAt, startedText: header.get('started') ?? '' };
}

export function observeHeader(header: DirectorHeader, { timezone }: RemoteDirectorSettings): DirectorObservation[] {
  if (header.startedText === '' || isLocalTime(header.startedText, header.startedAt, timezone)) return [];
  const utc = header.startedAt.toISOString();
  return [
    {
      id: 'director.timezone',
      component: 'configuration',
      status: 'warn',
      code: 'director.timezone',
      params: { timezone, says: header.startedText, utc },
      value: null,
      unit: null,
      message: `The Director is not in the time zone ${timezone}, so the times of its runs are shown wrong.`,
      hint: `It reports ${header.startedText}, but the time in that zone is different (${utc}). Correct timezone in the console's settings of this Director.`,
    },
  ];
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Reads the answer to `time`, as `Thu 26-Nov-2026 17:22:11`, local time of the Director; null where it is none. */
export function readTime(text: string, timezone: string): Date | null {
  const [, day, word = '', year, hour, minute, second] =
    /\b(\d{1,2})-([A-Z][a-z]{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})/.exec(text) ?? [];
  const month = months.indexOf(word) + 1;
  if (month === 0) return null;
  const local = { year: Number(year), month, day: Number(day), hour: Number(hour), minute: Number(minute) };
  return instantOfLocal({ ...local, second: Number(second) }, timezone);
}
