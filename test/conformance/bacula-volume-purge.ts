import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { type ForgetChoice, type VolumeImpact } from '../../src/domain/volume-impact.js';
import { type Lab } from '../harness/lab/lab.js';
import { type EndedRun, runToEnd } from '../harness/lab/lab-runs.js';
import { until } from '../harness/fixtures/until.js';

interface ForgettingFixture {
  readonly lab: Lab;
  readonly connected: ConnectedDirector;
  /** A volume with a backup on it, no longer written to. */
  readonly writtenVolume: () => Promise<string>;
}

/** What is told before records of runs go must be what goes. Part of the suite of media commands, whose lab it uses. */
export function declareForgetting(fixture: () => ForgettingFixture): void {
  /** Every restore point of the lab's clients by its id, ascending by client. */
  async function points(): Promise<ReadonlyMap<number, Readonly<Record<'client' | 'level' | 'chain', string>>>> {
    const pages = await Promise.all(
      ['alpha-fd', 'beta-fd'].map((client) =>
        fixture().connected.catalog.restore.listPoints(fullScope, client, {}, { limit: 500 }),
      ),
    );
    return new Map(
      pages.flatMap(({ items }) =>
        items.map(({ jobId, client, level, jobids }) => [jobId, { client, level, chain: jobids.join(',') }]),
      ),
    );
  }

  /** A run that has something to write. */
  async function increment(): Promise<EndedRun> {
    writeFileSync(join(fixture().lab.folders.beta, `new-${randomUUID()}`), 'new');
    return runToEnd(fixture().lab, 'run job=BackupBeta level=Incremental yes');
  }

  async function impact(name: string, choice: ForgetChoice = 'all'): Promise<VolumeImpact> {
    return (await fixture().connected.catalog.volumes.volumeImpact(fullScope, name, choice))!;
  }

  test('names before a purge exactly the points that are gone and broken after it', async () => {
    const full = await runToEnd(fixture().lab, 'run job=BackupBeta level=Full yes');
    const first = await increment();
    const second = await increment();
    const [fullVolume] = await fixture().connected.catalog.runs.listRunVolumes(fullScope, full.jobId);
    const [volumeOfBoth] = await fixture().connected.catalog.runs.listRunVolumes(fullScope, first.jobId);
    await fixture().connected.director.changeVolume(fullScope, volumeOfBoth!.volume, { status: 'Used' });
    const third = await increment();
    const before = await points();

    const told = await impact(volumeOfBoth!.volume);
    expect(told).toMatchObject({ jobids: [first.jobId, second.jobId], pointsLost: 2, unfinished: [] });
    expect(told.groups).toEqual([
      expect.objectContaining({ client: 'beta-fd', fileset: 'BetaSet', pointsBroken: 1, removesLastFull: false }),
    ]);
    await fixture().connected.director.purgeVolume(fullScope, volumeOfBoth!.volume);
    const after = await points();
    expect([...before.keys()].filter((id) => !after.has(id)).sort()).toEqual(told.jobids);
    const broken = [...after].filter(([id, { chain }]) => chain !== before.get(id)!.chain);
    expect(broken.map(([id]) => id)).toEqual([third.jobId]);

    const last = await impact(fullVolume!.volume);
    await fixture().connected.director.purgeVolume(fullScope, fullVolume!.volume);
    const left = await points();
    expect([...after.keys()].filter((id) => !left.has(id))).toHaveLength(last.pointsLost);
    const withFull = (of: typeof left): string[] =>
      [...of.values()].filter(({ level }) => level === 'Full').map(({ client }) => client);
    const losing = withFull(after).filter((client) => !withFull(left).includes(client));
    expect(losing).not.toEqual([]);
    expect(last.groups.filter(({ removesLastFull }) => removesLastFull).map(({ client }) => client)).toEqual([
      ...new Set(losing),
    ]);
  });

  test('names before a prune exactly the runs that go', async () => {
    const name = await fixture().writtenVolume();
    await fixture().connected.director.changeVolume(fullScope, name, { retentionSeconds: 86_400 });
    expect((await impact(name, 'expired')).jobids).toEqual([]);
    const onIt = (await impact(name)).jobids;
    await fixture().connected.director.changeVolume(fullScope, name, { retentionSeconds: 1 });
    const told = await until(async () => {
      const { jobids } = await impact(name, 'expired');
      return jobids.length === onIt.length ? jobids : null;
    });
    await fixture().connected.director.pruneVolume(fullScope, name);
    expect(told).toEqual(onIt);
    expect(await fixture().connected.catalog.volumes.recordedRuns(fullScope, told)).toEqual([]);
  });

  test('plans a restore with the volumes that the Director asks for', async () => {
    const { jobId: full } = await runToEnd(fixture().lab, 'run job=BackupBeta level=Full yes');
    const { jobId } = await increment();
    const { chain } = (await points()).get(jobId)!;
    expect(chain).toBe(`${full},${jobId}`);
    const resolved = await fixture().connected.catalog.restore.resolveChain(fullScope, [full, jobId]);
    const plan = await fixture().connected.catalog.restore.planRestore(fullScope, resolved, []);
    const asked = await fixture().lab.bconsole([`restore client=beta-fd fileset=BetaSet jobid=${chain} all done yes`]);
    const [, list = ''] = /Volume\(s\)[^\n]*\n=+\n(.*?)\n\s*\n[^\n]*Volumes marked/s.exec(asked) ?? [];
    const named = [...list.matchAll(/^[ *]*([A-Za-z]+-\d+) /gm)].map(([, name]) => name);
    expect(named).toHaveLength(2);
    expect(plan.volumes.map(({ volume: needed }) => needed).sort()).toEqual([...named].sort());
    expect(plan.volumes.every(({ available }) => available)).toBe(true);
  });
}
