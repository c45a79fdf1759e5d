import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { settleWithin } from '../timing.js';
import { AddressRule, type OwnListeners, type Reason, type ReachPolicy } from './address-rule.js';

/** All addresses of a name, as the system knows them. Rejects as node:dns does. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * The system's lookup blocks one of the process's few threads until DNS answers, and file access uses the same threads. So few
 * names are looked up at the same time, each by one lookup for all callers.
 */
export class NameLookups {
  private readonly pending = new Map<string, ReturnType<Resolve>>();
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(
    private readonly findStartedRun: Resolve,
    private readonly mostAtOnce = 2,
  ) {}

  /** Rejects as the lookup does. */
  readonly resolve: Resolve = (host) => {
    const known = this.pending.get(host);
    if (known) return known;
    const found = this.inTurn(host).finally(() => this.pending.delete(host));
    this.pending.set(host, found);
    return found;
  };

  private async inTurn(host: string): ReturnType<Resolve> {
    if (this.busy >= this.mostAtOnce) await new Promise<void>((begin) => this.waiting.push(begin));
    else this.busy += 1;
    try {
      return await this.findStartedRun(host);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}

/** Read at each connection, because machines change their addresses. */
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
export class TargetRejected extends Error {
  constructor(readonly reason: Reason) {
    super(`the target is not allowed: ${reason}`);
  }
}

/** One queue for each kind of target: names of another kind that DNS does not answer must not delay them. */
function systemLookups(): Resolve {
  return new NameLookups((host) => dns.lookup(host, { all: true })).resolve;
}

/** How long a check in advance waits for DNS; the socket's own lookup decides anyway. */
const checkLimitMs = 3_000;

/**
 * Allows connections according to the rule. It checks inside the socket's own lookup, so that the socket connects to the very
 * addresses that were checked: a name that resolves differently the next time gains nothing.
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
   * The `lookup` for a socket to this host. Sockets do not look up literal addresses: such a host is checked immediately. Throws
   * TargetRejected; later rejections reach the socket as its error.
   */
  lookupFor(host: string, port: number, isEncrypted: boolean): LookupFunction {
    const check = (address: string): void => this.check(address, port, isEncrypted);
    if (isIP(host) !== 0) check(host);
    return (name, options, done) => {
      this.resolve(name)
        .then((found) => {
          // One rejected address rejects the name, because the socket may use any of them.
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

  /** Why a host that needs no lookup is rejected for any content; null if that is not known. */
  knownRejection(host: string, port: number): TargetRejected | null {
    const address = host === 'localhost' ? '127.0.0.1' : host.replace(/^\[|\]$/g, '');
    if (isIP(address) === 0) return null;
    const reason = this.rule.rejectionReason({ address, port, isEncrypted: true }, this.ownListeners());
    return reason && new TargetRejected(reason);
  }

  /** Whether a socket to this host would be rejected now. A name that DNS does not answer in time is not. */
  async refuses(host: string, port: number, isEncrypted: boolean): Promise<boolean> {
    try {
      const literal = isIP(host) === 0 ? null : [{ address: host }];
      const found = literal ?? (await settleWithin(this.resolve(host), checkLimitMs, []));
      for (const { address } of found) this.check(address, port, isEncrypted);
      return false;
    } catch (error) {
      return error instanceof TargetRejected;
    }
  }

  private check(address: string, port: number, isEncrypted: boolean): void {
    const reason = this.rule.rejectionReason({ address, port, isEncrypted }, this.ownListeners());
    if (reason) throw new TargetRejected(reason);
  }
}
