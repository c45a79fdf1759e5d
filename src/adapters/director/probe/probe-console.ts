import { type Clock } from '../../../domain/clock.js';
import { type ProbeFinding, type ProbeStage } from '../../../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../../../domain/director-settings.js';
import { Refusal } from '../../../domain/refusals.js';
import { baculaMode } from '../bacula/bacula-mode.js';
import { jsonMode } from '../bareos/bareos-mode.js';
import { consoleSettingsOf } from '../console/director-console.js';
import { ConsoleConnection } from '../wire/console-connection.js';
import { WireFailure, type WireStage } from '../wire/wire-failure.js';
import { lookAtBacula } from './look-at-bacula.js';
import { lookAtBareos } from './look-at-bareos.js';
import { type ConsoleLook, limitMs } from './console-look.js';

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

/** Logs in once, on a connection of its own, and asks the Director about itself. */
export async function probeConsole(
  settings: RemoteDirectorSettings,
  signal: AbortSignal,
  clock: Clock,
): Promise<ProbeFinding[]> {
  const isBareos = settings.kind === 'bareos';
  const mode = isBareos ? (): string => jsonMode : baculaMode;
  try {
    const connection = await ConsoleConnection.open(consoleSettingsOf(settings), { mode }, signal);
    const say = (command: string) => connection.command(command, { limitMs, signal });
    try {
      const { welcome } = connection;
      return findingsOf(await (isBareos ? lookAtBareos : lookAtBacula)({ say, welcome, settings, clock }));
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof WireFailure) return upTo(stageOfFailure[error.stage], error.message);
    if (error instanceof Refusal) return upTo('commands', error.detail);
    throw error;
  }
}

function findingsOf({ commands, timezone }: ConsoleLook): ProbeFinding[] {
  if (commands?.status === 'failed') return upTo('commands', commands.detail);
  const found = inOrder.map((stage): ProbeFinding => ({ stage, status: 'ok', detail: wellTold[stage] }));
  const kept = found.filter(({ stage }) => commands === null || stage !== 'commands');
  return [...kept, ...(commands === null ? [] : [commands]), timezone];
}

function upTo(failed: ProbeStage, detail: string): ProbeFinding[] {
  const before = inOrder.slice(0, (inOrder as readonly ProbeStage[]).indexOf(failed));
  return [
    ...before.map((stage): ProbeFinding => ({ stage, status: 'ok', detail: wellTold[stage] })),
    { stage: failed, status: 'failed', detail },
  ];
}
