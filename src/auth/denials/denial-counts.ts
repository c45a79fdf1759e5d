import { type Actor } from '../../domain/actor.js';
import { addressGroup } from '../../platform/http/client-address.js';
import { type Denied } from './denied.js';

/** What one caller of one address was refused in a minute, beyond what was written down one by one. */
export interface DenialSummary extends Pick<Denied, 'action' | 'outcome'> {
  /** The caller; the address and all else of where from are those of the last request. */
  readonly actor: Actor;
  /** An address, the /64 of an IPv6 one, or `others`. */
  readonly address: string;
  readonly count: number;
  readonly codes: Readonly<Record<string, number>>;
  /** The first few of what was asked for. */
  readonly targets: readonly string[];
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface DenialLimits {
  /** What each caller of an address may be refused in a minute before it is only counted. */
  readonly oneByOne: number;
  /** Callers by address that are told apart in a minute; more are counted together. */
  readonly callers: number;
}

/** At most some 6,000 records a minute, whatever comes from wherever. */
export const denialLimits: DenialLimits = { oneByOne: 5, callers: 1_000 };

const minuteMs = 60_000;
const targetsTold = 5;
const others = 'others';

interface Counted {
  readonly minute: number;
  readonly address: string;
  oneByOne: number;
  summary: DenialSummary | null;
}

/** Decides which refusals are worth a record of their own, and counts the rest. Bounded, however many addresses there are. */
export class DenialCounts {
  private readonly callers = new Map<string, Counted>();
  private over: DenialSummary[] = [];

  constructor(private readonly limits: DenialLimits = denialLimits) {}

  /** true: this one is to be recorded by itself. Otherwise it was counted. */
  take(denied: Denied, isRoom = true): boolean {
    const counted = this.countedOf(denied);
    const isOwn = counted.address !== others;
    if (isRoom && isOwn && counted.oneByOne < this.limits.oneByOne) {
      counted.oneByOne += 1;
      return true;
    }
    counted.summary = added(counted, denied);
    return false;
  }

  /** What was counted in minutes that are over; each is answered once. */
  takeOver(now: Date): DenialSummary[] {
    const minute = minuteOf(now);
    for (const [key, counted] of this.callers) if (counted.minute !== minute) this.close(key, counted);
    return this.over.splice(0);
  }

  /** What was counted until now; for the end of the process. */
  takeAll(): DenialSummary[] {
    for (const [key, counted] of this.callers) this.close(key, counted);
    return this.over.splice(0);
  }

  private countedOf(denied: Denied): Counted {
    const minute = minuteOf(denied.at);
    const address = addressGroup(denied.actor.ip ?? 'unknown');
    const own = this.current(keyOf(denied, address), minute);
    if (own) return own;
    const isFull = this.callers.size >= this.limits.callers;
    const key = isFull ? others : keyOf(denied, address);
    const known = this.current(key, minute);
    if (known) return known;
    const counted = { minute, address: isFull ? others : address, oneByOne: 0, summary: null };
    this.callers.set(key, counted);
    return counted;
  }

  private current(key: string, minute: number): Counted | null {
    const known = this.callers.get(key);
    if (known === undefined || known.minute === minute) return known ?? null;
    this.close(key, known);
    return null;
  }

  private close(key: string, { summary }: Counted): void {
    this.callers.delete(key);
    if (summary) this.over.push(summary);
  }
}

function minuteOf(time: Date): number {
  return Math.floor(time.getTime() / minuteMs);
}

/** A known caller is not mixed with strangers of the same address. */
function keyOf({ action, outcome, actor }: Denied, address: string): string {
  return JSON.stringify([address, action, outcome, actor.tokenId ?? actor.id]);
}

type Totals = Pick<DenialSummary, 'count' | 'codes' | 'targets' | 'firstAt'>;

function added({ address, summary }: Counted, denied: Denied): DenialSummary {
  const { at, code, target } = denied;
  const before: Totals = summary ?? { count: 0, codes: {}, targets: [], firstAt: at };
  const isNew = before.targets.length < targetsTold && !before.targets.includes(target);
  return {
    ...(address === others ? anybody : whoWas(denied)),
    address,
    count: before.count + 1,
    codes: { ...before.codes, [code]: (before.codes[code] ?? 0) + 1 },
    targets: isNew ? [...before.targets, target] : before.targets,
    firstAt: before.firstAt,
    lastAt: at,
  };
}

function whoWas({ action, outcome, actor }: Denied): Pick<DenialSummary, 'action' | 'outcome' | 'actor'> {
  return { action, outcome, actor: { ...actor, requestId: null } };
}

const nobody: Actor = {
  kind: 'anonymous',
  id: null,
  name: 'anonymous',
  role: null,
  tokenId: null,
  ip: null,
  userAgent: null,
  requestId: null,
};
const anybody = { action: 'request.denied', outcome: 'denied', actor: nobody } as const;
