import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { until } from '../harness/fixtures/until.js';
import { cancelledRun, clientDownRun, declareCancels, declareLate } from './cancels.js';
import { type History, makeHistory } from './history.js';
import { declareInventory } from './inventory.js';
import { declareMedia } from './media.js';
import { declarePoints } from './points.js';
import { declarePlugins } from './plugins.js';
import { declareRelocations } from './relocations.js';
import { declareRestores } from './restores.js';
import { declareRuns } from './runs.js';
import { Fixture } from './fixture.js';
import { type SubjectPlan } from './subject.js';

/**
 * What every Director must do alike, asked through the ports alone. Plans differ by what their Director has; what it has none of is not
 * asked. `more` declares what is true of one kind beside.
 */
export function declareConformance(
  plan: SubjectPlan,
  more?: (fixture: () => Fixture, history: () => Promise<History>) => void,
): void {
  let fixture: Fixture | undefined;
  let history: Promise<History>;
  const opened = (): Fixture => {
    if (!fixture) throw new Error(`${plan.title} could not be opened.`);
    return fixture;
  };

  describe(`the Director ${plan.title} conforms`, () => {
    beforeAll(async () => {
      const fresh = new Fixture(plan.jobs, await plan.open());
      fixture = fresh;
      history = makeHistory(fresh);
      // What takes long runs beside the tests; whoever asks for it meets its failure.
      for (const begun of [history, ...beginOthers(fresh)]) begun.catch(() => undefined);
    });
    afterAll(() => fixture?.close());

    declareInventory(opened, plan.jobs);
    declareRuns(opened, plan.jobs, () => history);
    declareCancels(opened, plan.jobs, () => history);
    declareMedia(opened, () => history);
    declarePoints(opened, plan.jobs, () => history);
    declareRestores(opened, plan.hasOtherClient, () => history);
    if (plan.relocates === true) declareRelocations(opened, () => history);
    if (plan.jobs.pipe !== undefined) declarePlugins(opened, plan.jobs.pipe);
    more?.(opened, () => history);
    declareLate(opened, plan.jobs);
    if (plan.canRestart) declareRestart(opened, () => history);
  });
}

function beginOthers(fixture: Fixture): Promise<unknown>[] {
  const { jobs } = fixture;
  const keys = ['beta', 'warning', 'scriptFails', 'many', 'admin'] as const;
  const { asleep, clientDown } = jobs;
  const cancelled = asleep === undefined ? [] : [fixture.once('asleep', () => cancelledRun(fixture, asleep))];
  const others = keys.flatMap((key) => {
    const job = jobs[key];
    return job === undefined ? [] : [fixture.once(key, () => fixture.run(job, levels[key] ?? 'Full'))];
  });
  const down = clientDown === undefined ? [] : [fixture.once('clientDown', () => clientDownRun(fixture, clientDown))];
  return [...cancelled, ...down, ...others];
}

const levels: Readonly<Record<string, string>> = { beta: 'Incremental', admin: 'None' };

function declareRestart(fixture: () => Fixture, history: () => Promise<History>): void {
  test('after a restart of the Director everything is there, and runs go on', async () => {
    const { last } = await history();
    const minuteMs = 60_000;
    const beforeMs = Date.now();
    await fixture().subject.restart!();
    const director = () => fixture().subject.director;
    const described = await until(() =>
      director()
        .describe(fullScope)
        .catch(() => null),
    );
    // A Director tells the minute alone.
    expect(described.startedAt.getTime()).toBeGreaterThan(beforeMs - minuteMs);
    expect(await fixture().find(last.jobId)).toEqual(last);
    const run = await fixture().run(fixture().jobs.ok, 'Incremental');
    expect(run).toMatchObject({ status: 'completed', level: 'Incremental' });
    expect(run.jobId).toBeGreaterThan(last.jobId);
  });
}
