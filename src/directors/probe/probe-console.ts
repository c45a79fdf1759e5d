import { type Clock } from '../../domain/clock.js';
import { type ProbeCode, type ProbeFinding, type ProbeStage } from '../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { Refusal } from '../../domain/errors.js';
import { type StagingFolders } from '../../domain/staging.port.js';
import { baculaMode } from '../bacula/bacula-mode.js';
import { jsonMode } from '../bareos/bareos-mode.js';
import { consoleSettingsOf, type Reach } from '../console/director-console.js';
import { ConsoleConnection } from '../protocol/console-connection.js';
import { WireFailure, type WireStage } from '../protocol/protocol-error.js';
import { lookAtBacula } from './look-at-bacula.js';
import { lookAtBareos } from './look-at-bareos.js';
import { type ConsoleLook, limitMs } from './probe-findings.js';

export interface ProbeParts {
  readonly clock: Clock;
  readonly reach: Reach;
  readonly staging: StagingFolders;
}

/** Where a log-in that failed stands among the stages that people are told. */
const stageOfFailure: Readonly<Record<WireStage, ProbeStage>> = {
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
const codeOfFailure: Readonly<Record<WireStage, ProbeCode>> = {
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

const wellTold: Readonly<Record<(typeof inOrder)[number], readonly [ProbeCode, string]>> = {
  name: ['name_resolved', 'The host name was resolved.'],
  port: ['port_open', 'The port accepts connections.'],
  tls: ['tls_ok', 'The connection matches the TLS settings.'],
  password: ['authenticated', 'The Director accepts the console.'],
  commands: ['answers', 'The Director answers commands.'],
};

/** Logs in once, on a connection of its own, and asks the Director about itself. */
export async function probeConsole(
  settings: RemoteDirectorSettings,
  signal: AbortSignal,
  { clock, reach }: ProbeParts,
): Promise<ProbeFinding[]> {
  const isBareos = settings.kind === 'bareos';
  const mode = isBareos ? (): string => jsonMode : baculaMode;
  try {
    const connection = await ConsoleConnection.open(consoleSettingsOf(settings), { mode, ...reach }, signal);
    const say = (command: string) => connection.command(command, { limitMs, signal });
    try {
      const { welcome } = connection;
      const look = await (isBareos ? lookAtBareos : lookAtBacula)({ say, welcome, settings, clock });
      return [...findingsOf(look), ...unknownClient(settings, look)];
    } finally {
      void connection.close();
    }
  } catch (error) {
    if (error instanceof WireFailure) {
      return upTo(stageOfFailure[error.stage], codeOfFailure[error.stage], error.message);
    }
    if (error instanceof Refusal) return upTo('commands', null, error.detail);
    throw error;
  }
}

function findingsOf({ commands, timezone }: ConsoleLook): ProbeFinding[] {
  if (commands?.status === 'failed') return [...wellUpTo('commands'), commands];
  const found = inOrder.map(well);
  const kept = found.filter(({ stage }) => commands === null || stage !== 'commands');
  return [...kept, ...(commands === null ? [] : [commands]), timezone];
}

/** Goes before what the folder itself showed: without its client nothing is restored there. */
function unknownClient({ staging }: RemoteDirectorSettings, { clients }: ConsoleLook): ProbeFinding[] {
  if (staging === null || clients == null || clients.includes(staging.client)) return [];
  const { client } = staging;
  const detail = `The Director has no client named ${client}, or does not show it to the console. Name the client that writes the staging folder.`;
  return [{ stage: 'staging', status: 'failed', code: 'staging_client_unknown', params: { client }, detail }];
}

function well(stage: (typeof inOrder)[number]): ProbeFinding {
  const [code, detail] = wellTold[stage];
  return { stage, status: 'ok', code, params: {}, detail };
}

function wellUpTo(failed: ProbeStage): ProbeFinding[] {
  return inOrder.slice(0, (inOrder as readonly ProbeStage[]).indexOf(failed)).map(well);
}

function upTo(failed: ProbeStage, code: ProbeCode | null, detail: string): ProbeFinding[] {
  return [...wellUpTo(failed), { stage: failed, status: 'failed', code, params: { words: detail }, detail }];
}
