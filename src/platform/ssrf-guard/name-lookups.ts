import { type LookupAddress } from 'node:dns';

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
