import { type Clock } from '../../domain/clock.js';
import { type ProbeCode, type ProbeFinding, type ProbeStage } from '../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { AppError } from '../../domain/error-codes.js';
import { type StagingFolders } from '../../domain/staging.port.js';
import { baculaMode } from '../bacula/bacula-mode.js';
import { jsonMode, reportsStatusAsJson } from '../bareos/bareos-mode.js';
import { consoleSettingsOf, type ConsoleTarget, type Send } from '../console/director-console.js';
import { ConsoleConnection } from '../protocol/console-connection.js';
import { ProtocolError, type ProtocolStage } from '../protocol/protocol-error.js';
import { readHeaderOf } from '../bacula/daemon-status.js';
import { nameLists } from '../console/replies.js';
import { isLocalTime } from '../../platform/local-times.js';
import { directorTime, nameListCommands } from '../bareos/bareos-commands.js';
import { answerIn, type SendJson } from '../bareos/bareos-console.js';
import { clockLead, observeClock } from '../bareos/daemon-status.js';
import { listedNames } from '../bareos/inventory.js';
import { missingCommands, permits, readCommands } from '../bareos/permissions.js';
import { type Welcome } from '../protocol/handshake.js';

/** For each command of a probe. */
const limitMs = 10_000;

/** A console that was let in. */
interface ProbedConsole {
  readonly say: Send;
  readonly welcome: Welcome;
  readonly settings: RemoteDirectorSettings;
  readonly clock: Clock;
}

/** What the Director answered to it. */
interface ConsoleProbe {
  /** null: nothing is wrong with its commands. */
  readonly commands: (ProbeFinding & { readonly stage: 'commands' }) | null;
  readonly timezone: ProbeFinding;
  /** Names of the Director's clients; null: not requested. */
  readonly clients?: readonly string[] | null;
}

function zoneFinding({ welcome, settings }: ProbedConsole): ProbeFinding {
  const detail = `The Director (version ${welcome.version}, ${welcome.released}) is in the time zone ${settings.timezone}.`;
  const params = { version: welcome.version, released: welcome.released, timezone: settings.timezone };
  return { stage: 'timezone', status: 'ok', code: 'timezone_ok', params, detail };
}

const timezoneUnknown: ProbeFinding = {
  stage: 'timezone',
  status: 'skipped',
  code: 'timezone_unknown',
  params: {},
  detail: 'Skipped, because the Director did not report its time.',
};

/** Reads the status of a Bacula Director. */
async function probeBacula(probed: ProbedConsole): Promise<ConsoleProbe> {
  const header = readHeaderOf(await probed.say('.status dir header'));
  if (header === null) {
    const detail =
      'The Director accepts the console but does not show it its status. Allow the console all commands (CommandACL = *all*).';
    const commands = { stage: 'commands', status: 'failed', code: 'status_denied', params: {}, detail } as const;
    return { commands, timezone: timezoneUnknown };
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

/** Reads the jobs of a Bareos Director, its permissions for this console, and its time. */
async function probeBareos(probed: ProbedConsole): Promise<ConsoleProbe> {
  const { say: send, welcome, settings } = probed;
  const sendJson: SendJson = async (command) => answerIn(await send(command), command, settings.name);
  const { failure } = await sendJson(nameListCommands.job[0]);
  if (failure !== null) {
    const detail = `The Director accepts the console but does not list its jobs. ${failure}`;
    const params = { words: failure };
    const commands = { stage: 'commands', status: 'failed', code: 'jobs_hidden', params, detail } as const;
    return { commands, timezone: timezoneUnknown };
  }
  const permissions = {
    version: welcome.version,
    reportsStatus: reportsStatusAsJson(welcome),
    commands: await readCommands(sendJson),
  };
  const missing = missingCommands(permissions);
  const commands = {
    ...({ stage: 'commands', status: 'warn', code: 'commands_denied' } as const),
    params: { commands: missing.join(', ') },
    detail: `The console may not use ${missing.join(', ')}, and features that need these commands will not work. Allow them in the console's Command ACL.`,
  };
  const timezone = permits(permissions, directorTime) ? await zoneOf(sendJson, probed) : timezoneUnknown;
  const clients = settings.staging === null ? null : await listedNames(sendJson, settings.name, 'client');
  return { commands: missing.length === 0 ? null : commands, timezone, clients };
}

async function zoneOf(sendJson: SendJson, probed: ProbedConsole): Promise<ProbeFinding> {
  const { timezone } = probed.settings;
  const lead = clockLead((await sendJson(directorTime)).result, timezone, probed.clock.now());
  if (lead === null) return timezoneUnknown;
  const [wrong] = observeClock(lead, timezone);
  if (wrong === undefined) return zoneFinding(probed);
  const params = { timezone, ...wrong.params };
  return {
    stage: 'timezone',
    status: 'warn',
    code: 'timezone_mismatch',
    params,
    detail: `${wrong.message} ${wrong.hint ?? ''}`.trim(),
  };
}

export interface ProbeParts {
  readonly clock: Clock;
  readonly reach: ConsoleTarget;
  readonly staging: StagingFolders;
}

/** The reported stage of a failed login. */
const stageOfFailure: Readonly<Record<ProtocolStage, ProbeStage>> = {
  name: 'name',
  address: 'name',
  connect: 'port',
  tls: 'tls',
  greeting: 'password',
  credentials: 'password',
  command: 'commands',
  protocol: 'commands',
  timeout: 'commands',
  aborted: 'commands',
  queue: 'commands',
};
const codeOfFailure: Readonly<Record<ProtocolStage, ProbeCode>> = {
  name: 'address_unknown',
  address: 'address_refused',
  connect: 'no_connection',
  tls: 'tls_failed',
  greeting: 'no_greeting',
  credentials: 'refused',
  command: 'command_failed',
  protocol: 'protocol_error',
  timeout: 'too_slow',
  aborted: 'too_slow',
  queue: 'too_slow',
};
const inOrder = ['name', 'port', 'tls', 'password', 'commands'] as const satisfies readonly ProbeStage[];

const successMessages: Readonly<Record<(typeof inOrder)[number], readonly [ProbeCode, string]>> = {
  name: ['name_resolved', 'The host name was resolved.'],
  port: ['port_open', 'The port accepts connections.'],
  tls: ['tls_ok', 'The connection matches the TLS settings.'],
  password: ['authenticated', 'The Director accepts the console.'],
  commands: ['answers', 'The Director answers commands.'],
};

/** Logs in once, on a connection of its own, and reads the Director's status. */
export async function probeConsole(
  settings: RemoteDirectorSettings,
  signal: AbortSignal,
  { clock, reach }: ProbeParts,
): Promise<ProbeFinding[]> {
  const isBareos = settings.kind === 'bareos';
  const mode = isBareos ? (): string => jsonMode : baculaMode;
  try {
    const connection = await ConsoleConnection.open(consoleSettingsOf(settings), { mode, ...reach }, signal);
    const send = (command: string) => connection.command(command, { limitMs, signal });
    try {
      const { welcome } = connection;
      const probed = await (isBareos ? probeBareos : probeBacula)({ say: send, welcome, settings, clock });
      return [...findingsOf(probed), ...unknownClient(settings, probed)];
    } finally {
      void connection.close();
    }
  } catch (error) {
    if (error instanceof ProtocolError) {
      return upTo(stageOfFailure[error.stage], codeOfFailure[error.stage], error.message);
    }
    if (error instanceof AppError) return upTo('commands', null, error.detail);
    throw error;
  }
}

function findingsOf({ commands, timezone }: ConsoleProbe): ProbeFinding[] {
  if (commands?.status === 'failed') return [...wellUpTo('commands'), commands];
  const found = inOrder.map(well);
  const kept = found.filter(({ stage }) => commands === null || stage !== 'commands');
  return [...kept, ...(commands === null ? [] : [commands]), timezone];
}

/** Goes before what the folder itself showed: without its client nothing is restored there. */
function unknownClient({ staging }: RemoteDirectorSettings, { clients }: ConsoleProbe): ProbeFinding[] {
  if (staging === null || clients == null || clients.includes(staging.client)) return [];
  const { client } = staging;
  const detail = `The Director has no client named ${client}, or does not show it to the console. Name the client that writes the staging folder.`;
  return [{ stage: 'staging', status: 'failed', code: 'staging_client_unknown', params: { client }, detail }];
}

function well(stage: (typeof inOrder)[number]): ProbeFinding {
  const [code, detail] = successMessages[stage];
  return { stage, status: 'ok', code, params: {}, detail };
}

function wellUpTo(failed: ProbeStage): ProbeFinding[] {
  return inOrder.slice(0, (inOrder as readonly ProbeStage[]).indexOf(failed)).map(well);
}

function upTo(failed: ProbeStage, code: ProbeCode | null, detail: string): ProbeFinding[] {
  return [...wellUpTo(failed), { stage: failed, status: 'failed', code, params: { words: detail }, detail }];
}
