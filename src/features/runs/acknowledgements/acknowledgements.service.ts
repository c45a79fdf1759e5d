import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { Clock } from '../../../domain/clock.js';
import { AppError } from '../../../domain/error-codes.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { type AcknowledgeBody } from './acknowledgement.dto.js';
import { type AcknowledgedKind, Acknowledgements } from './acknowledgements.repository.js';

/** The acknowledged object: a run by its unique name, a client, or a job. */
export interface Acknowledged {
  readonly kind: AcknowledgedKind;
  readonly director: string;
  readonly name: string;
  /** As audit records call it, without the kind. */
  readonly target: string;
}

/** Stores and removes acknowledgements of runs, clients and jobs, each in one transaction with its audit record. */
@Injectable()
export class AcknowledgementsService {
  constructor(
    private readonly rows: Acknowledgements,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Replaces an earlier acknowledgement. AppError when_in_past if it would expire immediately. */
  async give(actor: Actor, { kind, director, name, target }: Acknowledged, body: AcknowledgeBody): Promise<void> {
    const at = this.clock.now();
    const until = body.until ?? null;
    if (until !== null && until <= at) {
      const detail = 'until is in the past. Use a later time, or omit it.';
      throw new AppError('when_in_past', detail, { errors: [{ field: 'until', code: 'in_past', detail }] });
    }
    const changes = { note: { to: body.note }, until: { to: until?.toISOString() ?? null } };
    await this.unitOfWork.run(async (transaction) => {
      await this.rows.keep(transaction, kind, { director, name }, { note: body.note, actor, at, until });
      const action = `${kind}.acknowledge` as const;
      await this.audit.record(transaction, { actor, action, target: `${kind}:${director}:${target}`, changes });
    });
  }

  /** Does nothing, and audits nothing, if there is none. */
  async takeBack(actor: Actor, { kind, director, name, target }: Acknowledged): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.rows.remove(transaction, kind, director, name))) return;
      const action = `${kind}.unacknowledge` as const;
      await this.audit.record(transaction, { actor, action, target: `${kind}:${director}:${target}` });
    });
  }
}
