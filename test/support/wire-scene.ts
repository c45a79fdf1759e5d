import { afterEach } from '@jest/globals';
import { ConnectionPool, type PoolOptions } from '../../src/adapters/director/wire/connection-pool.js';
import { ConsoleConnection, type OpenOptions } from '../../src/adapters/director/wire/console-connection.js';
import { type ConsoleSettings } from '../../src/adapters/director/wire/console-settings.js';
import { WireFailure } from '../../src/adapters/director/wire/wire-failure.js';
import { ConsolePeer, type PeerScript } from './console-peer.js';

/** Directors on paper with our connections to them, closed after each test. */
export function wireScene() {
  const open: { close: () => unknown }[] = [];
  const keep = <T extends { close: () => unknown }>(thing: T): T => {
    open.unshift(thing);
    return thing;
  };
  afterEach(async () => {
    for (const thing of open.splice(0)) await thing.close();
  });
  return {
    keep,
    peer: async (script: Partial<PeerScript> = {}) => keep(await ConsolePeer.start(script)),
    connect: async (peer: ConsolePeer, change: Partial<ConsoleSettings> = {}, options: Partial<OpenOptions> = {}) =>
      keep(await logIn(peer, change, options)),
    pool: (peer: ConsolePeer, options: Partial<PoolOptions> = {}, change: Partial<ConsoleSettings> = {}) =>
      keep(new ConnectionPool(settingsFor(peer, change), { mode: () => '.api 2', ...options })),
  };
}

export function settingsFor(peer: ConsolePeer, change: Partial<ConsoleSettings> = {}): ConsoleSettings {
  return {
    product: peer.script.product,
    directorName: 'paper-dir',
    host: '127.0.0.1',
    port: peer.port,
    consoleName: null,
    password: 'secret',
    tls: { mode: 'none' },
    ...change,
  };
}

export function logIn(
  peer: ConsolePeer,
  change: Partial<ConsoleSettings> = {},
  options: Partial<OpenOptions> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ConsoleConnection> {
  return ConsoleConnection.open(settingsFor(peer, change), { mode: () => '.api 2', ...options }, signal);
}

/** The failure that this must end with. */
export async function failureOf(work: Promise<unknown>): Promise<WireFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof WireFailure) return error;
    throw error;
  }
  throw new Error('It succeeded.');
}
