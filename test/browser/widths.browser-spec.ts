import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { routesOfThePage, ViewReader } from '../harness/browser/page-texts.js';
import { rowsInFull } from '../harness/fixtures/in-full.js';
import { testOptions } from '../harness/fixtures/test-options.js';
import { until } from '../harness/fixtures/until.js';

const machines = ['db', 'web', 'mail', 'file'].flatMap((kind) =>
  Array.from({ length: 12 }, (_, index) => {
    const name = `${kind}${String(index + 1).padStart(2, '0')}`;
    return `${name}.prod.example-datacenter.com`;
  }),
);
const parts = ['etc', 'home', 'data'];

/** 48 machines with three jobs each beside the jobs of the fixture. */
function yamlOfMachines(dataDir: string, filesets: Readonly<Record<string, readonly string[]>>): string {
  const yaml = JSON.parse(directorYaml(dataDir, filesets, machines)) as { jobs: object[] };
  const [job] = yaml.jobs;
  const jobs = machines.flatMap((client) => parts.map((part) => ({ ...job, name: `${client}-${part}`, client })));
  return JSON.stringify({ ...yaml, jobs: [...yaml.jobs, ...jobs] });
}

type Named = Readonly<Record<string, string>>;

let fixture: PageFixture;
let page: Page;
let reader: ViewReader;
let good: number;
let examples: Readonly<Record<string, readonly string[]>>;

async function first(path: string): Promise<Named> {
  const admin = await fixture.app.as('admin');
  return ((await admin.get(path)).body as { items: Named[] }).items[0] ?? {};
}

async function makeExamples(): Promise<typeof examples> {
  const admin = await fixture.app.as('admin');
  const made = (await admin.post('/admin/notifications/channels', {
    name: 'hook',
    kind: 'webhook',
    url: 'https://hooks.example/backup',
  })) as { body: Named };
  await admin.post('/tokens', { name: 'of a list' });
  const lists = ['/operations/runs', '/storage-media/volumes', '/admin/events', '/admin/users', '/admin/audit'];
  const [run, volume, event, user, record, change] = await Promise.all(
    [...lists, '/configuration/changes?director=embedded'].map(first),
  );
  return {
    '/runs/$jobId': [`/runs/${good}`, `/runs/${run!['jobId']}`],
    '/jobs/$name': [`/jobs/${machines[0]}-home`],
    '/clients/$name': ['/clients/local', `/clients/${machines[0]}`],
    '/storage/pools/$name': ['/storage/pools/Default'],
    '/storage/volumes/$name': [`/storage/volumes/${volume!['volume']}`],
    '/events/$id': [`/events/${event!['id']}`],
    '/administration/users/$id': [`/administration/users/${user!['id']}`],
    '/administration/audit/$id': [`/administration/audit/${record!['id']}`],
    '/administration/roles/$name': ['/administration/roles/operator'],
    '/administration/silence/$at/$name': ['/administration/silence/embedded/local'],
    '/administration/notifications/channels/$id': made.body['id']
      ? [`/administration/notifications/channels/${made.body['id']}`]
      : [],
    '/administration/directors/$name': ['/administration/directors/embedded'],
    '/administration/directors/$name/console': ['/administration/directors/embedded/console'],
    '/administration/directors/$name/change': ['/administration/directors/embedded/change'],
    '/administration/configuration/$type/$name': ['fileset/Letters', 'job/Letters'].map(
      (one) => `/administration/configuration/${one}`,
    ),
    '/administration/configuration/new/$type': ['/administration/configuration/new/schedule'],
    '/administration/configuration/changes/$id': [`/administration/configuration/changes/${change!['id']}`],
    '/restore': ['/restore', '/restore?by=time', '/restore?q=greet'],
    // These need what only other suites make.
    '/administration/tokens/$id': [],
    '/administration/notifications/deliveries/$id': [],
  };
}

beforeAll(async () => {
  fixture = await PageFixture.start({}, yamlOfMachines);
  good = await fixture.runJob('Letters');
  await fixture.runJob('Letters');
  await fixture.runJob('Gone');
  examples = await makeExamples();
  await fixture.open();
  page = fixture.page;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The stream would have views ask again while they are looked at.
  await page.route('**/api/v1/operations/stream*', (route) => route.abort());
  fixture.expectRefusal(/^4\d\d GET /);
  reader = new ViewReader(page);
  await fixture.signedIn('/#/jobs');
});

afterAll(async () => {
  await fixture.close();
  await fixture.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const rows = () => page.locator('.list-body > [role=row]');
const at = (address: string) => reader.textsAt(address);

/** Targets of which a touch within 44 px each way goes to something else. */
const missedTouches = (
  target: string,
) => `[...document.querySelectorAll(${JSON.stringify(target)})].slice(0, 8).flatMap((one) => {
  one.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = one.getBoundingClientRect();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const corners = [[-21, 0], [21, 0], [0, -21], [0, 21]].map(([dx, dy]) => document.elementFromPoint(cx + dx, cy + dy));
  return corners.every((hit) => hit !== null && one.contains(hit)) ? [] : [one.outerHTML.slice(0, 120)];
})`;

/** The page has answered to its new size after two frames. */
const inTwoFrames = (what: string) => `(async () => {
  for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return ${what};
})()`;

async function widen(width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.evaluate(inTwoFrames('true'));
}

describe('every page', () => {
  const all = [320, 390, 768, 1024, 1440, 1920, 2560];
  const chosen: Readonly<Record<string, readonly number[]>> = testOptions.isFull
    ? { en: all, de: all }
    : { en: [320, 390, 768, 1440, 2560] };

  interface Measured {
    readonly address: string;
    readonly width: number;
    /** Pixels beyond the window. */
    readonly over: number;
    /** Where the heading begins. */
    readonly y: number;
  }

  const measure = `(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { over: scrollWidth - clientWidth, y: document.querySelector('main h1').getBoundingClientRect().y };
  })()`;

  /** Each page is opened once, for all widths and all that is to be said of it. */
  async function measureAll(widths: readonly number[]): Promise<readonly Measured[]> {
    const addresses = routesOfThePage().flatMap((path) => examples[path] ?? [path]);
    expect(addresses.filter((address) => address.includes('$'))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(35);
    const measured: Measured[] = [];
    for (const address of addresses) {
      await at(address);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        const { over, y } = await page.evaluate<Pick<Measured, 'over' | 'y'>>(inTwoFrames(measure));
        measured.push({ address, width, over, y });
      }
    }
    return measured;
  }

  describe.each(Object.entries(chosen))('in %s', (language, widths) => {
    let measured: readonly Measured[];

    beforeAll(async () => {
      await page.evaluate(`localStorage.setItem('backup-console', '{"language":"${language}"}')`);
      await page.reload();
      measured = await measureAll(widths);
    });

    test('is never wider than the window', () => {
      expect(measured.filter(({ over }) => over > 0)).toEqual([]);
    });

    test.each([1440, 390])('has its heading at the same height at %i px', (chosenWidth) => {
      const heights = new Map<number, string[]>();
      for (const { address, width, y } of measured)
        if (width === chosenWidth) heights.set(y, [...(heights.get(y) ?? []), address]);
      expect(heights.size).toBeGreaterThan(0);
      expect([...heights.values()].sort((a, b) => b.length - a.length).slice(1)).toEqual([]);
    });
  });

  afterAll(async () => {
    await page.evaluate('localStorage.setItem("backup-console", \'{"language":"en"}\')');
    await page.reload();
  });
});

describe('names', () => {
  interface Name {
    readonly text: string;
    readonly isCut: boolean;
  }

  const names = () =>
    page.evaluate<Name[]>(`[...document.querySelectorAll('.list-body > [role=row] > [data-fold=lead]')].map((cell) => ({
      text: cell.innerText,
      isCut: cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1,
    }))`);

  test.each([1440, 1024, 768, 390])('of 48 machines and their jobs are read to their end at %i px', async (width) => {
    await widen(width);
    for (const address of ['/jobs', '/clients']) {
      await at(address);
      await until(async () => (await rows().count()) > 5 || null);
      const shown = await names();
      expect(shown.filter(({ isCut }) => isCut)).toEqual([]);
      expect(new Set(shown.map(({ text }) => text)).size).toBe(shown.length);
    }
  });

  test.each([1920, 2560])('have all the room of a screen of %i px', async (width) => {
    await widen(width);
    await at('/jobs');
    const box = (await page.locator('.list').boundingBox())!;
    expect(box.x + box.width).toBeGreaterThan(width - 64);
    const [job, state] = await Promise.all(
      ['lead', 'side'].map((fold) => rows().first().locator(`[data-fold=${fold}]`).first().boundingBox()),
    );
    expect(job!.width).toBeGreaterThan(2 * state!.width);
  });
});

describe('on a phone', () => {
  beforeAll(() => widen(390));

  test('a row has a line with the name and one with the rest, and several are on a screen', async () => {
    await at('/runs');
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.list-body > [role=row]')].map((row) => row.getBoundingClientRect().height)",
    );
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.max(...heights)).toBeLessThan(64);
  });

  test('a row shows the value that the list is sorted by', async () => {
    const value = (head: string) => rows().first().locator(`[role=cell][data-label="${head}"]`);
    await at('/jobs');
    expect(await value('Next run').isVisible()).toBe(false);
    await at('/jobs?sort=nextRun');
    expect(await value('Next run').isVisible()).toBe(true);
    await at('/storage/volumes?sort=lastWritten');
    expect(await value('Last written').isVisible()).toBe(true);
  });

  test('the states of a list begin at the same place in every row', async () => {
    await at('/runs');
    const places = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.list-body [data-fold=side] .state')].map((state) => state.getBoundingClientRect().x)",
    );
    expect(places.length).toBeGreaterThan(2);
    expect(new Set(places).size).toBe(1);
  });

  test('the word of the search is read to its end', async () => {
    for (const width of [390, 320]) {
      await widen(width);
      const find = page.locator('.top .find');
      expect(await find.innerText()).toBe('Search');
      const isCut =
        "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.top .find'))";
      expect(await page.evaluate<boolean>(isCut)).toBe(false);
    }
    await widen(390);
  });

  test.each([
    ['the action of a row', '/jobs', '.row-action'],
    ['the cross of a filter', '/jobs?enabled=true&type=Backup', '.chip button'],
    ['the cross of a selected file', '/restore?client=local&items=L2V0Yy9h&step=3', '.basket button'],
    ['the days of the overview', '/', '.square-grid a:has(.square-day)'],
    ['the entries of the calendar', '/calendar', '.spot'],
  ])('%s is large enough for a finger', async (_, address, target) => {
    for (const width of [390, 320]) {
      await widen(width);
      await at(address);
      await page.locator(target).first().waitFor();
      expect(await page.evaluate<string[]>(missedTouches(target))).toEqual([]);
    }
    await widen(390);
  });

  test('the filters are folded, and their button says how many are set', async () => {
    await at('/jobs');
    const field = page.getByLabel('Job', { exact: true });
    expect(await field.isVisible()).toBe(false);
    await button('Filters').click();
    await field.waitFor();
    await at('/jobs?enabled=true&protection=never');
    await button('Filters (2)').waitFor();
  });

  test('the bar at the bottom has five entries with their names; the other views are in its menu', async () => {
    const views = page.getByRole('navigation', { name: 'Views' });
    const entries = views.locator('> div:not([popover]) > :visible');
    expect(await entries.allInnerTexts()).toEqual(['Overview', 'Jobs', 'Restore', 'Clients', 'More']);
    await views.getByRole('button', { name: 'More' }).click();
    await views.getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
    expect(await views.getByRole('link', { name: 'Statistics' }).isVisible()).toBe(false);
  });
});

describe('the pages of the administration', () => {
  const list = () => page.getByRole('navigation', { name: 'Administration' });

  test('are in a list beside the page where there is room', async () => {
    await widen(1440);
    await at('/administration/roles');
    const [box, heading] = await Promise.all([
      list().boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ]);
    expect(box!.x + box!.width).toBeLessThanOrEqual(heading!.x);
    expect(await list().getByRole('button').count()).toBe(0);
    await list().locator('[aria-current=page]').getByText('Roles').waitFor();
    await at('/administration/new-role');
    await list().locator('[aria-current=page]').getByText('Roles').waitFor();
  });

  test('are behind one button on a phone, which names the page and is folded again by a choice', async () => {
    await widen(390);
    await at('/administration/roles');
    const users = list().getByRole('link', { name: 'Users' });
    expect(await users.isVisible()).toBe(false);
    await list().getByRole('button', { name: 'Roles', expanded: false }).click();
    await users.click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await list().getByRole('button', { name: 'Users', expanded: false }).waitFor();
    expect(await users.isVisible()).toBe(false);
  });
});

describe('a press on a row', () => {
  const job = `${machines[1]}-home`;
  const row = () => rows().filter({ hasText: job });
  const state = () => row().locator('[data-fold=side]');

  beforeAll(async () => {
    await widen(1440);
    await at(`/jobs?client=${machines[1]}`);
  });

  test('opens it, and back again the focus is on it', async () => {
    await state().click();
    await page.waitForURL(new RegExp(`#/jobs/${job}$`));
    await page.getByRole('heading', { level: 1, name: job }).waitFor();
    await page.goBack();
    await isFocused(row());
  });

  test.each(['middle', 'Control'] as const)('opens it in another tab with %s', async (how) => {
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      state().click(how === 'middle' ? { button: how } : { modifiers: [how] }),
    ]);
    await other.waitForURL(new RegExp(`#/jobs/${job}$`));
    await other.close();
    expect(page.url()).toContain('#/jobs?client=');
  });

  test('does not open it where it ends a selection of text', async () => {
    const { x, y, width, height } = (await row().getByText(machines[1]!, { exact: true }).boundingBox())!;
    await page.mouse.move(x + 1, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate<string>(inTwoFrames('String(getSelection())'))).not.toBe('');
    expect(page.url()).toContain('#/jobs?client=');
    await page.evaluate('getSelection().removeAllRanges()');
  });

  test('on a box in it chooses it and leaves the list where it is', async () => {
    await at('/runs');
    const box = page.getByRole('checkbox', { name: `Select Run ${good}` });
    await box.check();
    await page.getByText('1 run selected').waitFor();
    expect(page.url()).toMatch(/#\/runs$/);
    await box.uncheck();
  });
});

async function isFocused(target: Locator): Promise<void> {
  await until(async () => (await page.locator(':focus').and(target).count()) > 0 || null).catch(async () => {
    throw new Error(`The focus is on ${await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)')}`);
  });
}

describe('by keys', () => {
  const typedFilter = '.filter-fields input:not([type=date])';
  beforeAll(async () => {
    await widen(1440);
    // Nothing is delivered here.
    const delivery = {
      id: crypto.randomUUID(),
      title: 'A message',
      channel: { id: crypto.randomUUID(), name: 'hook' },
      status: 'delivered',
      attempts: 1,
      nextTryAt: null,
      lastOutcome: null,
      endedAt: null,
      webhookId: 'x',
      createdAt: new Date().toISOString(),
    };
    await fixture.alter('/admin/notifications/deliveries?*', () => ({ items: [delivery], nextCursor: null }));
  });

  // Every list of the page is the same part.
  const lists: readonly (readonly [address: string, record: RegExp, field: string | null])[] = rowsInFull(
    [
      ['/restore?name=greet', /[?&]file=/, 'main input[type=search]'],
      ['/runs', /#\/runs\/\d+$/, typedFilter],
    ],
    [
      ['/jobs', /#\/jobs\/.+/, typedFilter],
      ['/clients', /#\/clients\/.+/, typedFilter],
      ['/events', /#\/events\/.+/, '.filter-fields select'],
      ['/storage', /#\/storage\/pools\/.+/, null],
      ['/administration/users', /#\/administration\/users\/.+/, typedFilter],
      ['/administration/tokens', /#\/administration\/tokens\/.+/, typedFilter],
      ['/administration/directors', /#\/administration\/directors\/.+/, null],
      ['/administration/silence', /#\/administration\/silence\/.+\/.+/, typedFilter],
      ['/administration/notifications', /#\/administration\/notifications\/channels\/.+/, '.filter-fields select'],
      ['/administration/notifications/deliveries', /#\/administration\/notifications\/deliveries\/.+/, typedFilter],
      ['/storage/volumes', /#\/storage\/volumes\/.+/, typedFilter],
      ['/administration/audit', /#\/administration\/audit\/.+/, typedFilter],
    ],
  );

  test.each(lists)('rows of %s are gone to from anywhere, opened and found again', async (address, record, field) => {
    await at(address);
    await rows().first().waitFor();
    await isFocused(page.getByRole('heading', { level: 1 }));
    if (field !== null) {
      await page.keyboard.press('/');
      await isFocused(page.locator(field).first());
      await page.evaluate('document.activeElement.blur()');
    }
    await page.keyboard.press('j');
    await isFocused(rows().first());
    if ((await rows().count()) > 1) {
      await page.keyboard.press('j');
      await isFocused(rows().nth(1));
      await page.keyboard.press('k');
      await isFocused(rows().first());
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(record);
    await page.goBack();
    await isFocused(rows().first());
  });

  const partialLists: readonly (readonly [name: string, address: () => string])[] = rowsInFull(
    [['files of a run', () => `/runs/${good}?tab=files`]],
    [
      ['volumes of a run', () => `/runs/${good}?tab=volumes`],
      ['events of a run', () => `/runs/${good}?tab=events`],
      ['runs of a client', () => '/clients/local'],
      ['runs on a volume', () => examples['/storage/volumes/$name']![0]!],
    ],
  );

  test.each(partialLists)('rows of the %s are gone to from anywhere', async (_, address) => {
    await at(address());
    await rows().first().waitFor();
    await page.keyboard.press('j');
    await isFocused(rows().first());
  });
});

describe('pictures', () => {
  test('of points in time name both ends beside each other', async () => {
    await at('/restore?by=time&client=local');
    const [from, to] = await Promise.all(
      [-2, -1].map((index) => page.locator('.time-line svg > text').nth(index).boundingBox()),
    );
    expect(from!.y + from!.height).toBeLessThanOrEqual(to!.y + 1);
    expect(await page.locator('.time-line svg > text').last().textContent()).toMatch(/:\d\d:\d\d/);
  });

  test('of a month that is cut mark the days of which not all is shown, and say what is pointed at in view', async () => {
    await page.route('**/api/v1/operations/calendar?*', async (route) => {
      const url = new URL(route.request().url());
      const isFirst = !url.searchParams.has('cursor');
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const body = (await response.json()) as { items: object[] };
      await route.fulfill({ response, json: { ...body, items: isFirst ? body.items : [], nextCursor: 'more' } });
    });
    await at('/calendar?view=month');
    await page.locator('[data-today] .cut').getByText('list all runs').waitFor();
    expect(await page.locator('.calendar-day').first().locator('.cut').count()).toBe(0);
    await page.locator('.spot').last().focus();
    const said = (await page.locator('.calendar-tip').boundingBox())!;
    expect(said.y).toBeGreaterThanOrEqual(0);
    expect(said.y + said.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await page.unroute('**/api/v1/operations/calendar?*');
  });
});

describe('the menu of the API', () => {
  test('is one for all pages, and copies what the page in view asks and does', async () => {
    await at(`/jobs/${machines[0]}-etc`);
    await button('API').click();
    const menu = page.getByRole('group', { name: 'Copy a request as cURL' });
    await menu.getByRole('button', { name: 'POST /operations/jobs/run' }).click();
    await menu.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(
      /^curl -X POST .*"job":"db01\.prod\.example-datacenter\.com-etc"/,
    );
    await page.keyboard.press('Escape');
    expect(await button('Copy as cURL').count()).toBe(0);
    await at('/clients');
    await button('API').click();
    await menu.getByRole('button', { name: 'GET /clients' }).waitFor();
    expect(await menu.getByRole('button', { name: /jobs\/run/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    for (const [address, line] of [
      ['/restore', 'GET /restore/files'],
      ['/restore?by=time&client=local', 'GET /restore/points'],
    ] as const) {
      await at(address);
      await button('API').click();
      await menu.getByRole('button', { name: line, exact: true }).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  test('is on phones in the menu of the user, away from the heads of pages', async () => {
    const { width } = page.viewportSize()!;
    await widen(390);
    await at('/clients');
    const open = page.getByRole('button', { name: 'Copy a request as cURL' });
    await rows().first().waitFor();
    expect(await button('API').or(open).count()).toBe(0);
    await button('admin').click();
    await open.click();
    const menu = page.getByRole('group', { name: 'Copy a request as cURL' });
    await menu.getByRole('button', { name: 'GET /clients' }).click();
    await menu.getByText('Copied', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await widen(width);
  });
});

test('a log-out forgets what was chosen last and keeps the settings of the browser', async () => {
  const kept = () => page.evaluate<string[]>('Object.keys(localStorage).sort()');
  const chosen = { scheme: 'dark', density: 'compact', railFolded: true };
  await page.evaluate(`localStorage.setItem('backup-console', '${JSON.stringify(chosen)}')`);
  await page.evaluate(`localStorage.setItem('backup-console.columns.jobs', '["job","client"]')`);
  await at('/runs');
  await page.getByRole('combobox', { name: 'Client', exact: true }).fill(machines[0]!);
  await page.getByRole('option', { name: machines[0]!, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await until(async () => (await kept()).some((key) => key.includes('recent')) || null);
  await button('Sign out').click();
  await page.getByLabel('User', { exact: true }).waitFor();
  expect(await kept()).toEqual(['backup-console', 'backup-console.columns.jobs']);
  expect(JSON.parse(await page.evaluate<string>("localStorage.getItem('backup-console')"))).toEqual(chosen);
});
