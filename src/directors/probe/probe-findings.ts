import { type Clock } from '../../domain/clock.js';
import { type ProbeFinding } from '../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { type Say } from '../console/director-console.js';
import { type Welcome } from '../protocol/handshake.js';

/** For each command of a probe. */
export const limitMs = 10_000;

/** A console that was let in. */
export interface ProbedConsole {
  readonly say: Say;
  readonly welcome: Welcome;
  readonly settings: RemoteDirectorSettings;
  readonly clock: Clock;
}

/** What the Director answered to it. */
export interface ConsoleLook {
  /** null: nothing is wrong with its commands. */
  readonly commands: (ProbeFinding & { readonly stage: 'commands' }) | null;
  readonly timezone: ProbeFinding;
  /** Names of the Director's clients; null: they were not asked for. */
  readonly clients?: readonly string[] | null;
}

export function zoneFinding({ welcome, settings }: ProbedConsole): ProbeFinding {
  const detail = `The Director (version ${welcome.version}, ${welcome.released}) is in the time zone ${settings.timezone}.`;
  const params = { version: welcome.version, released: welcome.released, timezone: settings.timezone };
  return { stage: 'timezone', status: 'ok', code: 'timezone_ok', params, detail };
}

export const timezoneUnknown: ProbeFinding = {
  stage: 'timezone',
  status: 'skipped',
  code: 'timezone_unknown',
  params: {},
  detail: 'Skipped, because the Director did not report its time.',
};
