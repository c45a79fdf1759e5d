import { type ConsoleAnswer } from '../../domain/console-command.js';
import { AppError } from '../../domain/error-codes.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { ConnectionPool, type LaneName, type PoolOptions } from '../protocol/connection-pool.js';
import { type OpenOptions, ConsoleConnection } from '../protocol/console-connection.js';
import { type ConsoleSettings } from '../protocol/console-settings.js';
import { type Reply } from '../protocol/reply.js';
import { type Welcome } from '../protocol/handshake.js';
import { toAppError, ProtocolError } from '../protocol/protocol-error.js';

const mostBytes = 1_048_576;

/**
 * Logs in, sends one command in the mode for people, and logs out. Output beyond the limit is read to its end and dropped: after a
 * disconnect the result of the command would be unknown.
 */
async function commandAlone(
  settings: ConsoleSettings,
  reach: Pick<OpenOptions, 'lookupFor' | 'knownTls'>,
  command: string,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<ConsoleAnswer> {
  const endMs = performance.now() + limitMs;
  const connection = await ConsoleConnection.open(settings, { ...reach, mode: () => null }, signal);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const questions: number[] = [];
  const take = (chunk: Buffer): void => {
    const left = Math.max(0, mostBytes - bytes);
    // A copy of the part: the whole frame would stay in memory with it.
    if (left > 0) chunks.push(chunk.length <= left ? chunk : Buffer.from(chunk.subarray(0, left)));
    bytes += chunk.length;
  };
  try {
    await connection.command(command, {
      signal,
      limitMs: Math.max(1, endMs - performance.now()),
      maxBytes: Number.MAX_SAFE_INTEGER,
      onData: (item) => take(item.bytes),
      onQuestion: () => void questions.push(bytes),
    });
  } finally {
    await connection.close();
  }
  const output = Buffer.concat(chunks);
  const [first] = questions;
  return {
    output: output.toString('utf8'),
    isTruncated: bytes > mostBytes,
    question: first === undefined ? null : output.subarray(0, first).toString('utf8'),
  };
}

export interface SendOptions {
  /** By default 10 s: what a Director answers from its own memory or its catalog. */
  readonly limitMs?: number;
  readonly lane?: LaneName;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Conversing extends SendOptions {
  /** Whether each command has the limit to itself. */
  readonly isLimitForEach?: boolean;
}

/** Sends one command on the connection that is lent, and reads its whole reply. */
export type Send = (command: string) => Promise<Reply>;

/** What the console allows and knows of connections to one Director. */
export type ConsoleTarget = Pick<OpenOptions, 'lookupFor' | 'knownTls'>;

/** Two for what may take long: one for daemons that are down, so that the other stays quick. */
const connections = { quickConnections: 2, slowConnections: 2 };
const usualLimitMs = 10_000;
/** For login and command together: the page waits a little longer. */
const aloneLimitMs = 60_000;

/** Commands to one Director. Protocol errors become AppErrors. */
export class DirectorConsole {
  private readonly pool: ConnectionPool;
  private readonly closing = new AbortController();

  constructor(
    readonly settings: RemoteDirectorSettings,
    mode: PoolOptions['mode'],
    private readonly reach: ConsoleTarget = {},
  ) {
    this.pool = new ConnectionPool(consoleSettingsOf(settings), { mode, ...connections, ...reach });
  }

  /** One command and its whole reply; what the reply means is for the caller to judge. */
  async ask(command: string, { limitMs = usualLimitMs, ...others }: SendOptions = {}): Promise<Reply> {
    try {
      return await this.pool.command(command, { limitMs, ...others });
    } catch (error) {
      throw error instanceof ProtocolError ? toAppError(error) : error;
    }
  }

  /**
   * Several commands on one connection, without commands of others in between; the timeout is for all of them together, or for
   * each one if their number has no bound. A ProtocolError ends the connection too, because its next reply could be a late one.
   */
  async converse<T>(
    { limitMs = usualLimitMs, isLimitForEach = false, lane = 'quick', maxBytes, signal }: Conversing,
    work: (send: Send, welcome: Welcome) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.pool.use({ lane, limitMs, signal }, async (connection, remainingMs) => {
        const limits = { signal, ...(maxBytes === undefined ? {} : { maxBytes }) };
        const send: Send = (command) =>
          connection.command(command, { ...limits, limitMs: isLimitForEach ? limitMs : remainingMs() });
        return work(send, connection.welcome).catch((error: unknown) => {
          if (error instanceof ProtocolError) connection.fail(error);
          throw error;
        });
      });
    } catch (error) {
      throw error instanceof ProtocolError ? toAppError(error) : error;
    }
  }

  /** One command of a user, on a connection of its own: what it changes in the session must meet no other command. */
  async sendAlone(command: string, limitMs = aloneLimitMs): Promise<ConsoleAnswer> {
    const { failure, needsCredentials } = this.pool.state;
    // A login that fails keeps one of the Director's few places for seconds.
    if (failure && needsCredentials) throw toAppError(failure);
    try {
      const { signal } = this.closing;
      return await commandAlone(consoleSettingsOf(this.settings), this.reach, command, { limitMs, signal });
    } catch (error) {
      throw error instanceof ProtocolError ? toAppError(error) : error;
    }
  }

  close(): Promise<void> {
    this.closing.abort();
    return this.pool.close();
  }
}

export function consoleSettingsOf(settings: RemoteDirectorSettings): ConsoleSettings {
  const { name, kind, address, port, consoleName, password, tls } = settings;
  const { mode, ca, certificate, key, serverName } = tls;
  return {
    product: kind,
    directorName: name,
    host: address,
    port,
    consoleName,
    password,
    tls: {
      mode,
      ...(ca === null ? {} : { ca }),
      ...(certificate === null ? {} : { certificate }),
      ...(key === null ? {} : { key }),
      ...(serverName === null ? {} : { serverName }),
    },
  };
}

/** The Director answered, but with an error: its own words are the detail. */
export function directorError(director: string, reply: Reply): AppError {
  const words = reply.errorText.trim() || reply.text.trim() || 'It gave no reason.';
  return new AppError('director_error', `Director ${director} answered: ${shortened(words)}`, {
    reason: 'unexpected_reply',
    params: { director, words: shortened(words) },
  });
}

const maxTextLength = 1_000;

/** No longer than what fits into a problem's detail. */
export function shortened(words: string): string {
  return words.length <= maxTextLength ? words : `${words.slice(0, maxTextLength)} …`;
}
