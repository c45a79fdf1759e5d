import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** The installation's additional rules: IP addresses and CIDR networks. */
export interface ReachPolicy {
  /** Allowed although the rule alone would reject them: private networks, loopback, plain text. */
  readonly allow: readonly string[];
  /** Never reached; wins over `allow`. */
  readonly deny: readonly string[];
}

/** Where this process listens itself. */
export interface OwnListeners {
  readonly ports: ReadonlySet<number>;
  /** Every address of this machine besides loopback. */
  readonly addresses: readonly string[];
}

export interface Destination {
  /** An IP address in any spelling. */
  readonly address: string;
  readonly port: number;
  /** Whether the connection uses TLS. */
  readonly isEncrypted: boolean;
}

/** Why an address is not connected to. */
export type Reason =
  | 'unreadable'
  | 'metadata'
  | 'own'
  | 'denied'
  | 'private'
  | 'loopback'
  | 'link_local'
  | 'multicast'
  | 'reserved'
  | 'plain';

type Place = 'public' | Extract<Reason, 'private' | 'loopback' | 'link_local' | 'multicast' | 'reserved'>;

/** Metadata services that return credentials to local callers: AWS (also for containers), Google, Azure, Alibaba, Oracle. */
const metadataAddresses = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
].map((text) => ipaddr.parse(text));

const placesByRange: Readonly<Record<string, Place>> = {
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  unspecified: 'loopback',
  linkLocal: 'link_local',
  multicast: 'multicast',
};

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Directors and their catalogs are on this machine and in private networks, with and without TLS. Link-local addresses are neither. */
export const directorPolicy: ReachPolicy = { allow: ['0.0.0.0/0', '::/0'], deny: ['169.254.0.0/16', 'fe80::/10'] };

/** Whether this host is this machine for sure: `localhost` or an address of its loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || read(host)?.range() === 'loopback';
}

/** Decides where connections may go. Made once from the settings; knows no name and opens no connection. */
export class AddressRule {
  private readonly allow: readonly Network[];
  private readonly deny: readonly Network[];

  constructor(policy: ReachPolicy) {
    this.allow = policy.allow.map(networkOf);
    this.deny = policy.deny.map(networkOf);
  }

  /** null: it may be connected to. */
  rejectionReason({ address: text, port, isEncrypted }: Destination, own: OwnListeners): Reason | null {
    const address = read(text);
    if (address === null) return 'unreadable';
    // What carries an IPv4 address inside leads there, wherever the wrapping seems to lead.
    const forms = [address, ...carriedIn(address)];
    if (forms.some(isMetadata)) return 'metadata';
    if (own.ports.has(port) && forms.some((form) => isOfThisMachine(form, own))) return 'own';
    if (isNamed(forms, this.deny)) return 'denied';
    if (isNamed(forms, this.allow)) return null;
    const place = placeOf(address);
    if (place !== 'public') return place;
    return isEncrypted ? null : 'plain';
  }
}

function networkOf(text: string): Network {
  const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), 128];
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, address instanceof ipaddr.IPv4 ? Math.min(bits, 32) : bits];
}

/** IPv4 in the clothes of `::ffff:0:0/96` is IPv4: the system connects to the same place. */
function read(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

function isNamed(forms: readonly Address[], networks: readonly Network[]): boolean {
  return forms.some((form) =>
    networks.some(([network, bits]) => form.kind() === network.kind() && form.match(network, bits)),
  );
}

function isMetadata(address: Address): boolean {
  return metadataAddresses.some((known) => isSame(known, address));
}

/** The unspecified address counts: systems connect it to themselves. */
function isOfThisMachine(address: Address, own: OwnListeners): boolean {
  const range = address.range();
  if (range === 'loopback' || range === 'unspecified') return true;
  return own.addresses.some((text) => {
    const known = read(text);
    return known !== null && isSame(known, address);
  });
}

function isSame(one: Address, other: Address): boolean {
  return one.kind() === other.kind() && String(one.toByteArray()) === String(other.toByteArray());
}

function placeOf(address: Address): Place {
  const range = address.range();
  const place = placesByRange[range];
  if (place) return place;
  if (address instanceof ipaddr.IPv4) return range === 'unicast' ? 'public' : 'reserved';
  const carried = carriedIn(address).map(placeOf);
  // NAT64 is how hosts without IPv4 reach the world; tunnels (6to4, Teredo) are not, and hide where they end.
  if (address.match(translated)) return carried[0] ?? 'reserved';
  const isGlobal = range === 'unicast' && address.match(globalUnicast);
  return isGlobal ? (carried.find((inner) => inner !== 'public') ?? 'public') : 'reserved';
}

/** The offset of the IPv4 address in the 16 bytes, by range. */
const carriers: Readonly<Record<string, (bytes: readonly number[]) => readonly ipaddr.IPv4[]>> = {
  '6to4': (bytes) => [ipv4(bytes.slice(2, 6))],
  // The server, and the client with its bits turned over.
  teredo: (bytes) => [ipv4(bytes.slice(4, 8)), ipv4(bytes.slice(12).map((byte) => byte ^ 0xff))],
  rfc6145: (bytes) => [ipv4(bytes.slice(12))],
  // 64:ff9b:1::/48 has it around the byte 8 (RFC 6052), or at the end where a network chose a prefix of 96 bits.
  rfc6052: (bytes) => [ipv4(bytes.slice(12)), ipv4([...bytes.slice(6, 8), ...bytes.slice(9, 11)])],
};

/** IPv4 addresses inside an IPv6 address, by the ways of carrying them that systems know. */
function carriedIn(address: Address): readonly ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4) return [];
  const bytes = address.toByteArray();
  const carrier = carriers[address.range()];
  if (carrier) return carrier(bytes);
  const hex = Buffer.from(bytes).toString('hex');
  const isIsatap = /^.{16}0[02]005efe/.test(hex);
  const isCompatible = hex.startsWith('0'.repeat(24));
  return isIsatap || isCompatible ? [ipv4(bytes.slice(12))] : [];
}

function ipv4(bytes: readonly number[]): ipaddr.IPv4 {
  return new ipaddr.IPv4([...bytes]);
}
