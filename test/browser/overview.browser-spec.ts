import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { dayOf, finding, type MadeCheck, madeHealth, madeJob, madeSilent } from '../harness/builders/overview.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { testInFull } from '../harness/fixtures/in-full.js';

const script = '<img src=x onerror=alert(1)>';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: async (one) => {
    fixture = one;
    await fixture.runJob('Letters');
    await fixture.makeRole('blind', ['tokens:own']);
  },
  opened: (one) => void (page = one),
});

const part = (name: string) => page.getByRole('region', { name, exact: true });
const grid = () => page.getByRole('grid');

/** The verdict of a machine says something of its disk; what a test shows is its own. */
async function health(...checks: readonly MadeCheck[]): Promise<void> {
  await fixture.alter('/director/health?*', (body: object) => madeHealth(body, checks));
}

/** Of the jobs of this machine none has a schedule. */
async function jobs(counts: object): Promise<void> {
  const none = { ok: 0, warn: 0, crit: 0, never: 0, unknown: 0, notMonitored: 0 };
  await fixture.alter('/stats/summary?*', (body: object) => ({ ...body, jobs: { ...none, ...counts } }));
}

async function daysOf(...jobs: readonly ReturnType<typeof madeJob>[]): Promise<void> {
  await fixture.alter('/stats/jobs/days?*', () => ({ items: jobs, nextCursor: null }));
}

describe('the overview', () => {
  test('is where one arrives, and says that everything is in order, for how many jobs, and when something failed last', async () => {
    await health(finding('director.answers'));
    await jobs({ ok: 4 });
    await fixture.signedIn('/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await part('Health').getByText('All 4 monitored jobs protected.').waitFor();
    await page.getByText('No failures recorded.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('never takes an answer from the browser: an ETag does not tell of ages and progress', async () => {
    await page.addInitScript(() => {
      const modes: string[] = [];
      const send = globalThis.fetch;
      globalThis.fetch = (request, options) => {
        if (request instanceof Request && request.method === 'GET') modes.push(request.cache);
        return send(request, options);
      };
      Object.assign(globalThis, { modes });
    });
    await fixture.signedIn('/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const modes = await page.evaluate(() => (globalThis as object as { modes: string[] }).modes);
    expect([...new Set(modes)]).toEqual(['no-store']);
  });

  test('calls nothing in order where a job is not protected, acknowledged or not due yet', async () => {
    await health(finding('director.answers'));
    await jobs({ ok: 2, crit: 1, never: 1 });
    await fixture.signedIn('/');
    const verdict = part('Health');
    const told = verdict.getByText('2 of 4 monitored jobs protected. 1 job overdue. 1 job never backed up.');
    await told.waitFor();
    expect(await verdict.innerText()).not.toContain('in order');
    expect(await verdict.locator("[data-look='ok']").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.evaluate(`localStorage.setItem('backup-console', '{"language":"de"}')`);
    await page.reload();
    const inGerman = part('Ist alles in Ordnung?').locator('.verdict');
    await inGerman
      .getByText('2 von 4 überwachten Jobs gesichert. 1 Job überfällig. 1 Job bisher nie gesichert.')
      .waitFor();
    expect(await inGerman.innerText()).not.toContain('in Ordnung');
  });

  test('names what is wrong, gravest first, what to do, and leads to where it can be looked into', async () => {
    await health(
      finding(
        'clients.silence',
        'crit',
        '3 clients silent, the oldest 4 days: web07, web08 and 1 more.',
        'Look there.',
      ),
      {
        ...finding('runs.failed', 'warn', `2 runs of ${script} failed, 1 known.`, 'Read their logs.'),
        params: { known: 1 },
      },
      finding('catalog.answers'),
    );
    await jobs({ ok: 3, never: 1 });
    await fixture.signedIn('/');
    const verdict = part('Health');
    await verdict.getByText('Look there.').waitFor();
    await verdict.getByText(`2 runs of ${script} failed, 1 known.`).waitFor();
    await verdict.getByText('3 of 4 monitored jobs protected.').waitFor();
    // Failed runs look like a failed run in a list, and what is acknowledged of them is said once.
    const failed = verdict.getByRole('link', { name: /2 runs of .* failed, 1 known/ }).locator('.state');
    expect([await failed.getAttribute('data-look'), (await failed.innerText()).slice(0, 1)]).toEqual(['bad', '✕']);
    expect(await verdict.getByText('acknowledged', { exact: false }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await verdict.getByRole('link', { name: /3 clients silent/ }).click();
    await page.waitForURL(/#\/clients\?status=warn%2Ccrit$/);
  });

  test('names a channel that fails, and leads to it', async () => {
    await health(finding('director.answers'));
    const failing = { id: '0190a000-0000-7000-8000-000000000001', name: script, status: 'failing' };
    await fixture.alter('/admin/notifications/channels?*', (body: object) => ({ ...body, items: [failing] }));
    await fixture.signedIn('/');
    const link = part('Health').getByRole('link', { name: `Notification channel ${script} is failing.` });
    expect(await link.getAttribute('href')).toContain(`/administration/notifications/channels/${failing.id}`);
  });

  test('says what is acknowledged where no finding does, and leads to it', async () => {
    await health(
      finding('director.answers'),
      { ...finding('runs.failed'), params: { known: 2 } },
      { ...finding('jobs.protection'), params: { known: 1 } },
    );
    await jobs({ ok: 3, crit: 1 });
    await fixture.signedIn('/');
    const verdict = part('Health');
    await verdict.getByRole('link', { name: '1 overdue job acknowledged or muted.' }).waitFor();
    await verdict.getByRole('link', { name: '2 runs acknowledged.' }).click();
    await page.waitForURL(/#\/runs\?acknowledged=true/);
  });

  test('says when backups were last verified, and leads to those runs', async () => {
    const at = dayOf(0);
    const message = `Backups last verified at ${at}: no differences in 12 runs.`;
    await health(finding('director.answers'), {
      ...finding('backups.verified', 'ok', message),
      params: { at },
      value: 12,
    });
    await fixture.signedIn('/');
    const told = part('Health').getByRole('link', {
      name: /^Backups last verified at .+: no differences in 12 runs\.$/,
    });
    expect(await told.innerText()).not.toContain(at);
    expect(await told.getAttribute('href')).toContain('type=Verify');
    await page.evaluate(`localStorage.setItem('backup-console', '{"language":"de"}')`);
    await page.reload();
    await page.getByText(/^Sicherungen zuletzt geprüft .+: keine Abweichung in 12 Läufen\.$/).waitFor();
  });

  test('shows what runs and what waits for what, and cancels it', async () => {
    await health(finding('director.answers'));
    const jobId = await fixture.startRun('Endless');
    const waiting = await fixture.startRun('Letters');
    await fixture.signedIn('/');
    const now = part('Running now');
    await now.getByText(/endless\/holes$/).waitFor();
    await now.getByRole('link', { name: `Endless, run ${jobId}` }).waitFor();
    await now.getByText('Waiting for another job on client local.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await now.getByRole('button', { name: `Cancel Endless, run ${jobId}` }).click();
    await now.getByRole('button', { name: `Cancel run Endless, run ${jobId}` }).click();
    expect(await fixture.ended(jobId)).toBe('canceled');
    await fixture.ended(waiting);
    await now.getByText('No running or waiting jobs.').waitFor();
  });

  test('keeps the question of a refused cancel open, and shows the one that was requested', async () => {
    await health(finding('director.answers'));
    fixture.expectRefusal(/^503 POST .*\/cancel/);
    let isRequested = false;
    const run = () => ({ ...madeRun(), ...(isRequested ? { cancelRequestedAt: '2026-11-20T21:00:00.000Z' } : {}) });
    await fixture.alter('/operations/runs?*running*', () => ({ items: [run()], nextCursor: null }));
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    let refusal: object | null = { title: 'Unavailable', code: 'made', detail: 'Not now' };
    await page.route('**/operations/runs/7/cancel?*', async (route) => {
      await held;
      isRequested = refusal === null;
      await route.fulfill({ status: refusal === null ? 202 : 503, json: refusal ?? run() });
    });
    await fixture.signedIn('/');
    const now = part('Running now');
    const ask = now.getByRole('button', { name: `Cancel ${script}, run 7` });
    const accept = now.getByRole('button', { name: `Cancel run ${script}, run 7` });
    await ask.click();
    await accept.click();
    // What is under way can no longer be declined: that would say that it is not done.
    await accept.and(page.locator('[aria-disabled=true]')).waitFor();
    await page.keyboard.press('Escape');
    expect(await accept.count()).toBe(1);
    answer();
    await now.getByRole('alert').getByText('Not now').waitFor();
    refusal = null;
    await accept.click();
    await now.getByText('local · cancel requested').waitFor();
    await ask.and(page.locator(':focus')).waitFor();
    expect(await now.getByText('Not now').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('shows how far a run is and reckons how long it still takes, where its Director tells the amount', async () => {
    await health(finding('director.answers'));
    const progress = { files: 3, bytes: 2 ** 20, bytesPerSecond: 2 ** 19, currentFile: `/a/${script}`, fraction: 0.25 };
    const run = { ...madeRun(), startedAt: new Date(Date.now() - 600_000).toISOString(), progress };
    await fixture.alter('/operations/runs?*running*', () => ({ items: [run], nextCursor: null }));
    await fixture.signedIn('/');
    const now = part('Running now');
    await now.getByRole('progressbar', { name: `Progress of ${script}, run 7` }).waitFor();
    await now.getByText('512 KiB/s').waitFor();
    await now.getByText(/^(29|30) min \d+ s left$/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('lets nothing below move when a run comes and goes', async () => {
    await health(finding('director.answers'));
    await fixture.signedIn('/');
    await grid().waitFor();
    const jobId = await fixture.startRun('Endless');
    const now = part('Running now');
    await now.getByRole('link', { name: /^Endless/ }).waitFor();
    const place = async () => (await grid().boundingBox())!.y;
    const before = await place();
    await fixture.cancelRun(jobId);
    await now.getByText('No running or waiting jobs.').waitFor();
    expect(await place()).toBe(before);
  });

  test('says what greys the cancel where a role lacks it', async () => {
    await health(finding('director.answers'));
    const jobId = await fixture.startRun('Endless');
    await fixture.signedIn('/', 'readonly');
    const cancel = page.getByRole('button', { name: `Cancel Endless, run ${jobId}` });
    await cancel.waitFor();
    expect(await cancel.isDisabled()).toBe(true);
    await page.getByText("Your role readonly doesn't include jobs:cancel.").waitFor();
    await fixture.cancelRun(jobId);
  });

  test('shows the parts that a role may read, and no word of the others', async () => {
    await fixture.makeRole('watcher', ['jobs:read']);
    await fixture.signedIn('/', 'watcher');
    await part('Running now').waitFor();
    await part('Next runs').waitFor();
    expect(await page.locator('main h2').allInnerTexts()).toEqual(['Running now', 'Next runs']);
    expect(await page.getByText("doesn't include").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('says to a role that reads nothing of it where it can go', async () => {
    await fixture.signedIn('/', 'blind');
    await page.getByText('Your role blind does not give access to anything on this page.').waitFor();
    const ways = page.locator('main').getByRole('link');
    expect(await ways.allInnerTexts()).toEqual(['Administration']);
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('clients by protection, pools and next runs', () => {
  test('name the longest overdue with what is known of them', async () => {
    await health(finding('director.answers'));
    const acknowledgement = { at: dayOf(0), until: null, note: script, by: { kind: 'session', name: 'admin' } };
    await fixture.alter('/clients?*protection=crit*', (body: object) => ({
      ...body,
      items: [madeSilent('web07', 4 * 86_400), { ...madeSilent(script, 9 * 86_400), acknowledgement }],
      total: { value: 2, exact: true },
    }));
    await fixture.signedIn('/');
    const silence = part('Clients by protection');
    await silence.getByText('2 critically overdue').waitFor();
    await silence.getByText('1 not monitored').waitFor();
    expect(await silence.locator('.named li').allInnerTexts()).toEqual([
      expect.stringMatching(/^<img[^]*Never backed up · acknowledged\s*$/),
      expect.stringMatching(/^web07[^]*Never backed up\s*$/),
    ]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('tell when a pool is full, and how sure that is', async () => {
    await health(finding('director.answers'));
    const forecast = {
      state: 'fills',
      gap: null,
      confidence: 0.8,
      days: 90,
      horizonDays: 360,
      bytesPerDay: 1,
      stddevBytesPerDay: 1,
      earliest: '2027-02-11T00:00:00Z',
      expected: '2027-03-02T00:00:00Z',
      latest: '2027-03-30T00:00:00Z',
    };
    await fixture.alter('/storage-media/pools?*', (body: { items: object[] }) => ({
      ...body,
      items: body.items.map((pool) => ({
        ...pool,
        usedBytes: 2 ** 30,
        remainingBytes: 3 * 2 ** 30,
        capacityBytes: 2 ** 32,
        limitedBy: 'pool',
        forecast,
      })),
    }));
    await fixture.signedIn('/');
    await part('Pools').getByText('25% of 4.00 GiB', { exact: true }).waitFor();
    await part('Pools')
      .getByText(/^Full around .*Mar.* 2027; 80% confidence: .*Feb.* to .*Mar/)
      .waitFor();
    await part('Pools').getByText('Based on 90 days of history.').first().waitFor();
  });

  test('tell what is free on each disk, once where storages share it, and which storage does not answer', async () => {
    await health(finding('director.answers'));
    const storage = (name: string, more: object) => ({
      storage: name,
      director: 'embedded',
      mediaType: 'File',
      autochanger: false,
      address: `/srv/${name}`,
      error: null,
      answers: true,
      devices: 1,
      freeBytes: null,
      totalBytes: null,
      ...more,
    });
    const disk = { freeBytes: 2 ** 34, totalBytes: 2 ** 36 };
    await fixture.alter('/storage-media/storages?*', () => ({
      items: [
        storage('Local', disk),
        storage('Second', disk),
        storage('Tape', {}),
        storage('Gone', { answers: false }),
      ],
      nextCursor: null,
    }));
    await fixture.signedIn('/');
    const pools = part('Pools');
    await pools.getByRole('heading', { name: 'Disks' }).waitFor();
    await pools.getByText('16.0 GiB free of 64.0 GiB').waitFor();
    await pools.getByRole('img', { name: 'Disk of Local, Second: 75% used' }).waitFor();
    await pools.getByText('does not answer').waitFor();
    expect(await pools.getByText('Tape').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('name each job once with the clock time of its next start, soonest first', async () => {
    await health(finding('director.answers'));
    const now = new Date();
    const at = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 5).toISOString();
    const starts: Record<string, string | null> = { Soon: at(0), Later: at(3), Never: null };
    await fixture.alter('/operations/jobs?*nextRun*', ({ items: [first] }: { items: object[] }) => ({
      items: Object.entries(starts).map(([name, nextRunAt]) => ({ ...first, name, nextRunAt })),
      nextCursor: null,
    }));
    await fixture.signedIn('/');
    const next = part('Next runs');
    await next.getByText('today 23:05', { exact: true }).waitFor();
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' }).format(new Date(at(3)));
    await next.getByText(`${weekday} 23:05`, { exact: true }).waitFor();
    expect(await next.locator('.named a').allInnerTexts()).toEqual(['Soon', 'Later']);
    expect(await next.getByRole('link', { name: 'Later' }).getAttribute('href')).toMatch(/^#\/jobs\/Later/);
  });

  test.each([
    [1, 'Last 14 days'],
    [12, 'Clients by protection'],
  ])('of %i jobs stand in a wide window with the next runs below "%s", in the shorter column', async (many, above) => {
    await health(finding('director.answers'));
    await daysOf(...Array.from({ length: many }, (_, index) => madeJob(`Job${index}`, {})));
    await fixture.signedIn('/');
    await grid().getByRole('row').nth(many).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    // What comes in later moves both.
    await until(async () => {
      const [box, next] = [(await part(above).boundingBox())!, (await part('Next runs').boundingBox())!];
      return Math.round(next.x) === Math.round(box.x) && next.y >= box.y + box.height;
    });
  });
});

describe('on the first day and in bad times', () => {
  test('says how to connect a Director where there is none', async () => {
    await fixture.alter('/director/health?*', (body: object) => ({ ...body, checks: [] }));
    await fixture.signedIn('/');
    await page.getByRole('link', { name: 'Add a Director' }).waitFor();
  });

  test('says the next step where nothing has run, is planned or is configured', async () => {
    await health(finding('director.answers'));
    await daysOf(madeJob('Letters', {}, 'unknown'));
    await fixture.signedIn('/');
    await page.getByText('No runs in these days.').waitFor();
    await page.getByText('No scheduled runs.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Run a job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  });

  test('shows a band for a Director that is away, how many answer, and what the others know', async () => {
    const away = { director: 'two', value: 5 * 3600 };
    await health(
      {
        ...finding('director.answers', 'crit', 'Director two has not answered for 5 hours.', 'Connection refused.'),
        ...away,
      },
      { ...finding('jobs.protection', 'crit', 'Job Letters of two is overdue.'), director: 'two' },
      { ...finding('storages.answer', 'unknown', 'The storages of two are not known.'), director: 'two' },
      finding('director.answers'),
    );
    await fixture.alter('/directors?*', (body: { items: object[] }) => ({
      ...body,
      items: [...body.items, { ...body.items[0], name: 'two', default: false, reachable: false }],
    }));
    fixture.expectRefusal(/^404 GET /);
    await fixture.signedIn('/');
    await page.waitForURL(/#\/\?director=\*$/);
    expect(await page.getByRole('combobox', { name: 'Director' }).inputValue()).toBe('*');
    await grid().getByRole('rowheader', { name: 'Letters · embedded' }).waitFor();
    await page.getByText(/^Director two has not answered since/).waitFor();
    await page.getByText('1 of 2 Directors answering.').waitFor();
    await part('Health').getByText('Problems on 1 of 2 Directors.').waitFor();
    // The band has the sentence; that of the finding would grow old, and say the same.
    await page.getByRole('link', { name: 'Not answering.' }).waitFor();
    expect(await part('Health').getByRole('listitem').count()).toBe(2);
    expect(await page.getByText('has not answered').count()).toBe(1);
    await part('Clients by protection').getByText('1 not monitored').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('says once why a Director never answered, and keeps what has another reason', async () => {
    const away = 'Connection refused.';
    await health(
      finding('director.answers', 'crit', 'Director embedded has not answered yet.', away),
      finding('catalog.answers', 'crit', 'The catalog of Director embedded has not answered yet.', away),
      finding('record.lag', 'warn', 'The run history has not been read from the catalog yet.', away),
      finding('volumes.error', 'crit', '1 volume in error.', 'Check the storage.'),
      finding('storages.answer', 'warn', 'A storage does not answer.', 'Check the storage.'),
    );
    await fixture.signedIn('/');
    await part('Health').getByText('A storage does not answer.').waitFor();
    expect(await page.getByText(away).count()).toBe(1);
    expect(await part('Health').getByText('Check the storage.').count()).toBe(1);
    expect(await part('Health').getByRole('listitem').count()).toBe(3);
  });

  test('says since when a Director has not answered, which stays true while the page is open', async () => {
    const at = { observedAt: new Date(Date.now() - 90 * 60_000).toISOString(), value: 10 };
    const silent = finding('director.answers', 'crit', 'Director embedded has not answered for 10 seconds.');
    const catalog = finding('catalog.answers', 'crit', 'The catalog of Director embedded has not answered.');
    const checks = [
      { ...silent, ...at, code: 'director.no_answer' },
      { ...catalog, ...at, code: 'catalog.no_answer' },
    ];
    const summary = checks.map(({ message }) => message).join(' ');
    await fixture.alter('/director/health?*', (body: object) => ({ ...madeHealth(body, checks), summary }));
    await fixture.signedIn('/');
    await page.getByText(/^Director embedded has not answered since \w+ \d+, \d\d:\d\d\.$/).waitFor();
    await part('Health')
      .getByText(/The catalog of Director embedded has not answered since \w+ \d+, \d\d:\d\d\.$/)
      .waitFor();
    expect(await page.getByText('for 10 seconds').count()).toBe(0);
    await page.goto('/#/administration/directors/embedded');
    await page
      .getByText(/^✕ Critical Director embedded has not answered since .*\. The catalog of .* since /)
      .waitFor();
    expect(await page.getByText('for 10 seconds').count()).toBe(0);
  });

  // The suite of the connection states it of lists and panels.
  testInFull('keeps what it knew when the console stops answering', async () => {
    await health(finding('director.answers'));
    await fixture.signedIn('/');
    await grid().waitFor();
    await page.route('**/api/v1/stats/jobs/days?*', (route) => route.abort());
    await fixture.runJob('Letters');
    await part('Last 14 days').getByText('Showing last known data').waitFor();
    expect(await grid().count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('in German', () => {
  test('says all of it, what was found included', async () => {
    await page.addInitScript(`localStorage.setItem('backup-console', '{"language":"de"}')`);
    await health(
      {
        ...finding('clients.silence', 'crit', '3 clients silent.', 'Look there.'),
        value: 3,
        code: 'clients.silent',
        params: { clients: 'web07', more: 2, known: 0, oldestSeconds: 345_600 },
      },
      {
        ...finding('storage:Local', 'warn', 'Storage Local: 1.0 GiB free (5 %).', 'Make room.'),
        value: 2 ** 30,
        code: 'storage.space',
        params: { storage: 'Local', folder: '/srv', freeShare: 0.05 },
      },
    );
    await page.goto('/');
    await page.locator('[name=username]').fill('admin');
    await page.locator('[name=password]').fill('correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.getByText('3 Clients sind überfällig, der längste seit 4 d: web07 und 2 weitere.').waitFor();
    await page.getByText('Speicher Local: 1,00 GiB frei (5 %).').waitFor();
    await page.getByText('Schaffen Sie Platz auf der Platte von /srv').waitFor();
    await page.getByText('Kein Zeitplan startet etwas.').waitFor();
    await until(async () => (await page.title()).startsWith('Übersicht') || null);
  });
});

function madeRun() {
  return {
    jobId: 7,
    director: 'embedded',
    job: script,
    uniqueName: 'x',
    client: 'local',
    type: 'Backup',
    level: 'Full',
    status: 'running',
    queuedAt: dayOf(0),
    endedAt: null,
    files: 0,
    bytes: 0,
    errors: 0,
  };
}
