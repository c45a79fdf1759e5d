import { levelOfLetter, type PlannedRun, typeOfLetter } from '../../../domain/job.js';
import { type DirectorConsole } from '../console/director-console.js';
import { type FieldRecord, fieldRecords, numberIn, timeIn } from './field-records.js';
import { type InventoryKeeper } from './inventory.js';

const dayMs = 86_400_000;
const mostDays = 500;
const mostRows = 10_000;

/** What the Director's schedules will start. */
export class SchedulePlan {
  constructor(
    private readonly director: string,
    private readonly console: DirectorConsole,
    private readonly inventory: InventoryKeeper,
  ) {}

  /** Planned starts in [from, until), soonest first, at most `limit`. The Director counts its days from now. */
  async starts(from: Date, until: Date, limit: number, now: Date): Promise<readonly PlannedRun[]> {
    const days = Math.min(mostDays, Math.max(1, Math.ceil((until.getTime() - now.getTime()) / dayMs)));
    const [reply, { jobs }] = await Promise.all([
      this.console.ask(`status schedule days=${days} limit=${mostRows}`),
      this.inventory.get(),
    ]);
    const pools = new Map(jobs.map(({ job, pool }) => [job, pool]));
    return once(fieldRecords(reply.text).map((record) => plannedRun(this.director, record, pools)))
      .filter(({ at }) => at >= from && at < until)
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(0, limit);
  }
}

/** Bacula 9.6 tells the starts of its last day twice. */
function once(runs: readonly (PlannedRun | null)[]): PlannedRun[] {
  const known = runs.filter((run) => run !== null);
  return [...new Map(known.map((run) => [`${run.at.getTime()} ${run.level} ${run.job}`, run])).values()];
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
