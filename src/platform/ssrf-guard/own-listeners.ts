import { type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type OwnListeners } from './address-rule.js';

/** Asked at each connection, for machines change their addresses. */
export function ownListeners(ports: readonly (number | null)[]): OwnListeners {
  const interfaces = Object.values(networkInterfaces()).flatMap((known) => known ?? []);
  return {
    ports: new Set(ports.filter((port) => port !== null)),
    addresses: interfaces.map(({ address }) => address),
  };
}

/** null: it does not listen yet. */
export function portOf(server: Server): number | null {
  return (server.address() as AddressInfo | null)?.port ?? null;
}
