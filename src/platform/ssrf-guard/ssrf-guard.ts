import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { settleWithin } from '../timing.js';
import { AddressRule, type OwnListeners, type Reason, type ReachPolicy } from './address-rule.js';

/** All addresses of a name, as the system knows them. Rejects as node:dns does. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * The system's look-up keeps one of the process's few threads busy for as long as DNS is silent, and files are read and written
 * by the same threads. So few names are looked up at once, each by one look-up for all who wait for it.
 */
export class NameLookups {
  private readonly underWay = new Map<string, ReturnType<Resolve>>();
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(
    private readonly lookUp: Resolve,
    private readonly mostAtOnce = 2,
  ) {}

  /** Rejects as the look-up does. */
  readonly resolve: Resolve = (host) => {
    const known = this.underWay.get(host);
    if (known) return known;
    const found = this.inTurn(host).finally(() => this.underWay.delete(host));
    this.underWay.set(host, found);
    return found;
  };

  private async inTurn(host: string): ReturnType<Resolve> {
    if (this.busy >= this.mostAtOnce) await new Promise<void>((begin) => this.waiting.push(begin));
    else this.busy += 1;
    try {
      return await this.lookUp(host);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}

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

/** The target is not connected to. Names no part of the address. */
export class TargetRefused extends Error {
  constructor(readonly reason: Reason) {
    super(`the target is not allowed: ${reason}`);
  }
}

/** For one kind of targets: names of another kind that DNS does not answer must not hold them up. */
function systemLookups(): Resolve {
  return new NameLookups((host) => dns.lookup(host, { all: true })).resolve;
}

/** How long a check beforehand waits for DNS; the socket's own look-up decides anyway. */
const checkLimitMs = 3_000;

/**
 * Lets connections through to where the rule allows. It checks inside the socket's own look-up, so that the socket
 * connects to the very addresses that were checked: a name that answers differently the next time gains nothing.
 */
export class SsrfGuard {
  private readonly rule: AddressRule;

  constructor(
    policy: ReachPolicy,
    private readonly ownListeners: () => OwnListeners,
    private readonly resolve: Resolve = systemLookups(),
  ) {
    this.rule = new AddressRule(policy);
  }

  /**
   * What a socket to this host must be given as its `lookup`. Sockets look no literal address up: such a host is
   * checked at once. Throws TargetRefused; later refusals reach the socket as its error.
   */
  lookupFor(host: string, port: number, isEncrypted: boolean): LookupFunction {
    const check = (address: string): void => this.check(address, port, isEncrypted);
    if (isIP(host) !== 0) check(host);
    return (name, options, done) => {
      this.resolve(name)
        .then((found) => {
          // One refused address refuses the name: which of several a socket takes is chance.
          for (const { address } of found) check(address);
          return found.filter(({ family }) => !options.family || options.family === family);
        })
        .then(
          (admitted) => {
            const [first] = admitted;
            if (!first) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
            else if (options.all) done(null, [...admitted]);
            else done(null, first.address, first.family);
          },
          (error: unknown) => done(error as NodeJS.ErrnoException, '', 0),
        );
    };
  }

  /** Why a host that needs no look-up is refused whatever is sent; null where that is not known. */
  knownRefusal(host: string, port: number): TargetRefused | null {
    const address = host === 'localhost' ? '127.0.0.1' : host.replace(/^\[|\]$/g, '');
    if (isIP(address) === 0) return null;
    const reason = this.rule.whyRefused({ address, port, isEncrypted: true }, this.ownListeners());
    return reason && new TargetRefused(reason);
  }

  /** Whether a socket to this host would be refused now. A name that DNS does not answer in time is not. */
  async refuses(host: string, port: number, isEncrypted: boolean): Promise<boolean> {
    try {
      const literal = isIP(host) === 0 ? null : [{ address: host }];
      const found = literal ?? (await settleWithin(this.resolve(host), checkLimitMs, []));
      for (const { address } of found) this.check(address, port, isEncrypted);
      return false;
    } catch (error) {
      return error instanceof TargetRefused;
    }
  }

  private check(address: string, port: number, isEncrypted: boolean): void {
    const reason = this.rule.whyRefused({ address, port, isEncrypted }, this.ownListeners());
    if (reason) throw new TargetRefused(reason);
  }
}
