import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { type Lab } from '../harness/lab/lab.js';
import { refusalOf } from '../harness/lab/lab-director.js';
import { runToEnd } from '../harness/lab/lab-runs.js';

interface FinalFixture {
  readonly lab: Lab;
  readonly connected: ConnectedDirector;
  /** A volume with a backup on it, no longer written to. */
  readonly writtenVolume: () => Promise<string>;
}

/** What nobody can undo, and what is done with all that a changer holds. Part of the suite of media commands, whose lab it uses. */
export function declareFinalActions(fixture: () => FinalFixture): void {
  const director = () => fixture().connected.director;
  const catalog = () => fixture().connected.catalog;
  const found = (volume: string) => catalog().volumes.findVolume(fullScope, volume);

  test('deletes a volume with all runs on it, which the console then calls lost', async () => {
    const name = await fixture().writtenVolume();
    const impact = await catalog().volumes.volumeImpact(fullScope, name, 'deleted');
    const runs = await catalog().runs.readRuns(fullScope, { ids: impact!.jobids });
    expect(runs.length).toBeGreaterThan(0);
    expect((await director().deleteVolume(fullScope, name)).words).toContain(`will delete volume ${name}`);
    expect(await found(name)).toBeNull();
    expect(await catalog().runs.readRuns(fullScope, { ids: impact!.jobids })).toEqual([]);
    expect(await catalog().restore.lostRuns(fullScope, runs)).toEqual(runs.map(({ jobId }) => jobId));
    expect(await refusalOf(director().deleteVolume(fullScope, name))).toMatchObject({ code: 'unknown_volume' });
  });

  test('deletes one run, and names before what is lost by it', async () => {
    const { jobId } = await runToEnd(fixture().lab, 'run job=BackupBeta level=Full yes');
    const impact = await catalog().volumes.runImpact(fullScope, jobId);
    expect(impact).toMatchObject({ run: { jobId }, jobids: [jobId], pointsLost: 1, unfinished: [] });
    expect((await director().deleteRun(fullScope, jobId)).words).toContain(
      `JobId=${jobId} and associated records deleted`,
    );
    expect(await catalog().runs.findRun(fullScope, jobId)).toBeNull();
    expect(await catalog().restore.lostRuns(fullScope, [impact!.run])).toEqual([jobId]);
    expect(await refusalOf(director().deleteRun(fullScope, jobId))).toMatchObject({ code: 'unknown_run' });
  });

  test('truncates a purged volume where its setting allows it, and no other', async () => {
    const { lab } = fixture();
    const name = await fixture().writtenVolume();
    expect(await refusalOf(director().truncateVolume(fullScope, name))).toMatchObject({ code: 'conflict' });
    await director().purgeVolume(fullScope, name);
    const refusal = await refusalOf(director().truncateVolume(fullScope, name));
    expect(refusal).toMatchObject({ code: 'conflict' });
    expect(refusal.detail).toContain('Action On Purge');
    await lab.bconsole([`update volume=${name} actiononpurge=truncate`]);
    const size = (): number => statSync(join(lab.folders.volumes, name)).size;
    const before = size();
    expect((await director().truncateVolume(fullScope, name)).words).toContain('has been truncated');
    expect(size()).toBeLessThan(before);
  });

  test('writes no new label into a file, which would keep its name', async () => {
    await director().labelVolume(fullScope, { volume: 'Old-0001', pool: 'ManualPool', storage: 'File2' });
    await director().purgeVolume(fullScope, 'Old-0001');
    const order = { volume: 'Old-0001', newName: 'New-0001', pool: 'ManualPool', storage: 'File2' };
    expect(await refusalOf(director().relabelVolume(fullScope, order))).toMatchObject({
      code: 'conflict',
      extras: { reason: 'volume_is_file' },
    });
    expect(await found('Old-0001')).toMatchObject({ status: 'Purged' });
  });

  test('disables and enables a client and a schedule, and tells which are', async () => {
    const enabled = async () => {
      const clients = await director().listClients(fullScope);
      const schedules = await director().listSchedules(fullScope);
      const isOn = (all: readonly { name: string; enabled: boolean | null }[], name: string) =>
        all.find((one) => one.name === name)?.enabled;
      return [isOn(clients, 'beta-fd'), isOn(schedules, 'Nightly')];
    };
    expect(await enabled()).toEqual([true, true]);
    expect(await director().setClientEnabled(fullScope, 'beta-fd', false)).toEqual({ persistent: false });
    expect(await director().setScheduleEnabled(fullScope, 'Nightly', false)).toEqual({ persistent: false });
    expect(await enabled()).toEqual([false, false]);
    await director().setClientEnabled(fullScope, 'beta-fd', true);
    await director().setScheduleEnabled(fullScope, 'Nightly', true);
    expect(await enabled()).toEqual([true, true]);
    expect(await refusalOf(director().setClientEnabled(fullScope, 'None', true))).toMatchObject({
      code: 'unknown_client',
    });
    expect(await refusalOf(director().setScheduleEnabled(fullScope, 'None', true))).toMatchObject({
      code: 'not_found',
    });
  });
}
