import { connect, type Socket } from 'node:net';
import { type ConsoleSettings, directorIn } from './console-settings.js';
import { givenUp, inSeconds } from './stage.js';
import { WireFailure } from './wire-failure.js';

/** Idle connections must notice a machine that vanished. */
const keepAliveMs = 30_000;

/** A TCP connection to the Director. Rejects with WireFailure: `name`, `connect` or `aborted`. */
export function connectTo(settings: ConsoleSettings, limitMs: number, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) return Promise.reject(givenUp(directorIn(settings)));
  return new Promise((resolve, reject) => {
    const socket = connect({ host: settings.host, port: settings.port });
    let isNameKnown = false;
    socket.once('lookup', (error: Error | null) => (isNameKnown = error === null));
    const settle = (failure: WireFailure | null) => {
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

function tooLate(settings: ConsoleSettings, isNameKnown: boolean, limitMs: number): WireFailure {
  const limit = inSeconds(limitMs);
  if (!isNameKnown) return unknownName(settings, `no answer within ${limit}`);
  const sentence = `${directorIn(settings)} did not accept a connection within ${limit}. Check port and firewall.`;
  return new WireFailure('connect', sentence);
}

function failureOf(settings: ConsoleSettings, error: NodeJS.ErrnoException): WireFailure {
  const code = error.code ?? '';
  if (error.syscall === 'getaddrinfo') return unknownName(settings, code, error);
  const why = code === 'ECONNREFUSED' ? 'nothing listens there (connection refused)' : code || error.message;
  const sentence = `${directorIn(settings)} cannot be reached: ${why}. Check that it runs, and its host and port.`;
  return new WireFailure('connect', sentence, { cause: error });
}

function unknownName(settings: ConsoleSettings, why: string, cause?: unknown): WireFailure {
  const sentence = `The host name of ${directorIn(settings)} cannot be resolved (${why}). Check its spelling and the name service.`;
  return new WireFailure('name', sentence, { cause });
}
