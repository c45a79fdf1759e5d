import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import { AppError } from '../../../domain/error-codes.js';

/** argon2id, the library's default algorithm, with the parameters that OWASP recommends for 19 MiB. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
/** Of known callers and of strangers each. */
const longestQueue = 10;

interface Waiting {
  readonly isKnown: boolean;
  readonly goOn: () => void;
}

/**
 * Hashes and checks passwords, two at a time: each takes memory and a core, and a flood of log-ins must leave both to
 * the backups. Beyond a short queue callers are sent away. Half of the queue is for known callers: guesses of strangers cannot fill it.
 */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly queue: Waiting[] = [];
  private decoy: Promise<string> | null = null;

  /** Who sets a password is known: by a session, or by a one-time link. */
  hash(password: string): Promise<string> {
    return this.serialize(true, () => hash(canonical(password), cost));
  }

  /**
   * null is a user that does not exist; that takes as long as a wrong password and is never right. `isKnownAddress`: whether the
   * account logged in from this address before.
   */
  async verify(passwordHash: string | null, password: string, isKnownAddress = false): Promise<boolean> {
    const target = passwordHash ?? (await this.decoyHash());
    const isRight = await this.serialize(isKnownAddress, () => verify(target, canonical(password)));
    return isRight && passwordHash !== null;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= hash(randomBytes(24), cost);
    return this.decoy;
  }

  private async serialize<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
    await this.enter(isKnown);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(isKnown: boolean): Promise<void> {
    if (this.running < atOnce) {
      this.running += 1;
      return;
    }
    if (this.queue.filter((one) => one.isKnown === isKnown).length >= longestQueue) {
      throw new AppError('too_many_requests', 'Too many concurrent logins. Try again in a moment.', {
        retryAfterSeconds: 2,
      });
    }
    await new Promise<void>((resolve) => this.queue.push({ isKnown, goOn: resolve }));
  }

  /** Passes the slot to the next in the queue, so that no other caller gets it in between. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next.goOn();
    else this.running -= 1;
  }
}

/** Keyboards differ in how they compose letters; the same password must be the same bytes. */
function canonical(password: string): string {
  return password.normalize('NFKC');
}
