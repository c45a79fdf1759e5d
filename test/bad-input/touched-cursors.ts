import { describe, expect, test } from '@jest/globals';
import { type Answer } from '../harness/fixtures/test-console.js';
import { liveOperations } from '../harness/fixtures/live-operations.js';
import { type BadInputFixture, problemOf } from './fixture.js';

/** Each list by the address that has at least two rows, and one more filter under which a cursor of it is of another list. */
const lists = {
  '/auth/sessions': [null, null],
  '/auth/saved-filters': [null, 'page=runs'],
  '/clients': [null, 'enabled=true'],
  // There is one Director here: no page of this list has a next one.
  '/directors': null,
  // The configuration was not changed here.
  '/configuration/changes': null,
  '/configuration/resources': ['/configuration/resources?director=embedded', 'type=job'],
  '/restore/directors': null,
  '/operations/calendar': [null, 'client=local'],
  // There is one fileset here.
  '/operations/filesets': null,
  '/operations/jobs': [null, 'type=Backup'],
  '/operations/jobs/recent': [null, 'hours=24'],
  '/operations/runs': [null, 'level=Full,Incremental'],
  '/operations/runs/{jobId}/files': ['/operations/runs/1/files', null],
  '/operations/runs/{jobId}/log': ['/operations/runs/1/log', null],
  // A run that lies on one volume has one row.
  '/operations/runs/{jobId}/volumes': null,
  '/operations/schedules': null,
  '/operations/schedule': ['/operations/schedule?days=366', 'client=local'],
  '/restore/bvfs/list': ['/restore/bvfs/list?jobids=1&path=SOURCE/', null],
  '/restore/bvfs/search': ['/restore/bvfs/search?jobids=1&q=txt', 'exact=false'],
  '/restore/bvfs/versions': ['/restore/bvfs/versions?client=local&path=SOURCE/a.txt', null],
  '/restore/files': ['/restore/files?q=txt', 'type=file'],
  '/restore/points': ['/restore/points?client=local', 'fileset=Source'],
  // One client ran, and its runs are not far from each other.
  '/stats/clients': null,
  '/stats/outliers': null,
  // There is one job that ran, one client and one pool as well.
  '/stats/days': null,
  '/stats/jobs': null,
  '/stats/jobs/days': null,
  '/stats/storage': null,
  // There is one of each here, and no changer.
  '/storage-media/devices': null,
  '/storage-media/pools': null,
  '/storage-media/storages': null,
  '/storage-media/storages/{name}/slots': null,
  '/storage-media/volumes': null,
  '/storage-media/volumes/{name}/runs': ['/storage-media/volumes/Default-0001/runs', null],
  '/tokens': [null, 'status=active'],
  '/tokens/events': [null, 'action=api_token.create'],
  // There is one Director here as well.
  '/admin/directors': null,
  '/admin/notifications/channels': [null, 'kind=webhook'],
  '/admin/notifications/deliveries': [null, 'status=delivered'],
  '/admin/audit': [null, 'outcome=success'],
  '/admin/events': [null, 'severity=info'],
  '/admin/discovered-directors': null,
  // There is one client here.
  '/admin/monitoring/clients': null,
  '/admin/monitoring/jobs': [null, 'client=local'],
  '/admin/users': [null, 'disabled=false'],
  '/admin/roles': [null, null],
} as const;

const used = Object.entries(lists).flatMap(([path, how]) => (how ? [[path, how[0] ?? path, how[1]] as const] : []));

const joined = (address: string, query: string): string => `${address}${address.includes('?') ? '&' : '?'}${query}`;

class CursorTries {
  constructor(private readonly fixtureOf: () => BadInputFixture) {}

  get(address: string): Promise<Answer> {
    return this.fixtureOf().admin.get(this.addressOf(address));
  }

  async cursorOf(address: string): Promise<string> {
    const answer = await this.get(joined(address, 'limit=1'));
    const { nextCursor } = answer.body as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`${address} has no second page: ${answer.text.slice(0, 300)}`);
    return nextCursor;
  }

  async problemWith(address: string, cursor: string): Promise<string> {
    const at = joined(this.addressOf(address), `cursor=${encodeURIComponent(cursor)}`);
    return problemOf(await this.fixtureOf().send('GET', at, {}));
  }

  private addressOf(address: string): string {
    return address.replace('SOURCE', this.fixtureOf().source);
  }
}

const refused = '400 cursor_mismatch cursor';

/** Cursors that were good until somebody touched them. */
const touched: readonly (readonly [string, (cursor: string) => string])[] = [
  ['without its last character', (cursor) => cursor.slice(0, -1)],
  ['cut to its half', (cursor) => cursor.slice(0, cursor.length / 2)],
  ['without its seal', (cursor) => cursor.slice(22)],
  ['with nothing but its seal', (cursor) => cursor.slice(0, 22)],
  ['with another first character', (cursor) => (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)],
  ['with another place in it', (cursor) => cursor.slice(0, 22) + Buffer.from('[999999]').toString('base64url')],
  ['with something behind it', (cursor) => `${cursor}AA`],
  ['twice', (cursor) => cursor + cursor],
  ['with a blank', (cursor) => ` ${cursor}`],
  ['in capitals', (cursor) => cursor.toUpperCase()],
];

function describeCursor(tries: CursorTries, address: string, filter: string | null): void {
  test('is good for the next page, whatever its length', async () => {
    const query = `limit=3&cursor=${encodeURIComponent(await tries.cursorOf(address))}`;
    expect((await tries.get(joined(address, query))).status).toBe(200);
  });

  test.each(touched)('is refused %s', async (_what, touch) => {
    const cursor = await tries.cursorOf(address);
    expect(touch(cursor)).not.toBe(cursor);
    expect(await tries.problemWith(address, touch(cursor))).toBe(refused);
  });

  test('is refused by every other list', async () => {
    const cursor = await tries.cursorOf(address);
    for (const [, other] of used) {
      if (other !== address) expect([other, await tries.problemWith(other, cursor)]).toEqual([other, refused]);
    }
  });

  if (filter !== null) {
    test('is refused under another filter', async () => {
      const cursor = await tries.cursorOf(address);
      expect(await tries.problemWith(joined(address, filter), cursor)).toBe(refused);
    });
  }
}

/** Tests of cursors that somebody touched, or took to another list. */
export function describeTouchedCursors(fixtureOf: () => BadInputFixture): void {
  const tries = new CursorTries(fixtureOf);

  test('the lists tried are all that page', async () => {
    const paging = (await liveOperations()).filter(({ query }) => query.includes('cursor')).map(({ path }) => path);
    expect(Object.keys(lists).sort()).toEqual([...paging].sort());
  });

  describe.each(used)('a cursor of %s', (_path, address, filter) => describeCursor(tries, address, filter));

  test('a cursor is of its run, its folder, its chain and its Director alone', async () => {
    const log = await tries.cursorOf('/operations/runs/1/log');
    expect(await tries.problemWith('/operations/runs/2/log', log)).toBe(refused);
    const folder = await tries.cursorOf('/restore/bvfs/list?jobids=1&path=SOURCE/');
    expect(await tries.problemWith('/restore/bvfs/list?jobids=1,2&path=SOURCE/', folder)).toBe(refused);
    expect(await tries.problemWith('/restore/bvfs/list?jobids=1&path=/', folder)).toBe(refused);
    const runs = await tries.cursorOf('/operations/runs');
    expect(await tries.problemWith('/operations/runs?director=*', runs)).toBe(refused);
  });
}
