import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../../../src/domain/error-codes.js';
import { rejectUnsupported } from '../../../../src/domain/director-abilities.js';
import { fullScope } from '../../../../src/domain/principal.js';
import { type FakeAnswer, signals } from '../../../harness/fakes/fake-bareos.js';
import { type BareosFixture, openBareosFixture } from '../../../harness/fixtures/bareos-fixture.js';

/** Replies as 25.1.0 and 24.0.10 gave them, shortened. */
const said = {
  label:
    'Connecting to Storage daemon File at 127.0.0.1:9103 ...\nSending label command for Volume "New-1" Slot 0 ...\n3000 OK label. VolFiles=0 VolBytes=197 Volume="New-1" Device="FilePlain" (/srv/plain)\nCatalog record for Volume "New-1", Slot 0 successfully created.\nRequesting to mount FilePlain ...\n3906 File device "FilePlain" (/srv/plain) is always mounted.\n',
  relabel:
    'Sending relabel command from "Old-1" to "New-1" ...\n3000 OK label. VolFiles=0 VolBytes=197 Volume="New-1" Device="FilePlain" (/srv/plain)\nCatalog record for Volume "New-1", Slot 0 successfully created.\nOld volume "Old-1" deleted from catalog.\n',
  update: 'New Volume status is: Used\nNew retention period is: 1 day \n',
  pruned:
    'Pruning volume Old-1: 0 Jobs have expired and can be pruned.\nVolume "Old-1" still contains jobs after pruning.\n',
  notPruned: 'Pruning volume Old-1: cannot prune as Volstatus is Append but needs to be Full or Used.\n',
  purged:
    '2 Jobs on Volume "Old-1" purged from catalog.\nThere are no more Jobs associated with Volume "Old-1". Marking it purged.\n',
  purgeCanceled: 'Found 2 Jobs for media "Old-1" in catalog.\nPurge canceled.\n',
  truncated: "3000 OK label. VolFiles=0 VolBytes=197\nThe volume 'Old-1' has been truncated.\n",
  mounted:
    '3304 Issuing autochanger "load slot 2, drive 1" command.\n3305 Autochanger "load slot 2, drive 1", status is OK.\n3906 File device "Loader-1" (/srv/drive1) is always mounted.\n',
  loadFailed:
    '3304 Issuing autochanger "load slot 3, drive 1" command.\n3992 Bad autochanger "load slot 3, drive 1": ERR=Child exited with code 1.\nResults=mtx: Request Sense: Long Report=yes, Hardware Error\n\n3906 File device "Loader-1" (/srv/drive1) is always mounted.\n',
  alreadyUnmounted: '3901 Device ""Loader-1" (/srv/drive1)" is already unmounted.\n',
  busy: '3937 Device ""Loader-0" (/srv/drive0)" is busy with writers=1 reserved=0.\n',
  slotsUpdated:
    '3306 Issuing autochanger "list" command.\nCatalog record for Volume "LOAD01" is up to date.\nVolume "LOAD04" not found in catalog. Slot=4 InChanger set to zero.\n',
  noChanger:
    '3998 Device ""FilePlain" (/srv/plain)" is not an autochanger.\nDevice "FilePlain" has 0 slots.\nNo slots in changer to scan.\n',
  moved: '3306 Issuing autochanger transfer command.\n3308 Successfully transferred volume from slot 2 to 10.\n',
  notMoved:
    '3306 Issuing autochanger transfer command.\nsource Element Address 1 is Empty\n3998 Autochanger error: ERR=Child exited with code 1\nFailed to move volume from source slot 1 to destination slot 9\n',
  barcodes:
    'The following Volumes will be labeled:\nSlot  Volume\n==============\n   1  LOAD01\n   3  LOAD03\nMedia record for Slot 1 Volume "LOAD01" already exists.\n3000 OK label. VolFiles=0 VolBytes=196 Volume="LOAD03" Device="Loader-0" (/srv/drive0)\nCatalog record for Volume "LOAD03", Slot 3 successfully created.\n',
  barcodesHalf:
    'The following Volumes will be labeled:\nSlot  Volume\n==============\n   3  LOAD03\n   4  LOAD04\nCatalog record for Volume "LOAD03", Slot 3 successfully created.\n3912 Failed to label Volume: ERR=no tape\nLabel command failed for Volume LOAD04.\n',
  barcodesNone: 'The following Volumes will be labeled:\nSlot  Volume\n==============\n',
  estimate: 'Connecting to Client a-fd at 127.0.0.1:9102\n2000 OK estimate files=1,002 bytes=6,000\n',
  loaderDevices: ` Encryption: TLS_CHACHA20_POLY1305_SHA256 TLSv1.3
Autochanger "Loader" with devices:
   "Loader-0" (/srv/drive0)
   "Loader-1" (/srv/drive1)

Device "Loader-1" (/srv/drive1) is not open.
    Device is BLOCKED waiting for mount of volume "LOAD02",
       Pool:        LoaderPool
       Media type:  LoaderTape
    Drive 1 is not loaded.

Device "Loader-0" (/srv/drive0) is mounted with:
    Volume:      LOAD01
    Pool:        LoaderPool
    Media type:  LoaderTape
    Slot 1 is loaded in drive 0.
    Total Bytes=1,051,524 Blocks=2 Bytes/block=525,762

Device "FilePlain" (/srv/plain) is not open.

Device "Broken" is not open or does not exist.
`,
  loaderRunning: ` Encryption: TLS_CHACHA20_POLY1305_SHA256 TLSv1.3
JobId=20 Level=Full Type=Backup Name=BackupEndless Status=Running
Writing: Volume="LOAD01"
    pool="LoaderPool" device="Loader-0" (/srv/drive0)
    spooling=0 despooling=0 despool_wait=0
JobId=21 Level=Full Type=Backup Name=BackupMount Status=Waiting for mount
Writing: Volume="LOAD02"
    pool="LoaderPool" device="Loader-1" (/srv/drive1)
`,
  slots:
    'D|0|1|LOAD01\nD|1||\nS|1|1|LOAD01|196|Append|LoaderTape|LoaderPool|0|31536000\nS|2|0|LOAD02|?|?|?|?|0|0\nS|7||||||||\nI|9||||||||\n',
} as const;

const order = { volume: 'New-1', pool: 'Full', storage: 'File' };
let fixture: BareosFixture;
let volumes: Record<string, string>;

beforeEach(async () => {
  fixture = await openBareosFixture();
  volumes = { 'Old-1': 'Purged' };
  const { answers } = fixture.bareos;
  answers.set('llist volume=', ({ volume = '' }) => {
    const status = volumes[volume];
    const record = { volumename: volume, volstatus: status, pool: 'Full', storage: 'File' };
    return { result: { volume: status === undefined ? {} : record } };
  });
  const storages = ['File', 'Loader', 'Broken'];
  answers.set('.storages', () => ({ result: { storages: storages.map((name) => ({ name, enabled: true })) } }));
  answers.set('list storages', () => ({
    result: { storages: storages.map((name) => ({ name, autochanger: name === 'Loader' ? '1' : '0' })) },
  }));
  answers.set('.defaults storage=', ({ storage = '' }) => {
    const device = storage === 'File' ? 'FilePlain' : storage;
    return {
      result: { defaults: { storage, address: 'sd.example', port: 9103, media_type: `${storage}Media`, device } },
    };
  });
});

afterEach(() => fixture.close());

const answer = (command: string, words: FakeAnswer | string): void => {
  fixture.bareos.answers.set(command, () => (typeof words === 'string' ? { text: words } : words));
};
const sent = (start: string): readonly (readonly [string, string])[] =>
  fixture.bareos.said.filter(({ text }) => text.startsWith(start)).map(({ mode, text }) => [mode, text] as const);

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(() => null, (reason: unknown) => reason); // prettier-ignore
  if (error instanceof AppError) return error.code;
  throw new Error('It was not refused.', { cause: error });
}

describe('a command whose success is a sentence in text mode', () => {
  test('names everything that it acts on, and says yes itself', async () => {
    const { director } = fixture;
    answer('label pool', said.label);
    answer('label storage', said.barcodes);
    answer('relabel ', said.relabel);
    answer('update volume', said.update);
    answer('update slots', said.slotsUpdated);
    answer('prune ', said.pruned);
    answer('purge ', said.purged);
    answer('truncate ', said.truncated);
    answer('mount ', said.mounted);
    answer('unmount ', said.alreadyUnmounted);
    answer('export ', said.moved);
    answer('import ', 'Nothing to do\n');
    answer('estimate ', said.estimate);
    await director.labelVolume(fullScope, order);
    await director.relabelVolume(fullScope, { ...order, volume: 'Old-1', newName: 'New-1' });
    await director.changeVolume(fullScope, 'Old-1', { status: 'Used', retentionSeconds: 86_400 });
    await director.pruneVolume(fullScope, 'Old-1');
    await director.purgeVolume(fullScope, 'Old-1');
    await director.truncateVolume(fullScope, 'Old-1');
    await director.mountDevice(fullScope, { storage: 'Loader', slot: 0, drive: 1 });
    await director.unmountDevice(fullScope, { storage: 'Loader', drive: 1 });
    await director.updateSlots(fullScope, { storage: 'Loader', slots: [1, 4] });
    await director.exportVolumes(fullScope, { storage: 'Loader', slots: [2] });
    await director.importVolumes(fullScope, { storage: 'Loader' });
    const { words } = await director.labelBarcodes(fullScope, { storage: 'Loader', pool: 'Full', slots: [1, 3] });
    expect(words).toContain('Volume "LOAD03", Slot 3 successfully created');
    const estimate = await director.estimate(fullScope, { job: 'backup-a', level: 'Full' });
    expect(estimate).toEqual({ files: 1002, bytes: 6000, level: 'Full' });
    const acting = /^(?:label|relabel|update|prune|purge|truncate|mount|unmount|export|import|estimate) /;
    expect(fixture.bareos.said.filter(({ text }) => acting.test(text)).map(({ mode, text }) => `${mode}: ${text}`)).toEqual([
      'text: label pool=Full volume=New-1 storage=File slot=0 drive=0',
      'text: relabel oldvolume=Old-1 volume=New-1 pool=Full storage=File slot=0 drive=0',
      'text: update volume=Old-1 volstatus=Used volretention=86400',
      'text: prune volume=Old-1 yes',
      'text: purge volume=Old-1 yes',
      'text: truncate volstatus=Purged storage=File pool=Full volume=Old-1 drive=0 yes',
      'text: mount storage=Loader slot=0 drive=1',
      'text: unmount storage=Loader drive=1',
      'text: update slots=1,4 storage=Loader drive=0',
      'text: export storage=Loader srcslots=2',
      'text: import storage=Loader',
      'text: label storage=Loader pool=Full drive=0 slots=1,3 barcodes yes',
      'text: estimate job=backup-a level=Full',
    ]); // prettier-ignore
  });

  test.each<[string, string, (fixture: BareosFixture) => Promise<unknown>, string]>([
    ['label ', '3912 Failed to label Volume: ERR=no tape\n', ({ director }) => director.labelVolume(fullScope, order), 'director_error'],
    ['label ', '3000 OK label. VolFiles=0\n', ({ director }) => director.labelVolume(fullScope, order), 'director_error'],
    ['purge ', said.purgeCanceled, ({ director }) => director.purgeVolume(fullScope, 'Old-1'), 'director_error'],
    ['prune ', said.notPruned, ({ director }) => director.pruneVolume(fullScope, 'Old-1'), 'conflict'],
    ['truncate ', '', ({ director }) => director.truncateVolume(fullScope, 'Old-1'), 'conflict'],
    ['update ', '', ({ director }) => director.changeVolume(fullScope, 'Old-1', { recycle: true }), 'director_error'],
    ['mount ', said.loadFailed, ({ director }) => director.mountDevice(fullScope, { storage: 'Loader', drive: 1 }), 'director_error'],
    ['release ', said.busy, ({ director }) => director.releaseDevice(fullScope, { storage: 'Loader' }), 'conflict'],
    ['update ', said.noChanger, ({ director }) => director.updateSlots(fullScope, { storage: 'File' }), 'conflict'],
    ['export ', said.notMoved, ({ director }) => director.exportVolumes(fullScope, { storage: 'Loader', slots: [1] }), 'director_error'],
    ['export ', said.moved, ({ director }) => director.exportVolumes(fullScope, { storage: 'Loader', slots: [2, 3] }), 'director_error'],
    ['label ', said.barcodesHalf, ({ director }) => director.labelBarcodes(fullScope, { storage: 'Loader', pool: 'Full' }), 'director_error'],
    ['label ', said.barcodesNone, ({ director }) => director.labelBarcodes(fullScope, { storage: 'Loader', pool: 'Full' }), 'conflict'],
    ['estimate ', '', ({ director }) => director.estimate(fullScope, { job: 'backup-a', level: 'Full' }), 'director_error'],
  ])('did not succeed where the sentence is missing: %s%j', async (command, words, work, code) => {
    answer(command, words);
    expect(await codeOf(work(fixture))).toBe(code);
    expect(sent(command)).toHaveLength(1);
  }); // prettier-ignore
});

test('a name that the Director does not have is refused before anything that acts is sent', async () => {
  const { director } = fixture;
  const codes = [
    await codeOf(director.labelVolume(fullScope, { ...order, pool: 'nope' })),
    await codeOf(director.labelVolume(fullScope, { ...order, storage: 'nope' })),
    await codeOf(director.labelVolume(fullScope, { ...order, volume: 'Old-1' })),
    await codeOf(director.changeVolume(fullScope, 'nope', { recycle: true })),
    await codeOf(director.purgeVolume(fullScope, 'nope')),
    await codeOf(director.deleteVolume(fullScope, 'nope')),
    await codeOf(director.mountDevice(fullScope, { storage: 'nope' })),
    await codeOf(director.deleteRun(fullScope, 99_999)),
    await codeOf(director.setClientEnabled(fullScope, 'nope', false)),
    await codeOf(director.estimate(fullScope, { job: 'nope', level: 'Full' })),
  ];
  expect(codes).toEqual([
    'unknown_pool',
    'unknown_storage',
    'name_taken',
    'unknown_volume',
    'unknown_volume',
    'unknown_volume',
    'unknown_storage',
    'unknown_run',
    'unknown_client',
    'unknown_job',
  ]);
  expect(fixture.bareos.texts.filter((text) => /^(?:label|update|purge|delete|mount|disable|estimate) /.test(text))).toEqual([]); // prettier-ignore
});

test('a volume that is not purged is neither relabeled nor truncated', async () => {
  volumes['Old-1'] = 'Append';
  const relabel = fixture.director.relabelVolume(fullScope, { ...order, volume: 'Old-1', newName: 'New-1' });
  expect(await codeOf(relabel)).toBe('conflict');
  expect(await codeOf(fixture.director.truncateVolume(fullScope, 'Old-1'))).toBe('conflict');
  expect([...sent('relabel '), ...sent('truncate ')]).toEqual([]);
});

test('a drive that a run uses is not loaded with another slot', async () => {
  answer('status storage=', `${said.loaderRunning}\n${said.loaderDevices}`);
  expect(await codeOf(fixture.director.mountDevice(fullScope, { storage: 'Loader', slot: 3, drive: 0 }))).toBe('conflict'); // prettier-ignore
  expect(sent('mount ')).toEqual([]);
});

test('a volume is deleted where the Director lists it as deleted', async () => {
  answer('delete ', { result: { deleted: { jobids: ['3', '4'], volumes: ['Old-1'] } } });
  const { words } = await fixture.director.deleteVolume(fullScope, 'Old-1');
  expect(words).toBe('Deleted from the catalog: Old-1. Deleted runs: 3, 4.');
  expect(sent('delete ')).toEqual([['json', 'delete volume=Old-1 yes']]);
  answer('delete ', { result: { deleted: {} } });
  expect(await codeOf(fixture.director.deleteVolume(fullScope, 'Old-1'))).toBe('director_error');
});

test('a run is deleted where it has ended and its record is gone, whatever the Director says', async () => {
  const { director, catalog } = fixture;
  const running = await catalog.maker.makeRun({ name: 'backup-a', status: 'R', ended: null });
  expect(await codeOf(director.deleteRun(fullScope, running))).toBe('conflict');
  const jobId = await catalog.maker.makeRun({ name: 'backup-a' });
  answer('delete ', { result: { deleted: { jobids: [String(jobId)] } } });
  expect(await codeOf(director.deleteRun(fullScope, jobId))).toBe('director_error');
  fixture.bareos.answers.set('delete ', ({ jobid = '' }) => ({
    raw: (session) => {
      const document = JSON.stringify({ jsonrpc: '2.0', id: null, result: { deleted: { jobids: [jobid] } } });
      void catalog.maker.client
        .query('DELETE FROM job WHERE jobid = $1', [jobid])
        .then(() => session.send(signals.begin, document, signals.ok, signals.mainPrompt));
    },
  }));
  await director.deleteRun(fullScope, jobId);
  expect(sent('delete ')).toEqual([['json', `delete jobid=${jobId} yes`], ['json', `delete jobid=${jobId} yes`]]); // prettier-ignore
});

test('a connection that breaks after the command leaves its outcome unknown, and it is not sent again', async () => {
  fixture.bareos.answers.set('purge ', () => ({ raw: (session) => session.cut() }));
  const error: unknown = await fixture.director.purgeVolume(fullScope, 'Old-1').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).detail).toMatch(/may have|unknown/i);
  expect(sent('purge ')).toHaveLength(1);
});

test('storages are reported with their devices, each daemon asked once', async () => {
  answer('.status storage=Broken devices', said.loaderDevices);
  answer('.status storage=Broken running', said.loaderRunning);
  const [file, loader, broken] = await fixture.director.listStorages(fullScope);
  expect(sent('.status storage=').map(([, text]) => text)).toEqual(['.status storage=Broken devices', '.status storage=Broken running']); // prettier-ignore
  const free = { enabled: true, freeBytes: null, totalBytes: null };
  expect(file).toMatchObject({
    storage: 'File',
    address: 'sd.example:9103',
    autochanger: false,
    answers: true,
    error: null,
    devices: [{ device: 'FilePlain', autochanger: null, drive: null, status: 'idle', volume: null, ...free }],
  });
  expect(loader).toMatchObject({
    autochanger: true,
    devices: [
      { device: 'Loader-0', autochanger: 'Loader', drive: 0, status: 'writing', volume: 'LOAD01', pool: 'LoaderPool' },
      { device: 'Loader-1', drive: 1, status: 'blocked', waitsFor: 'volume LOAD02 to be mounted', volume: null, pool: null }, // prettier-ignore
    ],
  });
  expect(broken?.devices).toEqual([expect.objectContaining({ status: 'unknown', error: expect.stringContaining('cannot open') })]); // prettier-ignore
});

test('a storage whose daemon is down says so, and its changer is not reported from memory', async () => {
  fixture.bareos.down.add('Broken').add('Loader');
  const storages = await fixture.director.listStorages(fullScope);
  expect(storages.map(({ answers }) => answers)).toEqual([false, false, false]);
  expect(storages[1]?.error).toContain('Failed to connect to Storage daemon');
  answer('status storage=', said.slots);
  expect(await codeOf(fixture.director.listSlots(fullScope, 'Loader'))).toBe('director_error');
});

test('slots are told as the changer has them, and a storage without a changer has none', async () => {
  answer('status storage=', said.slots);
  expect(await fixture.director.listSlots(fullScope, 'File')).toEqual([]);
  expect(await fixture.director.listSlots(fullScope, 'Loader')).toEqual([
    { slot: 0, kind: 'drive', volume: 'LOAD01', pool: null, status: null },
    { slot: 1, kind: 'drive', volume: null, pool: null, status: null },
    { slot: 1, kind: 'slot', volume: 'LOAD01', pool: 'LoaderPool', status: 'Append' },
    { slot: 2, kind: 'slot', volume: 'LOAD02', pool: null, status: null },
    { slot: 7, kind: 'slot', volume: null, pool: null, status: null },
    { slot: 9, kind: 'exchange', volume: null, pool: null, status: null },
  ]);
});

test('clients and schedules are switched by name, and schedules tell whether they are', async () => {
  const schedules = [{ name: 'Weekly', enabled: true }, { name: 'Nightly', enabled: false }]; // prettier-ignore
  answer('.schedule', { result: { schedules } });
  expect(await fixture.director.listSchedules(fullScope)).toEqual([schedules[1], schedules[0]]);
  answer('disable schedule', { result: { disable: { schedules: ['Weekly'] } } });
  answer('enable client', { result: { enable: { clients: ['a-fd'] } } });
  expect(await fixture.director.setScheduleEnabled(fullScope, 'Weekly', false)).toEqual({ persistent: false });
  expect(await fixture.director.setClientEnabled(fullScope, 'a-fd', true)).toEqual({ persistent: false });
  expect(await codeOf(fixture.director.setScheduleEnabled(fullScope, 'Nope', false))).toBe('not_found');
  expect([...sent('disable '), ...sent('enable ')].map(([, text]) => text)).toEqual(['disable schedule=Weekly', 'enable client=a-fd']); // prettier-ignore
});

test('a command that the console may not use is no ability, and its refusal names it', async () => {
  const { bareos, director } = fixture;
  bareos.commands = bareos.commands.filter((command) => command !== 'prune' && command !== 'restore');
  const { abilities } = await director.describe(fullScope);
  expect([abilities.includes('label'), abilities.includes('purge'), abilities.includes('prune')]).toEqual([true, true, false]); // prettier-ignore
  await expect(director.pruneVolume(fullScope, 'Old-1')).rejects.toMatchObject({
    code: 'not_supported_by_director',
    detail: expect.stringContaining('"prune"'),
    extras: { reason: 'command_not_permitted' },
  });
  for (const ability of ['relocate', 'restore-job', 'restore-storage', 'plugin-options']) {
    await expect(rejectUnsupported({ director }, fullScope, ability, 'restore')).rejects.toMatchObject({
      detail: expect.stringContaining('"restore"'),
      extras: { reason: 'command_not_permitted' },
    });
  }
  await expect(rejectUnsupported({ director }, fullScope, 'prune', 'prune volumes')).rejects.toMatchObject({
    detail: expect.stringContaining('"prune"'),
    extras: { reason: 'command_not_permitted' },
  });
  const denied = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: 1, message: 'failed', data: { result: {}, messages: { error: ['delete: is an invalid command.\n'] } } } }); // prettier-ignore
  bareos.answers.set('delete ', () => ({ raw: (session) => session.send(signals.error, denied, signals.mainPrompt) }));
  expect(await codeOf(director.deleteVolume(fullScope, 'Old-1'))).toBe('not_supported_by_director');
});
