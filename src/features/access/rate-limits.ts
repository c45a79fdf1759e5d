import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { CallerLimit, callerKey, type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { addressGroup } from '../../http/client-address.js';
import { whenClosed } from '../../http/when-closed.js';

const windowSeconds = 60;
/** All callers share a few connections to each catalog. Waits and streams, which mostly use none, have limits of their own. */
const requestsAtOnce = 32;
/** Rejected credentials per address and minute: far above mistakes, far below a flood. */
const rejectedPerMinute = 600;
/** Rejected one-time links per address and minute: few are mistyped, and each is an audit record. */
const rejectedLinksPerMinute = 20;

/** Prevents one caller from blocking all others. Counted in this process: each instance adds a share. */
@Injectable()
export class RateLimits {
  private readonly perCaller: RateLimiterMemory | null;
  private readonly rejectedCredentials = new RateLimiterMemory({ points: rejectedPerMinute, duration: windowSeconds });
  private readonly rejectedLinks = new RateLimiterMemory({ points: rejectedLinksPerMinute, duration: windowSeconds });
  private readonly atOnce = new CallerLimit(
    requestsAtOnce,
    'too_many_requests',
    `This caller already has ${requestsAtOnce} concurrent requests. Wait until one of them ends.`,
  );
  private readonly policy: string;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { requestsPerMinute } = settings;
    const limits = { points: requestsPerMinute, duration: windowSeconds };
    this.perCaller = requestsPerMinute > 0 ? new RateLimiterMemory(limits) : null;
    this.policy = `"default";q=${requestsPerMinute};w=${windowSeconds}`;
  }

  /** Counts a request and returns how many are left (IETF draft "RateLimit header fields for HTTP"). */
  async countRequest(principal: Principal, response: Response): Promise<void> {
    if (!this.perCaller) return;
    const { state, isOver } = await consume(this.perCaller, callerKey(principal));
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    response.setHeader('RateLimit-Policy', this.policy);
    response.setHeader('RateLimit', `"default";r=${Math.max(0, state.remainingPoints)};t=${seconds}`);
    if (isOver) throw tooMany(seconds);
  }

  /** Counts a request as under way until its answer has ended. */
  enter(principal: Principal, response: Response): void {
    whenClosed(response, this.atOnce.enter(principal));
  }

  /** Counts a rejected credential; valid ones of the same address are never limited by it. */
  async countRejected(ip: string): Promise<void> {
    const { state, isOver } = await consume(this.rejectedCredentials, addressGroup(ip));
    if (isOver) throw tooMany(state.msBeforeNext / 1000);
  }

  /** Counts a rejected one-time link; valid ones of the same address are never limited by it. */
  async countRejectedLink(ip: string): Promise<void> {
    const { state, isOver } = await consume(this.rejectedLinks, addressGroup(ip));
    if (isOver) throw tooMany(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<{ state: RateLimiterRes; isOver: boolean }> {
  try {
    return { state: await limiter.consume(key), isOver: false };
  } catch (thrown) {
    // The library rejects with the state itself where the limit is reached, and with an Error where it failed.
    if (thrown instanceof Error) throw thrown;
    return { state: thrown as RateLimiterRes, isOver: true };
  }
}

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', 'Too many requests. Wait for the time given in Retry-After.', {
    retryAfterSeconds,
  });
}
