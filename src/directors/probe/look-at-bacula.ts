import { readHeaderOf } from '../bacula/director-header.js';
import { nameLists } from '../bacula/parse/names.js';
import { isLocalTime } from '../../platform/local-times.js';
import { type ConsoleLook, type ProbedConsole, zoneFinding, zoneUnseen } from './probe-findings.js';

/** Asks a Bacula Director for its status. */
export async function lookAtBacula(probed: ProbedConsole): Promise<ConsoleLook> {
  const header = readHeaderOf(await probed.say('.status dir header'));
  if (header === null) {
    const detail =
      'The Director accepts the console but does not show it its status. Allow the console all commands (CommandACL = *all*).';
    const commands = { stage: 'commands', status: 'failed', code: 'status_denied', params: {}, detail } as const;
    return { commands, timezone: zoneUnseen };
  }
  const { timezone, staging } = probed.settings;
  const clients = staging === null ? null : await nameLists(probed.say)('client');
  if (isLocalTime(header.startedText, header.startedAt, timezone))
    return { commands: null, timezone: zoneFinding(probed), clients };
  const detail = `The Director reports that it started at ${header.startedText} local time, which does not match ${timezone}. Set the Director's time zone.`;
  const params = { timezone, says: header.startedText };
  const otherZone = { stage: 'timezone', status: 'warn', code: 'timezone_mismatch', params, detail } as const;
  return { commands: null, timezone: otherZone, clients };
}
