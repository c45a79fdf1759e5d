import { expect, test } from '@jest/globals';
import { localTimeText } from '../../src/platform/local-times.js';
import { type Run } from '../../src/domain/run.js';
import { fullScope } from '../../src/domain/principal.js';
import { type Lab } from '../harness/lab/lab.js';
import { type History } from './history.js';
import { type Fixture } from './fixture.js';

/** What only a Director of Bacula can be asked about itself. */
export function declareBaculaChains(lab: () => Lab, fixture: () => Fixture, history: () => Promise<History>): void {
  const ownChain = async (jobId: number): Promise<number[]> => {
    const said = await lab().bconsole([`.bvfs_get_jobids jobid=${jobId}`]);
    const line = said.split('\n').findLast((text) => /^\d+(,\d+)*$/.test(text.trim()));
    return (line ?? '').split(',').map(Number);
  };

  test('chains made from the Job table are the Director’s own', async () => {
    for (const run of Object.values(await history()) as Run[]) {
      expect(await fixture().chainOfPoint(run)).toEqual(await ownChain(run.jobId));
    }
  });

  test('an hourly schedule is planned hour by hour, from the start that the Director itself tells next', async () => {
    const { jobs, subject } = fixture();
    const said = await lab().bconsole(['.status dir scheduled days=1']);
    const [from, until] = [new Date(), new Date(Date.now() + 86_400_000)];
    const starts = (await subject.director.schedulePreview(fullScope, from, until, 100))
      .filter(({ job }) => job === jobs.many)
      .map(({ at }) => at);
    expect(said).toMatch(new RegExp(`${localTimeText(starts[0]!, lab().timezone).slice(11, 16)} +${jobs.many}`));
    // A day on which clocks change has an hour more or less.
    expect(starts.length).toBeGreaterThanOrEqual(23);
    expect(new Set(starts.slice(1).map((at, before) => at.getTime() - starts[before]!.getTime()))).toEqual(
      new Set([3_600_000]),
    );
  });

  test('a VirtualFull is a chain of its own, and brings back the tree', async () => {
    const { last } = await history();
    const run = await fixture().run(fixture().jobs.ok, 'VirtualFull');
    expect(run).toMatchObject({ status: 'completed', pool: 'MergedPool' });
    expect(['Full', 'VirtualFull']).toContain(run.level);
    expect(await fixture().chainOfPoint(run)).toEqual([run.jobId]);
    const selection = [fixture().path('sub/deeper/'), fixture().path('one.txt')];
    const restored = await fixture().restore({ jobids: [run.jobId], selection }, last.client!);
    expect(restored.run).toMatchObject({ status: 'completed', errors: 0 });
  });
}
