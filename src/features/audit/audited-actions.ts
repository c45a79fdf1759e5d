import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { AppError } from '../../domain/error-codes.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { type AuditedAction, AuditRecorder, type Changes } from './audit-recorder.js';

export type ActionToAudit = Omit<AuditedAction, 'outcome' | 'at'>;

/**
 * Writes down what is done outside of our own database, at a Director, right after it is done or has failed. Between the two a
 * crash can lose the record.
 */
@Injectable()
export class AuditedActions {
  constructor(
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** `resultOf` adds what came of it to the record. Throws what `work` throws; an Error of the database where it cannot be recorded. */
  async perform<T>(
    deed: ActionToAudit,
    work: () => Promise<T>,
    resultOf: (done: T) => Changes = () => ({}),
  ): Promise<T> {
    const done = await this.attempt(deed, work);
    await this.record({ ...deed, changes: { ...deed.changes, ...resultOf(done) } });
    return done;
  }

  private async attempt<T>(deed: ActionToAudit, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Wrong input was never tried.
      if (error instanceof AppError && error.kind === 'invalid') throw error;
      const code = error instanceof AppError ? error.code : 'internal_error';
      const failed = { ...deed, outcome: 'failure' as const, changes: { ...deed.changes, code: { to: code } } };
      await this.record(failed).catch((cause: unknown) => {
        this.log.error({ err: cause, action: deed.action }, 'Could not record a failed action in the audit log.');
      });
      throw error;
    }
  }

  private record(action: AuditedAction): Promise<void> {
    return this.unitOfWork.run((transaction) => this.audit.record(transaction, action));
  }
}
