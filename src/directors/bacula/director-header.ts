import { type DirectorObservation } from '../../domain/director.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { type DirectorConsole, directorError } from '../console/director-console.js';
import { isLocalTime } from '../../platform/local-times.js';
import { type Reply } from '../protocol/reply.js';
import { versionOf } from './daemon-status.js';
import { fieldRecords, timeIn } from './parse/fields.js';

/** What a Director says of itself. */
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
