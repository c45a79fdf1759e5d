import { type Actor } from '../../../domain/actor.js';
import { addressGroup, unknownAddress } from '../../../http/client-address.js';
import { type ErrorCode } from '../../../domain/error-codes.js';
import { type AuditAction, type AuditOutcome } from '../../audit/audit-actions.js';
import { type AuditedAction, type Changes } from '../../audit/audit-recorder.js';

/** SHA-256 of a secret of our shape that was shown and is not accepted. */
export interface PresentedSecret {
  readonly kind: 'token' | 'session';
  readonly hash: Buffer;
}

/** A request denied for its caller, or a wrong password. */
export interface AccessDenial {
  readonly action: Extract<AuditAction, 'request.denied' | 'session.create' | 'user.password' | 'user.link.redeem'>;
  readonly outcome: Exclude<AuditOutcome, 'success'>;
  readonly code: ErrorCode;
  readonly requiredCapability: string | null;
  readonly target: string;
  readonly targetName?: string;
  readonly actor: Actor;
  readonly at: Date;
  readonly presented: PresentedSecret | null;
}

/** The denials of one caller from one address in a minute beyond the single records, or those of all others. */
export interface DenialSummary extends Pick<AccessDenial, 'action' | 'outcome'> {
  /** The caller; the address and all else of where from are those of the last request. */
  readonly actor: Actor;
  /** An address, the /64 of an IPv6 one, or `others`. */
  readonly address: string;
  /** Number of addresses of the denials; for `others`, at most `DenialLimits.addresses`. */
  readonly addresses: number;
  readonly count: number;
  readonly codes: Readonly<Record<string, number>>;
  /** The first few targets of the requests. */
  readonly targets: readonly string[];
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** All denials of a minute. `inAll` and `summaries` together bound the records, for any number of addresses. */
export interface DenialLimits {
  /** Single records of each caller at an address. */
  readonly oneByOne: number;
  /** Single records over all callers. */
  readonly inAll: number;
  /** Those among them of callers without a good credential: a flood of these must not hide what a signed-in caller tried. */
  readonly ofStrangers: number;
  /** Summaries, the one of all others included. */
  readonly summaries: number;
  /** Callers by address that are counted apart, of strangers and of others alike; the bound of the memory, as `addresses` is. */
  readonly callers: number;
  readonly addresses: number;
}

/** At most 300 records a minute. */
export const denialLimits: DenialLimits = {
  oneByOne: 5,
  inAll: 200,
  ofStrangers: 150,
  summaries: 100,
  callers: 1_000,
  addresses: 10_000,
};

const minuteMs = 60_000;
const maxTargets = 5;
const others = 'others';

interface Caller {
  readonly isStranger: boolean;
  oneByOne: number;
  summary: DenialSummary | null;
}

interface Minute {
  readonly number: number;
  readonly callers: Map<string, Caller>;
  /** What came from beyond the callers that are counted apart. */
  rest: DenialSummary | null;
  readonly restAddresses: Set<string>;
  strangers: number;
  inAll: number;
  ofStrangers: number;
}

/** Decides which denials get a record of their own, and counts the rest. Its memory is bounded for any number of addresses. */
export class DenialCounts {
  private readonly limits: DenialLimits;
  private minute: Minute | null = null;
  private over: DenialSummary[] = [];

  constructor(limits: Partial<DenialLimits> = {}) {
    this.limits = { ...denialLimits, ...limits };
  }

  /** true: record this one separately. Otherwise it was counted. */
  take(denied: AccessDenial, isRoom = true): boolean {
    const minute = this.minuteOf(denied.at);
    const address = addressGroup(denied.actor.ip ?? unknownAddress);
    const caller = this.callerOf(minute, keyOf(denied, address), denied.actor.kind === 'anonymous');
    if (caller === null) {
      minute.rest = joined(minute.rest, summaryOf(denied, others));
      if (minute.restAddresses.size < this.limits.addresses) minute.restAddresses.add(address);
      return false;
    }
    if (isRoom && this.takeSingle(minute, caller)) return true;
    caller.summary = joined(caller.summary, summaryOf(denied, address));
    return false;
  }

  /** The counts of minutes that are over; each is returned once. */
  takeOver(now: Date): DenialSummary[] {
    if (this.minute?.number !== minuteNumber(now)) this.close();
    return this.over.splice(0);
  }

  /** All counts until now; used at shutdown. */
  takeAll(): DenialSummary[] {
    this.close();
    return this.over.splice(0);
  }

  private minuteOf(at: Date): Minute {
    const number = minuteNumber(at);
    if (this.minute?.number === number) return this.minute;
    this.close();
    this.minute = {
      number,
      callers: new Map(),
      rest: null,
      restAddresses: new Set(),
      strangers: 0,
      inAll: 0,
      ofStrangers: 0,
    };
    return this.minute;
  }

  /** null: too many callers are counted apart already. */
  private callerOf(minute: Minute, key: string, isStranger: boolean): Caller | null {
    const { callers, strangers } = minute;
    const known = callers.get(key);
    if (known) return known;
    if ((isStranger ? strangers : callers.size - strangers) >= this.limits.callers) return null;
    const caller: Caller = { isStranger, oneByOne: 0, summary: null };
    callers.set(key, caller);
    minute.strangers += Number(isStranger);
    return caller;
  }

  private takeSingle(minute: Minute, caller: Caller): boolean {
    const { oneByOne, inAll, ofStrangers } = this.limits;
    if (caller.oneByOne >= oneByOne || minute.inAll >= inAll) return false;
    if (caller.isStranger && minute.ofStrangers >= ofStrangers) return false;
    caller.oneByOne += 1;
    minute.inAll += 1;
    minute.ofStrangers += Number(caller.isStranger);
    return true;
  }

  private close(): void {
    if (this.minute) this.over.push(...this.summariesOf(this.minute));
    this.minute = null;
  }

  /** Authenticated callers before anonymous ones, then by count; the rest beyond the limit is one summary. */
  private summariesOf({ callers, rest, restAddresses }: Minute): DenialSummary[] {
    const own = [...callers.values()].flatMap(({ summary }) => summary ?? []).sort(byWeight);
    const isWhole = rest === null && own.length <= this.limits.summaries;
    const apart = isWhole ? own : own.slice(0, this.limits.summaries - 1);
    const addresses = new Set(restAddresses);
    let all = rest;
    for (const one of own.slice(apart.length)) {
      all = joined(all, { ...one, ...anybody, address: others });
      addresses.add(one.address);
    }
    return all === null ? apart : [...apart, { ...all, addresses: addresses.size }];
  }
}

function minuteNumber(time: Date): number {
  return Math.floor(time.getTime() / minuteMs);
}

/** A known caller is not mixed with strangers of the same address. */
function keyOf({ action, outcome, actor }: AccessDenial, address: string): string {
  return JSON.stringify([address, action, outcome, actor.tokenId ?? actor.id]);
}

function byWeight(a: DenialSummary, b: DenialSummary): number {
  const strangers = Number(a.actor.kind === 'anonymous') - Number(b.actor.kind === 'anonymous');
  return strangers || b.count - a.count;
}

function summaryOf({ action, outcome, actor, code, target, at }: AccessDenial, address: string): DenialSummary {
  const who = address === others ? anybody : { action, outcome, actor: { ...actor, requestId: null } };
  return { ...who, address, addresses: 1, count: 1, codes: { [code]: 1 }, targets: [target], firstAt: at, lastAt: at };
}

/** Both as one; who and where from are those of `more`. */
function joined(before: DenialSummary | null, more: DenialSummary): DenialSummary {
  if (before === null) return more;
  const codes: Record<string, number> = { ...before.codes };
  for (const [code, count] of Object.entries(more.codes)) codes[code] = (codes[code] ?? 0) + count;
  return {
    ...more,
    codes,
    count: before.count + more.count,
    targets: [...new Set([...before.targets, ...more.targets])].slice(0, maxTargets),
    firstAt: before.firstAt < more.firstAt ? before.firstAt : more.firstAt,
    lastAt: before.lastAt > more.lastAt ? before.lastAt : more.lastAt,
  };
}

const anonymous: Actor = {
  kind: 'anonymous',
  id: null,
  name: 'anonymous',
  role: null,
  tokenId: null,
  sessionId: null,
  ip: null,
  userAgent: null,
  requestId: null,
};
const anybody = { action: 'request.denied', outcome: 'denied', actor: anonymous } as const;

/** Whose secret it was that was shown and is not accepted. */
export interface RevokedCredential {
  readonly kind: 'token' | 'session';
  readonly id: string;
  /** Label of a token. */
  readonly name?: string;
  /** Why it is not accepted. */
  readonly status: string;
  readonly owner: { readonly id: string; readonly username: string };
}

export function recordOfDenied(denied: AccessDenial, dead: RevokedCredential | undefined): AuditedAction {
  const { action, outcome, target, targetName, at, code, requiredCapability } = denied;
  const shown: Changes = dead === undefined ? {} : { credential: { to: `${dead.kind} ${dead.status}` } };
  const label: Changes = dead?.name === undefined ? {} : { tokenName: { to: dead.name } };
  const needed: Changes = requiredCapability === null ? {} : { requiredCapability: { to: requiredCapability } };
  return {
    action,
    outcome,
    target,
    ...(targetName === undefined ? {} : { targetName }),
    at,
    actor: dead === undefined ? denied.actor : ownerOf(denied.actor, dead),
    ...(dead?.kind === 'token' ? { tokenId: dead.id } : {}),
    changes: { code: { to: code }, ...needed, ...shown, ...label },
  };
}

/** One record for all that was only counted. */
export function recordOfSummary({ action, outcome, actor, ...counted }: DenialSummary): AuditedAction {
  const { address, addresses, count, codes, targets, firstAt, lastAt } = counted;
  const from: Changes = addresses === 1 ? {} : { addresses: { to: addresses } };
  const denial: Changes = { codes: { to: codes }, targets: { to: targets }, since: { to: firstAt } };
  const changes = { count: { to: count }, ...from, ...denial };
  return { action, outcome, actor, target: `address:${address}`, at: lastAt, changes };
}

/** Still anonymous: the holder of the secret is not necessarily its owner. */
function ownerOf(actor: Actor, { owner }: RevokedCredential): Actor {
  return { ...actor, id: owner.id, name: owner.username };
}
