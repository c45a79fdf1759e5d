import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, chosenDirectors, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { Clock } from '../../domain/clock.js';
import { JobProtections, protectionOf } from '../../domain/protection.js';
import { noSuchJob } from '../runs/requests/start-run.service.js';
import { fullScope } from '../../domain/principal.js';
import { pageOfWhole } from '../../domain/pagination.js';
import { type PageOf } from '../../http/api-answers.js';
import { Cursors } from '../../http/cursors.js';
import { JobProtectionsRepository } from './job-protections.repository.js';
import { JobSettings } from './job-settings.service.js';
import { type MonitoredJobState } from './monitored-job-state.js';
import { monitoredJobOf } from './monitored-job.mapper.js';
import { type ChangeMonitoredJobBody, type MonitoredJob, type MonitoredJobsQuery } from './monitored-jobs.dto.js';

/** Backup jobs with their protection and settings. */
@Injectable()
export class MonitoredJobsService {
  constructor(
    private readonly directors: Directors,
    private readonly protections: JobProtections,
    private readonly rows: JobProtectionsRepository,
    private readonly settings: JobSettings,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async list(query: MonitoredJobsQuery): Promise<PageOf<MonitoredJob>> {
    const context = { operation: 'listMonitoredJobs', query };
    const page = this.cursors.requestOf(query, context);
    const directors = chosenDirectors(this.directors, query.director).map(({ name }) => name);
    await this.protections.all(directors);
    const now = this.clock.now();
    const wanted = (await this.rows.known(directors)).filter((known) => isWanted(known, query, now));
    const slice = pageOfWhole(wanted, page, ({ job, director, client, fileset }) => [job, director, client, fileset]);
    return this.cursors.pageOf(slice, context, (known) => monitoredJobOf(known, now));
  }

  async get(name: string, director?: string): Promise<MonitoredJob> {
    const known = await this.existing(resolveDirector(this.directors, director), name);
    return monitoredJobOf(known, this.clock.now());
  }

  async change(
    actor: Actor,
    { name, director }: { readonly name: string; readonly director: string | undefined },
    body: ChangeMonitoredJobBody,
    ifMatch?: string,
  ): Promise<MonitoredJob> {
    const entry = resolveDirector(this.directors, director);
    await this.settings.change(actor, await this.existing(entry, name), { body, ifMatch });
    return this.get(name, entry.name);
  }

  /** A new job of the Director is not stored yet: it is read from the Director. */
  private async existing(entry: DirectorEntry, name: string): Promise<MonitoredJobState> {
    // PostgreSQL has no text with a NUL in it, and no job has such a name.
    if (name.includes('\0')) throw noSuchJob(entry.name, name);
    const [known] = await this.rows.named(entry.name, [name]);
    if (known) return known;
    const listed = (await entry.director.listJobs(fullScope)).filter((job) => job.name === name);
    await this.protections.of(entry.name, listed);
    const [found] = await this.rows.named(entry.name, [name]);
    if (found) return found;
    throw noSuchJob(entry.name, name);
  }
}

function isWanted({ job, client, facts }: MonitoredJobState, query: MonitoredJobsQuery, now: Date): boolean {
  return (
    (query.name === undefined || job === query.name) &&
    (query.client === undefined || client === query.client) &&
    (query.status === undefined || query.status.includes(protectionOf(facts, now).status))
  );
}
