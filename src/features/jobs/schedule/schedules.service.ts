import { Injectable } from '@nestjs/common';
import { rejectUnsupported } from '../../../domain/director-abilities.js';
import { type Actor } from '../../../domain/actor.js';
import {
  resolveDirector,
  chosenDirectors,
  everyDirector,
  type DirectorEntry,
  Directors,
} from '../../../domain/directors.port.js';
import { type Principal, type Scope } from '../../../domain/principal.js';
import { AppError } from '../../../domain/error-codes.js';
import { pageOfWhole } from '../../../domain/pagination.js';
import { AuditedActions } from '../../audit/audited-actions.js';
import { type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { type DirectorPageQuery } from '../../../http/page.dto.js';
import { type ChangedSchedule, type ScheduleRecord } from './schedules.dto.js';

interface ScheduleChange {
  readonly name: string;
  readonly director: string | undefined;
  readonly enabled: boolean;
}

/** The schedules themselves: which there are, and which of them start jobs. */
@Injectable()
export class SchedulesService {
  constructor(
    private readonly directors: Directors,
    private readonly cursors: Cursors,
    private readonly actions: AuditedActions,
  ) {}

  /** Of all Directors: those that can list their schedules. */
  async listSchedules({ scope }: Principal, query: DirectorPageQuery): Promise<PageOf<ScheduleRecord>> {
    const context = { operation: 'listSchedules', query };
    const page = this.cursors.requestOf(query, context);
    const isOfAll = query.director === everyDirector;
    const lists = await Promise.all(
      chosenDirectors(this.directors, query.director).map(async (entry) =>
        isOfAll && !(await canList(entry, scope)) ? [] : schedulesAt(entry, scope),
      ),
    );
    const slice = pageOfWhole(lists.flat(), page, ({ name, director }) => [name, director]);
    return this.cursors.pageOf(slice, context, (record) => record);
  }

  async changeSchedule({ scope }: Principal, actor: Actor, change: ScheduleChange): Promise<ChangedSchedule> {
    const { name, enabled } = change;
    const entry = resolveDirector(this.directors, change.director);
    await rejectUnsupported(entry, scope, 'enable-schedule', 'enable and disable schedules');
    const before = await findSchedule(entry, scope, name);
    const { persistent } = await this.actions.perform(
      {
        actor,
        action: enabled ? 'schedule.enable' : 'schedule.disable',
        target: `schedule:${entry.name}:${name}`,
        changes: { enabled: { from: before.enabled, to: enabled } },
      },
      () => entry.director.setScheduleEnabled(scope, name, enabled),
      (done) => ({ persistent: { to: done.persistent } }),
    );
    return Object.assign(await findSchedule(entry, scope, name), { persistent });
  }
}

async function canList({ director }: DirectorEntry, scope: Scope): Promise<boolean> {
  return (await director.describe(scope)).abilities.includes('schedules');
}

async function schedulesAt(entry: DirectorEntry, scope: Scope): Promise<ScheduleRecord[]> {
  await rejectUnsupported(entry, scope, 'schedules', 'list its schedules');
  const { name: director } = entry;
  const [schedules, jobs] = await Promise.all([entry.director.listSchedules(scope), entry.director.listJobs(scope)]);
  return schedules.map(({ name, enabled }) => {
    const own = jobs.filter(({ schedule }) => schedule === name).map((job) => job.name);
    return { name, director, enabled, jobs: own.sort() };
  });
}

async function findSchedule(entry: DirectorEntry, scope: Scope, name: string): Promise<ScheduleRecord> {
  const found = (await schedulesAt(entry, scope)).find((one) => one.name === name);
  if (found) return found;
  throw new AppError('not_found', `Director ${entry.name} has no schedule named ${name}.`);
}
