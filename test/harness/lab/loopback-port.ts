import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below the ports that the kernel gives to outgoing connections, so that one stays free while its daemon is down. */
const [lowest, beyond] = [20_000, 32_000];
const taken = new Set<number>();

/** Loopback ports on which nobody listens, never the same twice in a process. */
export async function reservePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(lowest, beyond);
    if (taken.has(port) || !(await canListen(port))) continue;
    taken.add(port);
    ports.push(port);
  }
  return ports;
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Looks into the kernel's table instead of connecting: a daemon takes a bare connection for an attack and reports it. */
export function isListening(port: number): boolean {
  const hexadecimal = port.toString(16).toUpperCase().padStart(4, '0');
  const listens = new RegExp(`^ *\\d+: [0-9A-F]{8}:${hexadecimal} 00000000:0000 0A `, 'm');
  return listens.test(readFileSync('/proc/net/tcp', 'utf8'));
}
