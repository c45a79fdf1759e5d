import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { type AcknowledgeBody } from '../runs/acknowledgements/acknowledgement.dto.js';
import { type Acknowledged, AcknowledgementsService } from '../runs/acknowledgements/acknowledgements.service.js';
import { type JobRecord } from './jobs.dto.js';
import { JobsService } from './jobs.service.js';

/** Acknowledges jobs that are overdue. */
@Injectable()
export class JobAcknowledgements {
  constructor(
    private readonly jobs: JobsService,
    private readonly acknowledging: AcknowledgementsService,
  ) {}

  /** The record with it. */
  async give(
    principal: Principal,
    actor: Actor,
    { name, director }: { readonly name: string; readonly director: string | undefined },
    body: AcknowledgeBody,
  ): Promise<JobRecord> {
    const job = await this.jobs.getJob(principal, name, director);
    await this.acknowledging.give(actor, acknowledged(job), body);
    return this.jobs.getJob(principal, name, job.director);
  }

  async takeBack(principal: Principal, actor: Actor, name: string, director: string | undefined): Promise<void> {
    await this.acknowledging.takeBack(actor, acknowledged(await this.jobs.getJob(principal, name, director)));
  }
}

function acknowledged({ director, name }: JobRecord): Acknowledged {
  return { kind: 'job', director, name, target: name };
}
