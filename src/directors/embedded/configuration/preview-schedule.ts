import { type PreviewedStart, type SchedulePreview } from '../../../domain/configuration-reader.port.js';
import { EmbeddedSchedule } from '../resources/schedule.js';
import { type Resources, type ScheduledStart } from '../resources/resources.js';

export interface DraftedSchedule {
  readonly starts: readonly ScheduledStart[];
  readonly timezone: string;
}

const startsShown = 10;
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

  never(after: Date): readonly string[] {
    return this.plan.neverStarting(after).map(({ at }) => at);
  }
}

export function previewSchedule(draft: DraftedSchedule, now: Date): SchedulePreview {
  const starts = new DraftedStarts(draft);
  const next = starts.between(now, new Date(8.64e15), startsShown);
  return { timezone: draft.timezone, next, never: starts.never(now) };
}
