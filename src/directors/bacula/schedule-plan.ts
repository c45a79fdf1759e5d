import { levelOfLetter, type PlannedRun, type StartsQuery, typeOfLetter } from '../../domain/job.js';
import { type DirectorConsole } from '../console/director-console.js';
import { localTimeText, instantOfLocal } from '../../platform/local-times.js';
import { type FieldRecord, fieldRecords, numberIn, timeIn } from './parse/fields.js';
import { type InventoryKeeper } from './inventory.js';
import { type RunLine } from './parse/show-output.js';

const dayMs = 86_400_000;
const mostDays = 500;
const mostRows = 10_000;

/** What the Director's schedules will start. */
export class BaculaSchedule {
  constructor(
    private readonly director: string,
    private readonly console: DirectorConsole,
    private readonly inventory: InventoryKeeper,
    private readonly timezone: string,
  ) {}

  /** Planned starts in [from, until), soonest first, at most `limit`. The Director counts whole days, today as the first. */
  async starts({ from, until, limit, jobs: wanted }: StartsQuery, now: Date): Promise<readonly PlannedRun[]> {
    const days = Math.min(mostDays, Math.max(1, Math.ceil((until.getTime() - now.getTime()) / dayMs) + 1));
    const [reply, { jobs, shownJobs }] = await Promise.all([
      this.console.ask(`status schedule days=${days} limit=${mostRows}`),
      this.inventory.get(),
    ]);
    const pools = new Map(jobs.map(({ job, pool }) => [job, pool]));
    const first = fieldRecords(reply.text).map((record) => plannedRun(this.director, record, pools));
    const all = first.flatMap((run) =>
      run ? everyHour(run, shownJobs.get(run.job)?.runLines ?? [], this.timezone) : [],
    );
    return once(all)
      .filter(({ at, job }) => at >= from && at < until && (wanted?.includes(job) ?? true))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(0, limit);
  }
}

/** The Director lists only the first start of each `Run` line on a day; `hourly at 0:15` has 24. */
export function everyHour(first: PlannedRun, runLines: readonly RunLine[], timezone: string): readonly PlannedRun[] {
  const [date = '', time = ''] = localTimeText(first.at, timezone).split(' ');
  const [hour, minute] = time.split(':').map(Number);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const atThisTime = runLines.filter((line) => line.hours[0] === hour && line.minute === minute);
  // A line without a level takes that of its job, which the line does not show.
  const line = atThisTime.find(({ level }) => level === first.level) ?? atThisTime[0];
  const laterHours = line?.hours.slice(1) ?? [];
  const later = laterHours.map((hour) =>
    instantOfLocal({ year, month, day, hour, minute: minute ?? 0, second: 0 }, timezone),
  );
  return [first, ...later.map((at) => ({ ...first, at }))];
}

/** Bacula 9.6 lists the starts of its last day twice. */
function once(runs: readonly PlannedRun[]): PlannedRun[] {
  return [...new Map(runs.map((run) => [`${run.at.getTime()} ${run.level} ${run.job}`, run])).values()];
}

function plannedRun(director: string, record: FieldRecord, pools: ReadonlyMap<string, string>): PlannedRun | null {
  const [job, at] = [record.get('name'), timeIn(record, 'schedtime_epoch')];
  if (job === undefined || at === null) return null;
  return {
    job,
    director,
    at,
    schedule: record.get('schedule') ?? '',
    pool: pools.get(job) ?? '',
    type: typeOfLetter(record.get('type') ?? 'B'),
    level: levelOfLetter(record.get('level') ?? ''),
    client: record.get('client') ?? '',
    fileset: record.get('fileset') ?? '',
    priority: numberIn(record, 'priority') ?? 10,
  };
}
