import { appendFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { refusalOf } from '../harness/lab/lab-director.js';

let machine: EmbeddedMachine;

beforeAll(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  writeFileSync(join(machine.source, 'file'), 'content');
  await machine.start();
});
afterAll(() => machine.remove());

const change = (volume: string, wanted: object) => machine.director.changeVolume(fullScope, volume, wanted);
const file = (volume: string): string => join(machine.volumes, `${volume}.tar.gz`);

/** The volumes of a Full that is made now. */
async function written(): Promise<string[]> {
  const { jobid } = await machine.run('Full');
  const { rows } = await machine.catalog.query<{ name: string }>(
    'SELECT DISTINCT volumename AS name FROM jobmedia JOIN media USING (mediaid) WHERE jobid = $1',
    [jobid],
  );
  return rows.map(({ name }) => name);
}

test.each(['Used', 'Full', 'Archive', 'Read-Only', 'Disabled'])(
  'writes nothing on a volume that is %s',
  async (status) => {
    const [volume = ''] = await written();
    expect(await written()).toEqual([volume]);
    await change(volume, { status });
    expect(await written()).not.toContain(volume);
  },
);

test('writes nothing on a volume that is switched off, and again when it is switched on', async () => {
  const [volume = ''] = await written();
  await change(volume, { enabled: false });
  const [other = ''] = await written();
  expect(other).not.toBe(volume);
  await change(other, { status: 'Used' });
  await change(volume, { enabled: true });
  expect(await written()).toEqual([volume]);
});

test('does not change a volume that a run writes on', async () => {
  const [volume = ''] = await written();
  machine.makeEndless();
  const jobId = await machine.order('Source', 'Full');
  await machine.untilReading(jobId);
  expect(await refusalOf(change(volume, { status: 'Used' }))).toMatchObject({ code: 'conflict' });
  expect(await refusalOf(machine.director.purgeVolume(fullScope, volume))).toMatchObject({ code: 'conflict' });
  await machine.director.cancelRun(fullScope, jobId);
  await machine.waitForEnd(jobId);
  writeFileSync(join(machine.source, 'endless'), '');
});

test('keeps what is archived from purges and from its retention, and its own retention over a restart', async () => {
  const [volume = ''] = await written();
  await change(volume, { status: 'Archive', retentionSeconds: 60 });
  expect(await refusalOf(machine.director.purgeVolume(fullScope, volume))).toMatchObject({ code: 'conflict' });
  expect(await machine.director.prunableRuns(fullScope, volume)).toEqual([]);
  await machine.stop();
  await machine.start();
  const { rows } = await machine.catalog.query('SELECT volstatus, volretention::int FROM media WHERE volumename = $1', [
    volume,
  ]);
  expect(rows).toEqual([{ volstatus: 'Archive', volretention: 60 }]);
});

test('an archived volume whose file is missing is protected as before, and is archived again when the file is back', async () => {
  const [volume = ''] = await written();
  await change(volume, { status: 'Archive', retentionSeconds: 60 });
  await machine.stop();
  renameSync(file(volume), `${file(volume)}-away`);
  await machine.start();
  expect(await machine.media()).toContainEqual(expect.objectContaining({ name: volume, status: 'Error' }));
  expect(await refusalOf(machine.director.purgeVolume(fullScope, volume))).toMatchObject({
    extras: { reason: 'volume_not_forgettable', params: { status: 'Error (Archive)' } },
  });
  expect(await refusalOf(machine.director.pruneVolume(fullScope, volume))).toMatchObject({ code: 'conflict' });
  await machine.stop();
  renameSync(`${file(volume)}-away`, file(volume));
  await machine.start();
  expect(await machine.media()).toContainEqual(expect.objectContaining({ name: volume, status: 'Archive' }));
});

test('a purge that a crash cut short between records and data is finished by the next start', async () => {
  const [volume = ''] = await written();
  await change(volume, { status: 'Used' });
  await written();
  await machine.director.purgeVolume(fullScope, volume);
  expect(existsSync(file(volume))).toBe(false);
  await machine.stop();
  // As the crash leaves it: the records are gone, the data lies there.
  appendFileSync(file(volume), 'data of runs that nobody records');
  await machine.start();
  expect(existsSync(file(volume))).toBe(false);
  expect(await machine.media()).toContainEqual({ name: volume, status: 'Purged', bytes: 0 });
  expect(await written()).not.toEqual([]);
});
