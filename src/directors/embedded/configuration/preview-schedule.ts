import { setImmediate } from 'node:timers/promises';
import { type PreviewedStart, type SchedulePreview } from '../../../domain/configuration-reader.port.js';
import { EmbeddedSchedule } from '../resources/schedule.js';
import { type Resources, type ScheduledStart } from '../resources/resources.js';

export interface DraftedSchedule {
  readonly starts: readonly ScheduledStart[];
  readonly timezone: string;
}

const startsShown = 10;
const endOfTime = new Date(8.64e15);
const name = 'preview';

/** The starts of a schedule that is not saved, by the code that starts jobs. */
export class DraftedStarts {
  private readonly plan: EmbeddedSchedule;

  constructor({ starts, timezone }: DraftedSchedule) {
    const job = {
      name,
      type: 'Backup',
      schedule: name,
      client: name,
      fileset: name,
      storage: name,
      pool: name,
      level: 'Incremental',
      priority: 1,
      maxRunSeconds: null,
      enabled: true,
    } as const;
    const resources: Resources = {
      director: { name, timezone },
      clients: [],
      storages: [],
      pools: [],
      filesets: [],
      schedules: [{ name, starts }],
      jobs: [job],
    };
    this.plan = new EmbeddedSchedule(resources);
  }

  /** Soonest first, strictly after a time and before another; at most `limit`. */
  between(after: Date, until: Date, limit: number): readonly PreviewedStart[] {
    return this.plan.starts([name], after, until, limit).map(({ at, level }) => ({ at, level }));
  }
}

interface FirstStart {
  readonly start: ScheduledStart;
  /** null: never. */
  readonly at: Date | null;
}

/** One by one: to find that an expression never occurs takes long, and other requests are answered in between. */
export async function firstStarts({ starts, timezone }: DraftedSchedule, after: Date): Promise<readonly FirstStart[]> {
  const found: FirstStart[] = [];
  for (const start of starts) {
    const [first] = new DraftedStarts({ starts: [start], timezone }).between(after, endOfTime, 1);
    found.push({ start, at: first?.at ?? null });
    await setImmediate();
  }
  return found;
}

export async function previewSchedule(draft: DraftedSchedule, now: Date): Promise<SchedulePreview> {
  const firsts = await firstStarts(draft, now);
  const starts = firsts.filter(({ at }) => at !== null).map(({ start }) => start);
  const next = new DraftedStarts({ ...draft, starts }).between(now, endOfTime, startsShown);
  const never = firsts.filter(({ at }) => at === null).map(({ start }) => start.at);
  return { timezone: draft.timezone, next, never };
}
