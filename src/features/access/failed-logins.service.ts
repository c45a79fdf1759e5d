import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Conditions, type Sighting, immediately } from '../../domain/condition.js';
import { Clock } from '../../domain/clock.js';
import { addressGroup } from '../../http/client-address.js';
import { LOG } from '../../platform/logging/log.js';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { UsersRepository } from './users/users.repository.js';
import { FailedLoginsRepository } from './failed-logins.repository.js';

/** This many failures of one account or one address within this time are an event. */
const failures = 20;
const withinMs = 600_000;
/** Kept while the database is away, and during floods: what comes beyond would change nothing. */
const mostWaiting = 1_000;

interface FailedAttempt {
  readonly username: string;
  readonly ip: string;
  readonly at: Date;
}

/**
 * Counts failed logins by account and by address, in batches after the responses: the response time must not reveal whether an
 * account exists. A crash loses the last second.
 */
@Injectable()
export class FailedLogins implements BeforeApplicationShutdown {
  private waiting: FailedAttempt[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly conditions: Conditions<Transaction>,
    private readonly users: UsersRepository,
    private readonly attempts: FailedLoginsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Neither waits nor throws. */
  add(username: string, ip: string): void {
    if (this.waiting.length < mostWaiting) this.waiting.push({ username, ip, at: this.clock.now() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes everything, one after the other. */
  @Interval(1_000)
  async flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  async deleteOld(now: Date): Promise<void> {
    await this.attempts.deleteOlder(new Date(now.getTime() - withinMs));
  }

  private async write(): Promise<void> {
    const waiting = this.waiting;
    if (waiting.length === 0) return;
    this.waiting = [];
    try {
      const byKey = new Map<string, { readonly details: Sighting['details']; readonly times: Date[] }>();
      for (const { username, ip, at } of waiting) {
        for (const [key, details] of await this.subjectsOf(username, ip)) {
          const known = byKey.get(key) ?? { details, times: [] };
          byKey.set(key, { details, times: [at, ...known.times] });
        }
      }
      for (const [key, { details, times }] of byKey) {
        await this.unitOfWork.run((transaction) => this.count(transaction, key, details, times));
      }
    } catch (error) {
      this.log.warn({ err: error }, 'Could not count failed logins.');
    }
  }

  /** No name that belongs to no account is kept: people type passwords into the field of the name. */
  private async subjectsOf(username: string, ip: string): Promise<(readonly [string, Sighting['details']])[]> {
    const user = await this.users.findByUsername(username);
    const address = addressGroup(ip);
    const ofAddress = [`auth:${address}`, { address }] as const;
    return user ? [[`auth:${user.username}`, { account: user.username }], ofAddress] : [ofAddress];
  }

  private async count(
    transaction: Transaction,
    key: string,
    subject: Sighting['details'],
    newest: readonly Date[],
  ): Promise<void> {
    const times = await this.attempts.add(transaction, key, newest, failures);
    const [last, first] = [times[0], times[failures - 1]];
    if (last === undefined) return;
    const isMany = first !== undefined && last.getTime() - first.getTime() <= withinMs;
    const about = { key, kind: 'log_ins', director: null, rule: immediately } as const;
    // Fewer failures prolong an open condition; it ends after an hour without any.
    const details = { ...subject, failures };
    await this.conditions.reportWithin(transaction, { ...about, result: isMany ? 'bad' : 'between', details }, last);
  }
}
