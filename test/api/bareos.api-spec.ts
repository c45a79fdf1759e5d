import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { type BareosFixture, openBareosFixture } from '../harness/fixtures/bareos-fixture.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { type BareosVersion, FakeBareos } from '../harness/fakes/fake-bareos.js';
import { until } from '../harness/fixtures/until.js';

const rowsOf = ({ body }: Answer): readonly Record<string, unknown>[] => (body as { items: never[] }).items;

describe.each<BareosVersion>(['24.0.10', '25.1.0'])('the routes over Bareos %s', (version) => {
  let app: TestConsole;
  let fixture: BareosFixture;
  let admin: Caller;
  let backup: number;
  const isNew = version === '25.1.0';

  beforeAll(async () => {
    fixture = await openBareosFixture(version);
    backup = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd', pool: 'Full' });
    await fixture.catalog.maker.recordFiles(backup, [
      { path: '/data/' },
      { path: '/data/a.txt' },
      { path: '/data/b.txt' },
    ]);
    app = await startTestConsole({ clock: new FakeClock() });
    admin = await app.as('admin');
    const place = { address: '127.0.0.1', port: fixture.bareos.peer.port, catalogUrl: fixture.catalog.readerUrl };
    const settings = { name: 'site', kind: 'bareos', console: 'backup console', password: 'secret', ...place };
    const added = await admin.post('/admin/directors', { ...settings, timezone: 'Europe/Berlin' });
    if (added.status !== 201) throw new Error(added.text);
  });

  afterAll(async () => {
    await app.close();
    await fixture.close();
  });

  test('show the Director, its jobs, clients, state and health', async () => {
    const shown = await admin.get('/directors/site');
    expect(shown.body).toMatchObject({ kind: 'bareos', reachable: true, version, clients: ['a-fd', 'b-fd'] });
    const jobs = rowsOf(await admin.get('/operations/jobs?director=site'));
    expect(jobs.map(({ name, schedule }) => [name, schedule])).toEqual([
      ['RestoreFiles', null],
      ['backup b', 'WeeklyCycle'],
      ['backup-a', 'WeeklyCycle'],
    ]);
    expect(rowsOf(await admin.get('/clients?director=site')).map(({ name }) => name)).toEqual(['a-fd', 'b-fd']);
    expect((await admin.get('/directors/site/status')).body).toMatchObject({ next: isNew ? [{}, {}] : [] });
    expect((await admin.get('/director/health?director=site')).status).toBe(200);
    const tested = await admin.post('/admin/directors/site/test');
    expect([tested.status, JSON.stringify(tested.body).includes('secret')]).toEqual([200, false]);
  });

  test('plan what comes next, or say that this Director cannot tell', async () => {
    const planned = await admin.get('/operations/schedule?director=site');
    if (isNew) expect(rowsOf(planned).map(({ job }) => job)).toEqual(['backup-a', 'backup-a']);
    else expect([planned.status, planned.body]).toEqual([422, expect.objectContaining({ code: 'not_supported_by_director' })]); // prettier-ignore
    expect((await admin.get('/operations/schedule?director=*')).status).toBe(200);
  });

  test('run, rerun and cancel', async () => {
    const wanted = { job: 'backup-a', level: 'full', director: 'site' };
    const started = await admin.post('/operations/jobs/run', wanted, { 'idempotency-key': 'once' });
    const again = await admin.post('/operations/jobs/run', wanted, { 'idempotency-key': 'once' });
    const { jobId } = started.body as { jobId: number };
    expect([started.status, again.status, (again.body as { jobId: number }).jobId]).toEqual([202, 202, jobId]);
    expect(fixture.bareos.texts.filter((text) => text.startsWith('run '))).toHaveLength(1);
    fixture.bareos.current.set(jobId, 'R');
    expect((await admin.post(`/operations/runs/${jobId}/cancel?director=site`)).status).toBe(202);
    const rerun = await admin.post(`/operations/runs/${backup}/rerun?director=site`);
    expect(rerun.status).toBe(202);
    expect(fixture.bareos.texts.filter((text) => text.startsWith('run ')).at(-1)).toMatch(
      /^run job=backup-a level=Full /,
    );
    const wrong = await admin.post('/operations/jobs/run', { ...wanted, client: 'nope' });
    expect([wrong.status, wrong.body]).toEqual([422, expect.objectContaining({ code: 'unknown_client' })]);
  });

  test('take a job out of its schedule and back', async () => {
    const path = `/operations/jobs/${encodeURIComponent('backup b')}?director=site`;
    expect((await admin.patch(path, { enabled: false })).body).toMatchObject({ enabled: false, persistent: false });
    expect((await admin.patch(path, { enabled: true })).body).toMatchObject({ enabled: true, persistent: false });
  });

  test('browse, search and restore', async () => {
    const found = await admin.get(`/restore/bvfs/search?jobids=${backup}&q=a.txt&director=site`);
    expect(rowsOf(found).map(({ path }) => path)).toEqual(['/data/a.txt']);
    const listed = await admin.get(`/restore/bvfs/list?jobids=${backup}&path=/data/&director=site`);
    expect(rowsOf(listed).map(({ path }) => path)).toEqual(['/data/a.txt', '/data/b.txt']);
    expect(fixture.bareos.texts).toContain(`.bvfs_update jobid=${backup}`);
    const order = { jobids: [backup], paths: ['/data/a.txt'], director: 'site', where: '/srv/restored/x' };
    const restored = await admin.post('/restore/run', order);
    expect(restored.status).toBe(202);
    expect(fixture.bareos.texts.filter((text) => text.startsWith('restore ')).at(-1)).toContain(
      'where=/srv/restored/x',
    );
  });

  test('tell of a Director that went away, and heal when it is back', async () => {
    const { port } = fixture.bareos.peer;
    await fixture.bareos.close();
    const lost = await admin.post('/operations/jobs/run', { job: 'backup-a', level: 'Full', director: 'site' });
    expect([502, 503, 504]).toContain(lost.status);
    const back = await FakeBareos.start(version, {}, port);
    try {
      await until(async () => (await admin.get('/directors/site')).text.includes('"reachable":true'));
    } finally {
      await back.close();
    }
  });
});
