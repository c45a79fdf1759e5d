import { type ProbeFinding, type ProbeStage } from '../../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../../domain/director-settings.js';
import { baculaMode } from '../bacula/bacula-mode.js';
import { readHeaderOf } from '../bacula/director-header.js';
import { consoleSettingsOf } from '../console/director-console.js';
import { isLocalTime } from '../console/local-times.js';
import { ConsoleConnection } from '../wire/console-connection.js';
import { WireFailure, type WireStage } from '../wire/wire-failure.js';

const limitMs = 10_000;

/** Where a log-in that failed stands among the stages that people are told. */
const stageOfFailure: Readonly<Record<WireStage, ProbeStage>> = {
  ...{ name: 'name', connect: 'port', tls: 'tls', greeting: 'password', credentials: 'password' },
  ...{ command: 'commands', protocol: 'commands', timeout: 'commands', aborted: 'commands', queue: 'commands' },
};
const inOrder = ['name', 'port', 'tls', 'password', 'commands'] as const satisfies readonly ProbeStage[];

const wellTold: Readonly<Record<(typeof inOrder)[number], string>> = {
  name: 'The address is known.',
  port: 'The port takes connections.',
  tls: 'The connection is as the TLS setting wants it.',
  password: 'The console is let in.',
  commands: 'The Director answers commands.',
};

/** Logs in once, on a connection of its own, and asks the Director for its status. */
export async function probeConsole(settings: RemoteDirectorSettings, signal: AbortSignal): Promise<ProbeFinding[]> {
  try {
    const connection = await ConsoleConnection.open(consoleSettingsOf(settings), { mode: baculaMode }, signal);
    try {
      return await probeCommands(connection, settings, signal);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    return upTo(stageOfFailure[error.stage], error.message);
  }
}

async function probeCommands(
  connection: ConsoleConnection,
  settings: RemoteDirectorSettings,
  signal: AbortSignal,
): Promise<ProbeFinding[]> {
  const header = readHeaderOf(await connection.command('.status dir header', { limitMs, signal }));
  if (header === null) {
    const detail =
      'The Director lets the console in but does not tell it its status. Allow the console all commands (CommandACL = *all*).';
    return upTo('commands', detail);
  }
  const { version, released } = connection.welcome;
  const found = inOrder.map((stage): ProbeFinding => ({ stage, status: 'ok', detail: wellTold[stage] }));
  const isRight = isLocalTime(header.startedText, header.startedAt, settings.timezone);
  const zone: ProbeFinding = isRight
    ? {
        stage: 'timezone',
        status: 'ok',
        detail: `The Director (version ${version}, ${released}) lives in ${settings.timezone}.`,
      }
    : {
        ...{ stage: 'timezone', status: 'warn' },
        detail: `The Director says it started at ${header.startedText} its time, which is not ${settings.timezone}. Set the time zone that it lives in.`,
      };
  return [...found, zone];
}

function upTo(failed: ProbeStage, detail: string): ProbeFinding[] {
  const before = inOrder.slice(0, (inOrder as readonly ProbeStage[]).indexOf(failed));
  return [
    ...before.map((stage): ProbeFinding => ({ stage, status: 'ok', detail: wellTold[stage] })),
    { stage: failed, status: 'failed', detail },
  ];
}
