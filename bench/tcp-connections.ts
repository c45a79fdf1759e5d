import { readFileSync } from 'node:fs';

const established = '01';
const sampleMs = 5;

/** The most TCP connections to this port on loopback that stood at once while the work went on; looked at every few milliseconds. */
export async function mostConnections(port: number, work: () => Promise<unknown>): Promise<number> {
  let most = connectionsTo(port);
  const timer = setInterval(() => (most = Math.max(most, connectionsTo(port))), sampleMs);
  try {
    await work();
    return Math.max(most, connectionsTo(port));
  } finally {
    clearInterval(timer);
  }
}

/** Counted at the side that connected: its remote address is the port. */
function connectionsTo(port: number): number {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'latin1').split('\n').slice(1);
  return lines.filter((line) => {
    const [, , remote = '', state] = line.trim().split(/\s+/);
    return state === established && remote.endsWith(wanted);
  }).length;
}
