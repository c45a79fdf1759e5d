import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import ipaddr from 'ipaddr.js';
import { type Settings } from '../config/settings.js';
import { SETTINGS } from '../config/settings.module.js';

/** Returned by `of` for a connection that ended before its address was known. */
export const unknownAddress = 'unknown';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Where requests come from, believing X-Forwarded-For of TRUSTED_PROXIES only. */
@Injectable()
export class ClientAddresses {
  private readonly trusted: readonly Network[];

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.trusted = settings.trustedProxies.map(networkOf);
  }

  of(request: Request): string {
    return clientAddress(request.socket.remoteAddress, request.get('x-forwarded-for'), this.trusted);
  }
}

export function networkOf(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Walks from our own connection towards the client for as long as each hop is a trusted proxy: what an untrusted hop
 * writes into the header is its own invention.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly Network[],
): string {
  let current = parsed(remote ?? '');
  if (!current) return unknownAddress;
  const hops = (forwardedFor ?? '').split(',').reverse();
  for (const hop of hops) {
    if (!isTrusted(current, trusted)) break;
    const next = parsed(hop.trim());
    if (!next) break;
    current = next;
  }
  return current.toString();
}

/** An address, or a network as `<address>/<bits>`, in the one spelling that addresses are kept in; null for any other text. */
export function networkText(text: string): string | null {
  if (!text.includes('/')) return parsed(text)?.toString() ?? null;
  if (!ipaddr.isValidCIDR(text)) return null;
  const [address, bits] = ipaddr.parseCIDR(text);
  return `${address.toString()}/${bits}`;
}

/** Addresses that one subscriber surely has: one of IPv4, the /64 of IPv6. */
export function addressGroup(address: string): string {
  const known = parsed(address);
  if (!(known instanceof ipaddr.IPv6)) return address;
  const prefix = known.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...prefix, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
}

/** An IPv4-mapped IPv6 address is IPv4. Some proxies add the port; zones are meaningful on this host only. */
function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6, trusted: readonly Network[]): boolean {
  return trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}
