import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type LockConnection } from '../../src/database/lock-connection.js';
import { DirectorRegistry } from '../../src/domain/director-registry.js';
import { type PlannedRun } from '../../src/domain/job.js';
import { type ClientSilencesRepository } from '../../src/features/monitoring/client-silences.repository.js';
import { type JobProtectionsRepository } from '../../src/features/monitoring/job-protections.repository.js';
import { ScheduleIntervals } from '../../src/features/monitoring/schedule-intervals.service.js';
import {
  type ExpectedStarts,
  type PlanRead,
} from '../../src/features/stats/schedule-monitor/expected-starts.repository.js';
import { ScheduleMonitor } from '../../src/features/stats/schedule-monitor/schedule-monitor.service.js';
import { createLog } from '../../src/platform/logging/log.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { FakeDirector } from '../harness/fakes/fake-director.js';
import { until } from '../harness/fixtures/until.js';

// Readers of a schedule cache it. A Director that reports a change of its configuration is read again.

const hour = 3_600_000;
const clock = new FakeClock();
const log = createLog('silent');
let director: FakeDirector;

beforeEach(() => {
  director = new FakeDirector('one', true);
});

function plan(everyHours: number): void {
  const rest = { type: 'Backup', level: 'Full', fileset: 'Home', schedule: 'S', pool: 'Default', priority: 10 };
  const startOf = (index: number): PlannedRun => {
    const at = new Date(clock.now().getTime() + (index + 1) * everyHours * hour);
    return { at, job: 'Home', client: 'laptop', director: 'one', ...rest };
  };
  director.starts = Array.from({ length: 3 }, (_, index) => startOf(index));
}

test('thresholds that follow the schedule have the new interval at the next evaluation', async () => {
  const kept: (number | undefined)[] = [];
  const silences = { followingSchedule: () => Promise.resolve([]), keepIntervals: () => Promise.resolve() };
  const jobs = {
    hasAny: () => Promise.resolve(true),
    keepIntervals: (_: string, intervals: ReadonlyMap<string, number>) => {
      kept.push(intervals.get('Home'));
      return Promise.resolve();
    },
  };
  const intervals = new ScheduleIntervals(
    silences as unknown as ClientSilencesRepository,
    jobs as unknown as JobProtectionsRepository,
    clock,
    log,
  );
  const [entry] = new DirectorRegistry([director]).all();
  plan(24);
  await intervals.refresh(entry!);
  plan(1);
  await intervals.refresh(entry!);
  expect(kept).toEqual([86_400]);
  director.announceConfiguration();
  await intervals.refresh(entry!);
  await intervals.refresh(entry!);
  expect(kept).toEqual([86_400, 3_600]);
});

let monitor: ScheduleMonitor | null = null;
afterEach(() => monitor?.beforeApplicationShutdown());

test('planned starts are recorded anew, so that a start that was taken away does not count as missed', async () => {
  const kept: PlanRead[] = [];
  const plans = {
    keep: (read: PlanRead) => Promise.resolve(void kept.push(read)),
    settle: () => Promise.resolve(),
  };
  const session = { tryLock: () => Promise.resolve(true) };
  monitor = new ScheduleMonitor(
    new DirectorRegistry([director]),
    plans as unknown as ExpectedStarts,
    session as unknown as LockConnection,
    clock,
    log,
  );
  plan(24);
  monitor.onApplicationBootstrap();
  await monitor.onTick();
  director.starts = [];
  director.announceConfiguration();
  await until(() => kept.length === 2);
  expect(kept.map(({ starts }) => starts.length)).toEqual([1, 0]);
});
