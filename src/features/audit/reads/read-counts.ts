import { type Actor, systemActor } from '../../../domain/actor.js';
import { addressGroup } from '../../../http/client-address.js';

/** A successful call that read something. */
export interface Read {
  readonly actor: Actor;
  /** Method and pattern, such as `GET /api/v1/tokens/{id}`. */
  readonly route: string;
  /** Path and the recorded parameters of its query. */
  readonly request: string;
  readonly at: Date;
}

/** Reads of one caller by one route within a minute. */
export interface ReadSummary {
  /** Of the first call; the console itself for calls of several callers. */
  readonly actor: Actor;
  readonly route: string;
  readonly count: number;
  /** The first different ones, at most five. */
  readonly requests: readonly string[];
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface ReadLimits {
  /** Summaries of a minute, without the one for all others. */
  readonly inAll: number;
  /** Those of one caller: one caller must not hide another. */
  readonly ofCaller: number;
}

/** More routes than the API has; addresses multiply them. */
export const readLimits: ReadLimits = { inAll: 1_000, ofCaller: 100 };

const minuteMs = 60_000;
const requestsShown = 5;
export const otherRoutes = '(others)';

/** Counts reads by caller, address, route and minute. Memory and the number of summaries are bounded. */
export class ReadCounts {
  private minute = 0;
  private summaries = new Map<string, ReadSummary>();
  private readonly ofCaller = new Map<string, number>();
  private over: ReadSummary[] = [];

  constructor(private readonly limits: ReadLimits = readLimits) {}

  take(read: Read): void {
    const minute = Math.floor(read.at.getTime() / minuteMs);
    if (minute !== this.minute) this.close();
    this.minute = minute;
    const counted = this.placed(read);
    const key = keyOf(counted);
    this.summaries.set(key, joined(this.summaries.get(key), counted));
  }

  /** Summaries of ended minutes; each is returned once. */
  takeOver(now: Date): ReadSummary[] {
    if (Math.floor(now.getTime() / minuteMs) !== this.minute) this.close();
    return this.over.splice(0);
  }

  /** Summaries until now; for the end of the process. */
  takeAll(): ReadSummary[] {
    this.close();
    return this.over.splice(0);
  }

  private close(): void {
    this.over.push(...this.summaries.values());
    this.summaries = new Map();
    this.ofCaller.clear();
  }

  /** The read itself, or one of `(others)` if it exceeds a limit. */
  private placed(read: Read): Read {
    if (this.summaries.has(keyOf(read))) return read;
    const caller = callerOf(read.actor);
    const known = this.ofCaller.get(caller) ?? 0;
    if (known >= this.limits.ofCaller) return { ...read, route: otherRoutes, actor: { ...read.actor, ip: null } };
    if (this.summaries.size >= this.limits.inAll) return { ...read, route: otherRoutes, actor: systemActor };
    this.ofCaller.set(caller, known + 1);
    return read;
  }
}

function callerOf({ tokenId, sessionId, id }: Actor): string {
  return tokenId ?? sessionId ?? id ?? '';
}

function keyOf({ actor, route }: Read): string {
  return JSON.stringify([callerOf(actor), actor.ip && addressGroup(actor.ip), route]);
}

function joined(before: ReadSummary | undefined, { actor, route, request, at }: Read): ReadSummary {
  if (before === undefined) return { actor, route, count: 1, requests: [request], firstAt: at, lastAt: at };
  const isNew = before.requests.length < requestsShown && !before.requests.includes(request);
  return {
    ...before,
    count: before.count + 1,
    requests: isNew ? [...before.requests, request] : before.requests,
    lastAt: at > before.lastAt ? at : before.lastAt,
  };
}
