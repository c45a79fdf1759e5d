import { describe, expect, test } from '@jest/globals';
import { daemonDevices, deviceState } from './parse/devices.js';
import { shownStorages } from './parse/show-output.js';
import { slotStates } from '../console/changer-slots.js';

const shown = `Autochanger: name=File1 address=127.0.0.1 SDport=29804 MaxJobs=10 NumJobs=1
      DeviceName=FileChanger MediaType=File1 StorageId=1 Autochanger=1
      AC group=1 ShareStore=*none*
Storage: name=My Tapes address=tapes.example SDport=9103 MaxJobs=10 NumJobs=0
      DeviceName=Drive A MediaType=LTO 8 StorageId=2 Autochanger=0
`;

const blocks = `
autochanger=FileChanger
devices:

name=FileChanger-1
device=/srv/volumes


name=FileChanger-2
device=/srv/volumes




name=FileChanger-1
archive_device=/srv/volumes
media_type=File1
open=1
writers=1
enabled=1
free_space=57736495104
total_space=270553174016
volume=Full-0001
pool=FullPool
blocked_desc=
blocked=0
append=256


name=FileDevice
archive_device=/srv/volumes
media_type=File2
writers=0
enabled=1
blocked=0


`;

const document = JSON.stringify({
  devices: {
    autochanger: [{ autochanger: 'FileChanger', devices: [{ name: 'FileChanger-1' }, { name: 'FileChanger-2' }] }],
    device: [
      { name: 'FileChanger-1', media_type: 'File1', writers: 1, enabled: 1, blocked: 0 },
      { name: 'FileDevice', media_type: 'File2', writers: 0, enabled: 1, blocked: 0 },
    ],
  },
  error: 0,
  errmsg: '',
});

const record = (fields: object): ReadonlyMap<string, string> => new Map(Object.entries(fields));

describe('storages as Bacula reports them', () => {
  test('storages have their daemon, their device or changer, and their media type, names with spaces included', () => {
    expect(shownStorages(shown)).toEqual([
      { storage: 'File1', address: '127.0.0.1:29804', device: 'FileChanger', mediaType: 'File1', autochanger: true },
      { storage: 'My Tapes', address: 'tapes.example:9103', device: 'Drive A', mediaType: 'LTO 8', autochanger: false },
    ]);
    expect(shownStorages('No Storage resources\n')).toEqual([]);
  });

  test.each([
    ['blocks', blocks],
    ['a document', document],
  ])('devices and the drives of changers are read from %s', (_, text) => {
    const reported = daemonDevices(text);
    expect(reported?.devices.map((device) => device.get('name'))).toEqual(['FileChanger-1', 'FileDevice']);
    expect(reported?.changers).toEqual(new Map([['FileChanger', ['FileChanger-1', 'FileChanger-2']]]));
  });

  test.each([
    '',
    'Failed to connect to Storage daemon File1.\n====\n',
    '{',
    '{"devices":[]}',
    '{"devices":{"device":7}}',
  ])('an answer without devices is none: %j', (text) => {
    expect(daemonDevices(text)).toBeNull();
  });

  test.each([
    [{ writers: '1' }, [], 'writing', null],
    [{}, [], 'idle', null],
    [{ enabled: '0' }, [], 'disabled', null],
    [{}, [{ read_device: 'D', status: 'R' }], 'reading', null],
    [{ blocked: '2', blocked_desc: 'WAITING_FOR_SYSOP' }, [], 'blocked', 'WAITING_FOR_SYSOP'],
    [{ blocked: '1' }, [], 'blocked', null],
    [
      {},
      [{ write_device: 'D', status: 'M', write_volume: 'Full-0005', write_pool: 'FullPool' }],
      'blocked',
      'a volume to be mounted, volume Full-0005, pool FullPool',
    ],
    [{}, [{ write_device: 'D', status: 'm', write_volume: '' }], 'blocked', 'an appendable volume'],
    [{}, [{ write_device: 'Other', status: 'M' }], 'idle', null],
  ] as [object, object[], string, string | null][])(
    'a device %j with runs %j is %s',
    (device, runs, status, waitsFor) => {
      expect(deviceState(record({ name: 'D', ...device }), runs.map(record))).toEqual({ status, waitsFor });
    },
  );

  test('slots of an autochanger are read from the lines about slots', () => {
    const reported = `Connecting to Storage daemon File1 at 127.0.0.1:28928 ...
Automatically selected Catalog: MyCatalog
3306 Issuing autochanger "listall" command.
D|0||
D|1|2|Tape-0002
S|1|0|Tape-0001|?|?|?|?|0|0
S|3|3|Full-0001|1073741824|Full|LTO 8|FullPool|1795316910|1826852910
S|4||||||||
I|10|0|Mail-0001|?|?|?|?|0|0
`;
    const unknown = { status: null, pool: null };
    expect(slotStates(reported)).toEqual([
      { slot: 0, kind: 'drive', volume: null, ...unknown },
      { slot: 1, kind: 'drive', volume: 'Tape-0002', ...unknown },
      { slot: 1, kind: 'slot', volume: 'Tape-0001', ...unknown },
      { slot: 3, kind: 'slot', volume: 'Full-0001', status: 'Full', pool: 'FullPool' },
      { slot: 4, kind: 'slot', volume: null, ...unknown },
      { slot: 10, kind: 'exchange', volume: 'Mail-0001', ...unknown },
    ]);
    expect(slotStates('3996 Open bpipe to changer failed: .\n')).toEqual([]);
  });
});
