import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../domain/clock.js';
import { AppError } from '../../domain/error-codes.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { addressGroup } from '../../http/client-address.js';
import { LoginAddresses } from './known-addresses.repository.js';
import {
  type FailureCount,
  failuresThatCount,
  secondsToWait,
  type ThrottleKind,
  throttleRules,
} from './login-throttle.rules.js';
import { LoginThrottlesRepository } from './login-throttle.repository.js';

/** An accepted try. It counts as failed until its result is reported, so that concurrent tries cannot exceed the limit. */
export interface Attempt {
  readonly keys: readonly string[];
  readonly addressKey: string;
  /** Whether the account was signed in to from the address before. */
  readonly isKnownAddress: boolean;
}

/** Slows down password guessing, across restarts and instances. */
@Injectable()
export class LoginThrottleService {
  constructor(
    private readonly throttles: LoginThrottlesRepository,
    private readonly knownAddresses: LoginAddresses,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** `account` is the folded username as it was typed. AppError too_many_requests during a pause, even with the right password. */
  async enter(account: string, ip: string): Promise<Attempt> {
    const keys = keysOf(account, ip);
    const { wait, isKnownAddress } = await this.unitOfWork.run(async (transaction) => {
      const now = this.clock.now();
      const counts = await this.throttles.lock(transaction, Object.values(keys), now);
      // An address that the owner has used is spared the pause that strangers' guesses have caused.
      const isKnownAddress = await this.knownAddresses.isKnown(transaction, account, ip, now);
      const checked: ThrottleKind[] = isKnownAddress ? ['pair', 'address'] : ['pair', 'account', 'address'];
      const wait = Math.max(...checked.map((kind) => waitOf(kind, counts.get(keys[kind]), now)));
      if (wait > 0) return { wait, isKnownAddress };
      for (const [key, count] of counts) {
        await this.throttles.set(transaction, key, { failures: failuresThatCount(count, now) + 1, lastFailedAt: now });
      }
      return { wait, isKnownAddress };
    });
    if (wait > 0) throw tooMany(wait);
    return { keys: Object.values(keys), addressKey: keys.address, isKnownAddress };
  }

  /** The password was right. The address keeps what it has failed with other accounts. */
  async succeeded({ keys, addressKey }: Attempt): Promise<void> {
    await this.throttles.clear(keys.filter((key) => key !== addressKey));
    await this.throttles.takeBack([addressKey]);
  }

  /** The password was not checked. */
  async withdraw({ keys }: Attempt): Promise<void> {
    await this.throttles.takeBack(keys);
  }
}

function waitOf(kind: ThrottleKind, count: FailureCount | undefined, now: Date): number {
  return count ? secondsToWait(throttleRules[kind], count, now) : 0;
}

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('too_many_requests', 'Too many failed logins. Wait for the time given in Retry-After.', {
    retryAfterSeconds,
  });
}

function keysOf(account: string, ip: string): Record<ThrottleKind, string> {
  const group = addressGroup(ip);
  return {
    pair: keyOf('pair', JSON.stringify([account, group])),
    account: keyOf('account', account),
    address: keyOf('address', group),
  };
}

function keyOf(kind: ThrottleKind, what: string): string {
  return `${kind}:${createHash('sha256').update(what).digest('base64url')}`;
}
