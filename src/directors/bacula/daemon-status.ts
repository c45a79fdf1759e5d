import { type DaemonSight, type Daemon } from '../console/daemon-monitor.js';
import { type DirectorConsole } from '../console/director-console.js';
import { commandOf } from '../protocol/command.js';
import { fieldRecords } from './parse/fields.js';

/** Longer than a Director waits for a daemon that is down, so that the connection is not lost to it. */
const limitMs = 45_000;

/** Asks the Director for the header of a daemon's status: a daemon that is up tells its name and version. */
export async function lookAtDaemon(console: DirectorConsole, { component, name }: Daemon): Promise<DaemonSight> {
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
export function versionOf(text: string | undefined): string | null {
  return text?.split(' ', 1)[0] ?? null;
}
