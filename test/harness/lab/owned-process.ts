import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { until } from '../fixtures/until.js';
import { type Command } from './bacula-programs.js';
import { isListening } from './loopback-port.js';

const graceMs = 3_000;

export interface ProcessOrder {
  /** For error texts: `Director`, `client alpha-fd`. */
  readonly what: string;
  readonly command: Command;
  readonly port: number;
  readonly logFile: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * A daemon in the foreground that cannot outlive us: the kernel kills it when the process that started it dies, however that
 * one dies. It has a session of its own, so that Ctrl-C reaches us alone and it is stopped in order.
 */
export class OwnedProcess {
  private readonly ended: Promise<void>;

  private constructor(
    private readonly order: ProcessOrder,
    private readonly child: ChildProcess,
  ) {
    this.ended = new Promise((resolve) => child.once('close', () => resolve()));
  }

  /** Answers when it listens on its port. */
  static async start(order: ProcessOrder): Promise<OwnedProcess> {
    const started = new OwnedProcess(order, launch(order));
    try {
      await until(() => {
        if (!started.isRunning) throw new Error(`It ended at once.`);
        return isListening(order.port);
      });
    } catch (cause) {
      await started.kill();
      throw new Error(`The ${order.what} does not start. ${started.logTail()}`, { cause });
    }
    return started;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error(`The ${this.order.what} has no process.`);
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  signal(name: NodeJS.Signals): void {
    if (this.isRunning) this.child.kill(name);
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    this.signal('SIGKILL');
    await this.ended;
  }

  /** Asks it to end, also where it is held by SIGSTOP; kills it after a grace, because a storage daemon may not listen to SIGTERM. */
  async stop(): Promise<void> {
    this.signal('SIGTERM');
    this.signal('SIGCONT');
    const grace = setTimeout(() => this.signal('SIGKILL'), graceMs);
    if (this.isRunning) await this.ended;
    clearTimeout(grace);
  }

  private logTail(): string {
    const { logFile } = this.order;
    const text = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim() : '';
    return `Its output ends with: ${text.split('\n').slice(-5).join(' | ')}`;
  }
}

/** The shell looks once more whether we still live: a death before the kernel was asked to tell of it would go unheard. */
const onlyBelow = '[ "$PPID" = "$1" ] || exit 75; shift; exec "$@"';

function launch({ command, logFile, env }: ProcessOrder): ChildProcess {
  const guard = ['--pdeathsig', 'KILL', 'sh', '-c', onlyBelow, 'sh', String(process.pid)];
  const log = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn('setpriv', [...guard, command.file, ...command.args], {
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.once('error', () => undefined);
    return child;
  } finally {
    closeSync(log);
  }
}
