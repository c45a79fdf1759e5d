import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { hasEnded, type Run } from '../../src/domain/run.js';
import { fullScope } from '../../src/domain/principal.js';
import { until } from '../harness/fixtures/until.js';
import { type History } from './history.js';
import { declareOptional } from './inventory.js';
import { type Fixture } from './fixture.js';
import { type ConformanceJobs } from './subject.js';

export function declareCancels(fixture: () => Fixture, jobs: ConformanceJobs, history: () => Promise<History>): void {
  const director = () => fixture().subject.director;
  const liveOf = async (jobId: number) => (await director().liveRuns(fullScope, [jobId])).get(jobId);

  describe('runs on their way', () => {
    declareOptional(jobs.endless, 'a run that reads shows its figures grow, and a cancel ends it', async (job) => {
      const { jobId } = await fixture().start(job, 'Full');
      const first = await until(async () => {
        const bytes = (await liveOf(jobId))?.progress?.bytes ?? 0;
        return bytes > 0 && bytes;
      });
      await until(async () => ((await liveOf(jobId))?.progress?.bytes ?? 0) > first);
      expect(await fixture().find(jobId)).toMatchObject({ status: 'running', endedAt: null });
      await director().cancelRun(fullScope, jobId);
      expect(await fixture().ended(jobId)).toMatchObject({ status: 'canceled', job });
      await until(async () => (await liveOf(jobId)) === undefined);
    });

    declareOptional(jobs.asleep, 'a run whose script waits is cancelled', async (job) => {
      expect(await fixture().once('asleep', () => cancelledRun(fixture(), job))).toMatchObject({ status: 'canceled' });
    });

    test('a run for later waits for its time, tells so, and takes a cancel', async () => {
      await history();
      const when = new Date(Math.floor(Date.now() / 1000) * 1000 + 3 * 3_600_000);
      const { jobId } = await fixture().start(jobs.ok, 'Incremental', { when, priority: 11 });
      await until(async () => (await liveOf(jobId))?.waitingFor?.kind === 'time');
      const waiting = (await fixture().find(jobId))!;
      expect(hasEnded(waiting.status)).toBe(false);
      expect(waiting.scheduledAt).toEqual(when);
      expect(waiting.startedAt).toBeNull();
      await director().cancelRun(fullScope, jobId);
      // A Director may look at it half a minute later only.
      fixture()
        .once('later', () => fixture().ended(jobId))
        .catch(() => undefined);
    });

    test('what has ended cannot be cancelled', async () => {
      const { full } = await history();
      await expect(director().cancelRun(fullScope, full.jobId)).rejects.toMatchObject({ code: 'run_already_ended' });
      expect(await fixture().find(full.jobId)).toEqual(full);
    });

    test('what never was cannot be cancelled', async () => {
      await expect(director().cancelRun(fullScope, 999_999_999)).rejects.toMatchObject({ code: 'not_found' });
    });

    test('what has ended has no live figures', async () => {
      const { full } = await history();
      expect(await director().liveRuns(fullScope, [full.jobId, 999_999_999])).toEqual(new Map());
    });
  });
}

/** Version 15 takes most of a minute to end a run whose script waits. */
export async function cancelledRun(fixture: Fixture, job: string): Promise<Run> {
  const { jobId } = await fixture.start(job, 'Full');
  await until(async () => (await fixture.find(jobId))?.status === 'running');
  await fixture.subject.director.cancelRun(fullScope, jobId);
  return fixture.ended(jobId);
}

/** To be asked after all else that takes time. */
export function declareLate(fixture: () => Fixture, jobs: ConformanceJobs): void {
  test('a run that was cancelled before its time never starts', async () => {
    const run = await fixture().once('later', () => Promise.reject(new Error('None was cancelled.')));
    expect(run).toMatchObject({ status: 'canceled', files: 0 });
  });
  declareOptional(
    jobs.clientDown,
    'a run whose client is down saves nothing, and fails or is cancelled',
    async (job) => {
      const run = await fixture().once('clientDown', () => clientDownRun(fixture(), job));
      expect(run.files).toBe(0);
      expect(['error', 'canceled']).toContain(run.status);
    },
  );
}

/** Version 15 may try for two minutes: once it is told that the run waits for its client, that is ended by a cancel. */
export async function clientDownRun(fixture: Fixture, job: string): Promise<Run> {
  const { director } = fixture.subject;
  const { jobId } = await fixture.start(job, 'Full');
  await until(async () => {
    const live = (await director.liveRuns(fullScope, [jobId])).get(jobId);
    return live?.waitingFor?.kind === 'client' || (await fixture.find(jobId))?.status === 'error';
  });
  await director.cancelRun(fullScope, jobId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'run_already_ended') throw error;
  });
  return fixture.ended(jobId);
}
