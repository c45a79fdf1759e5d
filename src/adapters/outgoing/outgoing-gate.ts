import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AddressRule, type OwnListeners, type Reason, type ReachPolicy } from './address-rule.js';
import { NameLookups, type Resolve } from './name-lookups.js';

/** The target of a notification is not connected to. Names no part of the address. */
export class TargetRefused extends Error {
  constructor(readonly reason: Reason) {
    super(`the target is refused: ${reason}`);
  }
}

/** One for the process, whose threads it spares. */
const bySystem = new NameLookups((host) => dns.lookup(host, { all: true }));

/**
 * Lets connections through to where the rule allows. It checks inside the socket's own look-up, so that the socket
 * connects to the very addresses that were checked: a name that answers differently the next time gains nothing.
 */
export class OutgoingGate {
  private readonly rule: AddressRule;

  constructor(
    policy: ReachPolicy,
    private readonly ownListeners: () => OwnListeners,
    private readonly resolve: Resolve = bySystem.resolve,
  ) {
    this.rule = new AddressRule(policy);
  }

  /**
   * What a socket to this host must be given as its `lookup`. Sockets look no literal address up: such a host is
   * checked at once. Throws TargetRefused; later refusals reach the socket as its error.
   */
  lookupFor(host: string, port: number, isEncrypted: boolean): LookupFunction {
    const check = (address: string): void => {
      const reason = this.rule.whyRefused({ address, port, isEncrypted }, this.ownListeners());
      if (reason) throw new TargetRefused(reason);
    };
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
}
