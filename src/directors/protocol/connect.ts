import { connect, type LookupFunction, type Socket } from 'node:net';
import { TargetRejected } from '../../platform/ssrf-guard/ssrf-guard.js';
import { type ConsoleSettings, directorIn } from './console-settings.js';
import { givenUp, inSeconds } from './deadline.js';
import { ProtocolError } from './protocol-error.js';

/** Idle connections must notice a machine that vanished. */
const keepAliveMs = 30_000;

/** Gives a socket to this host its `lookup`. Throws TargetRefused for an address that is not connected to. */
export type LookupFor = (host: string, port: number) => LookupFunction;

export interface ConnectOptions {
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly lookupFor?: LookupFor | undefined;
}

/** A TCP connection to the Director. Rejects with ProtocolError: `name`, `address`, `connect` or `aborted`. */
export function connectTo(settings: ConsoleSettings, { limitMs, signal, lookupFor }: ConnectOptions): Promise<Socket> {
  if (signal.aborted) return Promise.reject(givenUp(directorIn(settings)));
  const { host, port } = settings;
  let lookup: LookupFunction | undefined;
  try {
    lookup = lookupFor?.(host, port);
  } catch (error) {
    return Promise.reject(failureOf(settings, error as Error));
  }
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(lookup ? { lookup } : {}) });
    let isNameKnown = false;
    socket.once('lookup', (error: Error | null) => (isNameKnown = error === null));
    const settle = (failure: ProtocolError | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (failure) {
        socket.on('error', () => undefined).destroy();
        reject(failure);
      } else {
        socket.removeAllListeners('error');
        resolve(socket.setNoDelay(true).setKeepAlive(true, keepAliveMs));
      }
    };
    const onAbort = () => settle(givenUp(directorIn(settings)));
    const timer = setTimeout(() => settle(tooLate(settings, isNameKnown, limitMs)), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => settle(failureOf(settings, error)));
    socket.once('connect', () => settle(null));
  });
}

function tooLate(settings: ConsoleSettings, isNameKnown: boolean, limitMs: number): ProtocolError {
  const limit = inSeconds(limitMs);
  if (!isNameKnown) return unknownName(settings, `no answer within ${limit}`);
  const sentence = `${directorIn(settings)} did not accept a connection within ${limit}. Check the port and the firewall.`;
  return new ProtocolError('connect', sentence);
}

function failureOf(settings: ConsoleSettings, error: NodeJS.ErrnoException): ProtocolError {
  if (error instanceof TargetRejected) return rejectedAddress(settings, error);
  const code = error.code ?? '';
  if (error.syscall === 'getaddrinfo' || code === 'ENOTFOUND') return unknownName(settings, code, error);
  const why =
    code === 'ECONNREFUSED'
      ? '. Connection refused: probably nothing is listening there, or a firewall rejects it'
      : `: ${code || error.message}`;
  const sentence = `${directorIn(settings)} cannot be reached${why}. Check that it is running, and check its host and port.`;
  return new ProtocolError('connect', sentence, { cause: error });
}

/** No more details, because the reason would reveal what is at that address. */
function rejectedAddress(settings: ConsoleSettings, cause: TargetRejected): ProtocolError {
  const sentence = `The console does not connect to ${directorIn(settings)}: its address is not allowed.`;
  return new ProtocolError('address', sentence, { cause });
}

function unknownName(settings: ConsoleSettings, why: string, cause?: unknown): ProtocolError {
  const sentence = `The host name of ${directorIn(settings)} cannot be resolved (${why}). Check its spelling and the DNS server.`;
  return new ProtocolError('name', sentence, { cause });
}
