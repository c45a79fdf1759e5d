import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { AppError } from '../../domain/error-codes.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { type AuditedAction, AuditRecorder, type Changes } from './audit-recorder.js';

export type ActionToAudit = Omit<AuditedAction, 'outcome' | 'at'>;

/** Audits actions outside our own database, at a Director, right after they succeed or fail. A crash in between can lose the record. */
@Injectable()
export class AuditedActions {
  constructor(
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** `resultOf` adds what came of it to the record. Throws what `work` throws; an Error of the database where it cannot be recorded. */
  async perform<T>(
    action: ActionToAudit,
    work: () => Promise<T>,
    resultOf: (done: T) => Changes = () => ({}),
  ): Promise<T> {
    const done = await this.attempt(action, work);
    await this.record({ ...action, changes: { ...action.changes, ...resultOf(done) } });
    return done;
  }

  private async attempt<T>(action: ActionToAudit, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Wrong input was never tried.
      if (error instanceof AppError && error.kind === 'invalid') throw error;
      const code = error instanceof AppError ? error.code : 'internal_error';
      const failed = { ...action, outcome: 'failure' as const, changes: { ...action.changes, code: { to: code } } };
      await this.record(failed).catch((cause: unknown) => {
        this.log.error({ err: cause, action: action.action }, 'Could not record a failed action in the audit log.');
      });
      throw error;
    }
  }

  private record(action: AuditedAction): Promise<void> {
    return this.unitOfWork.run((transaction) => this.audit.record(transaction, action));
  }
}
