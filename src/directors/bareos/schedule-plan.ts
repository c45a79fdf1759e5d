import { type PlannedRun, type StartsQuery } from '../../domain/job.js';
import { AppError } from '../../domain/error-codes.js';
import { levelOf, type JobDefaults } from '../console/configured-jobs.js';
import { nameIn, namesIn, rowsIn, textIn, wholeIn, yesIn, type Fields } from './json-reply.js';
import { schedulePreview } from './bareos-commands.js';
import { type BareosConsole, resultOf } from './bareos-console.js';
import { type InventoryKeeper } from './inventory.js';
import { type PermissionsKeeper } from './permissions.js';

const dayMs = 86_400_000;
const mostDays = 366;
const mostStarts = 100_000;
const limitMs = 20_000;

/** The Director's planned starts; Directors before 25.1 have no machine-readable schedule. */
export class BareosSchedule {
  constructor(
    private readonly console: BareosConsole,
    private readonly inventory: InventoryKeeper,
    private readonly permissions: PermissionsKeeper,
  ) {}

  /** Planned starts in [from, until), soonest first, at most `limit`. The Director counts its days from now. */
  async starts({ from, until, limit, jobs: wanted }: StartsQuery, now: Date): Promise<readonly PlannedRun[]> {
    const { name } = this.console.settings;
    const { reportsStatus, version } = await this.permissions.get();
    if (!reportsStatus) throw tooOld(name, version);
    const days = Math.min(mostDays, Math.max(1, Math.ceil((until.getTime() - now.getTime()) / dayMs)));
    const [answer, { jobs }] = await Promise.all([
      this.console.json(schedulePreview(days), { limitMs }),
      this.inventory.get(),
    ]);
    const result = resultOf(name, answer, `Director ${name} did not return its schedule and gave no reason.`);
    return startsIn(name, result, jobs)
      .filter(({ at, job }) => at >= from && at < until && (wanted?.includes(job) ?? true))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(0, limit);
  }
}

function tooOld(director: string, version: string): AppError {
  const detail = `Director ${director} (Bareos ${version}) has no machine-readable schedule. Bareos 25.1 or later is required.`;
  return new AppError('not_supported_by_director', detail, {
    reason: 'schedule_unavailable',
    params: { director, version },
  });
}

/** A start has its schedule, and the list of schedules has the jobs of each one. */
export function startsIn(director: string, result: Fields, jobs: readonly JobDefaults[]): PlannedRun[] {
  const known = new Map(jobs.map((job) => [job.job, job]));
  const jobsOf = new Map(rowsIn(result, 'schedules').map((row) => [textIn(row, 'name'), startedBy(row)]));
  const starts: PlannedRun[] = [];
  for (const row of rowsIn(result, 'preview')) {
    for (const name of jobsOf.get(textIn(row, 'schedule')) ?? []) {
      const start = plannedRun(director, row, known.get(name));
      if (start) starts.push(start);
    }
    if (starts.length >= mostStarts) break;
  }
  return starts;
}

function startedBy(schedule: Fields): readonly string[] {
  if (yesIn(schedule, 'enabled') === false) return [];
  return namesIn({ jobs: rowsIn(schedule, 'jobs').filter((job) => yesIn(job, 'enabled') !== false) }, 'jobs');
}

function plannedRun(director: string, row: Fields, job: JobDefaults | undefined): PlannedRun | null {
  const [seconds, schedule] = [wholeIn(row, 'runtime'), textIn(row, 'schedule')];
  if (job === undefined || seconds === null || schedule === null) return null;
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return null;
  const { type, client, fileset, pool, priority } = job;
  const level = nameIn(row, 'level') ?? levelOf(job);
  return { job: job.job, director, type, level, client, fileset, schedule, pool, priority, at };
}
