import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Locator, type Page } from 'playwright-core';
import { writeDefaultDirectorFile } from '../../src/directors/embedded/resources/director-file.js';
import { signInWith, violationsOf } from '../harness/browser/browser.js';
import { Keyboard } from '../harness/browser/keyboard.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: PageFixture;
let page: Page;

/** A console as its first start makes it, with the commented file. */
const firstStart = (dataDir: string): string => {
  writeDefaultDirectorFile(dataDir, process.cwd(), 'embedded');
  return readFileSync(join(dataDir, 'director.yaml'), 'utf8');
};

beforeAll(async () => {
  fixture = await PageFixture.start({}, firstStart);
  await fixture.makeRole('reader', ['configuration:read', 'directors:read']);
  await fixture.makeRole('applier', ['configuration:read', 'configuration:apply', 'directors:read', 'jobs:read']);
  await fixture.makeRole('drafter', ['configuration:read', 'configuration:write', 'directors:read', 'jobs:read']);
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  await fixture.open();
  page = fixture.page;
});

afterEach(() => fixture.close());

const file = () => join(fixture.app.dataDir, 'director.yaml');
const text = () => readFileSync(file(), 'utf8');
const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
const box = (path: string) => page.getByRole('checkbox', { name: path, exact: true });
const part = (name: string) => page.getByRole('region', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const list = (name: string) => page.getByRole('combobox', { name, exact: true });
const resources = '/#/administration/configuration';
/** Drafts a change that adds this client; answers its id. */
async function draftOf(client: string): Promise<string> {
  const admin = await fixture.app.as('admin');
  const operations = [{ op: 'add', type: 'client', name: client, value: {} }];
  const made = await admin.post('/configuration/changes', { director: 'embedded', operations });
  return (made.body as Change).id;
}
const discard = async (id: string) => (await fixture.app.as('admin')).delete(`/configuration/changes/${id}`);

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

interface Change {
  readonly id: string;
  readonly state: string;
  readonly origin: string;
}

/** Newest first. */
async function history(): Promise<readonly Change[]> {
  const admin = await fixture.app.as('admin');
  return ((await admin.get('/configuration/changes?director=embedded')).body as { items: Change[] }).items;
}

/** The folders above a path, the outermost first. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split(sep).slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
}

describe('from the first sign-in', () => {
  test('a backup of a chosen folder runs after at most 8 clicks, and the first steps tick themselves off', async () => {
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    };
    const letters = join(fixture.source, 'letters');
    await page.goto('/');
    await signInWith(page);
    clicks += 1;
    const steps = part('First steps');
    await steps.getByText('0 of 6 done').waitFor();
    await click(steps.getByRole('link', { name: 'To do: Choose what to back up' }));
    for (const folder of foldersAbove(letters)) await click(button(`Contents of ${folder}`));
    await click(box(letters));
    await click(button('Review'));
    await heading('Review the new backup letters').waitFor();
    await click(button('Apply and run now'));
    await heading('Backup letters is set up').waitFor();
    const toRun = page.getByRole('link', { name: /^Run \d+$/ });
    await toRun.waitFor();
    expect(clicks).toBeLessThanOrEqual(8);
    const [, jobId = ''] = /(\d+)$/.exec((await toRun.getAttribute('href')) ?? '') ?? [];
    expect(await fixture.ended(Number(jobId))).toBe('completed');
    await link('Overview').last().click();
    await steps.getByText('4 of 6 done').waitFor();
    await steps.getByText('Done: Run a backup').waitFor();
    await holds();
    await steps.getByRole('link', { name: 'To do: Choose who is notified of problems' }).click();
    await heading('New channel').waitFor();
  });

  test('the comments of the file remain, and only new lines are added', () => {
    const before = firstStart(join(fixture.source, 'another'));
    const after = text();
    const comments = (of: string) => of.split('\n').filter((line) => line.trim().startsWith('#')).length;
    expect(comments(after)).toBe(comments(before));
    expect(after).toContain(join(fixture.source, 'letters'));
  });

  test('the first steps are gone once all of them are done', async () => {
    const one = (body: { items: object[] }) => ({ ...body, items: [{ id: 'x', name: 'x', status: 'active' }] });
    await fixture.alter('/admin/notifications/channels?status=active*', one);
    await page.route('**/api/v1/operations/runs?*type=Restore*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { items: [{}], nextCursor: null } });
    });
    const restored = page.waitForResponse(/type=Restore/);
    await fixture.signedIn('/');
    await restored;
    await part('Running now').waitFor();
    expect(await part('First steps').count()).toBe(0);
  });
});

describe('the wizard', () => {
  test('says what follows from each answer before anything is written', async () => {
    const before = text();
    await fixture.signedIn('/#/new-backup');
    await field('Or type a path').fill(fixture.source);
    await button('Add path').click();
    await page.getByText('1 path selected.').waitFor();
    await button('Estimate size').click();
    await page.getByText(/^The first backup would read \d+ files/).waitFor();
    await page.getByText(/On the same disk as/).waitFor();
    await page.getByText(/ free \(/).waitFor();
    await page.getByText('Next start:').click();
    expect(await page.getByRole('list', { name: 'Next ten starts' }).getByRole('listitem').count()).toBe(10);
    await page.getByText(/^After two years, \d+ of \d+ runs would be left/).waitFor();
    await list('Keep for').selectOption('by rules…');
    await field('months').fill('6');
    await page.getByText(/^After two years/).click();
    await page.getByRole('table', { name: 'Runs that would be left' }).getByText('month').first().waitFor();
    await holds();
    expect(text()).toBe(before);
  });

  test('leaves out what is cleared in a chosen folder, and goes back to its answers', async () => {
    await fixture.signedIn('/#/new-backup');
    const folders = foldersAbove(join(fixture.source, 'x'));
    for (const folder of folders.slice(0, -1)) await button(`Contents of ${folder}`).click();
    await box(fixture.source).check();
    await button(`Contents of ${fixture.source}`).click();
    await box(join(fixture.source, 'endless')).uncheck();
    await page.getByRole('list', { name: 'Selected paths' }).getByText('without').waitFor();
    await field('Name of the job').fill('Some, of it');
    await button('Review').click();
    expect(await page.locator('input:invalid').count()).toBe(1);
    await field('Name of the job').fill('Some of it');
    await button('Review').click();
    const review = part('Review the new backup Some of it');
    await review.getByText('Job Some of it is added.').waitFor();
    await review.getByText(join(fixture.source, 'endless')).first().waitFor();
    await holds();
    const drafts = (await history()).filter(({ state }) => state === 'draft').length;
    await button('Back').click();
    await box(join(fixture.source, 'endless')).waitFor();
    expect(await field('Name of the job').inputValue()).toBe('Some of it');
    await until(async () => (await history()).filter(({ state }) => state === 'draft').length < drafts || null);
  });

  test('takes along a typed path that was not added yet, and rejects a wrong one', async () => {
    await fixture.signedIn('/#/new-backup');
    await field('Or type a path').fill('srv');
    await button('Review').click();
    expect(await page.locator('input:invalid').count()).toBe(1);
    await field('Or type a path').fill(`${fixture.source}/`);
    await field('Name of the job').fill('Typed');
    await button('Review').click();
    const review = part('Review the new backup Typed');
    await review.getByText(fixture.source).first().waitFor();
    await button('Back').click();
    await page.getByText('1 path selected.').waitFor();
    expect(await field('Or type a path').inputValue()).toBe('');
  });

  test('names the zone of planned times where the page shows another one', async () => {
    await fixture.alter('/directors?*', ({ items, ...rest }: { items: object[] }) => ({
      ...rest,
      items: items.map((item) => ({ ...item, timezone: 'Pacific/Auckland' })),
    }));
    await fixture.signedIn('/#/new-backup');
    await page.getByText('Starts are in Pacific/Auckland.').waitFor();
  });

  test('keeps a chosen folder whole when a path in it is typed, and forgets what was left out of a removed one', async () => {
    await fixture.signedIn('/#/new-backup');
    const add = async (path: string) => {
      await field('Or type a path').fill(path);
      await button('Add path').click();
    };
    const chosen = page.getByRole('list', { name: 'Selected paths' });
    await add(fixture.source);
    await add(join(fixture.source, 'letters'));
    expect(await chosen.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining(fixture.source)]);
    for (const folder of foldersAbove(join(fixture.source, 'x'))) await button(`Contents of ${folder}`).click();
    await box(join(fixture.source, 'endless')).uncheck();
    await chosen.getByText('without').waitFor();
    await button(`Remove ${fixture.source}`).click();
    await page.getByText('Select at least one folder or file.').waitFor();
    expect(await chosen.getByRole('listitem').count()).toBe(0);
  });

  test('asks before its answers are lost, by a link or by a reload', async () => {
    await fixture.signedIn('/#/new-backup');
    await field('Name of the job').fill('Half done');
    let leaves = false;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void (leaves ? dialog.accept() : dialog.dismiss());
    });
    await link('Clients').first().click();
    await until(() => Promise.resolve(asked.length === 1 || null));
    expect(await field('Name of the job').inputValue()).toBe('Half done');
    leaves = true;
    await page.reload();
    await heading('New backup').waitFor();
    expect(asked).toEqual(['confirm', 'beforeunload']);
    // What was never answered is left without a question, also if a field was only passed through, or nothing was there to review.
    await button('Review').click();
    await page.getByRole('alert').getByText('Select at least one folder or file.').waitFor();
    await page.getByText('Patterns, marker files').click();
    await field('Exclude patterns').focus();
    await field('Exclude patterns').blur();
    await link('Clients').first().click();
    await heading('Clients').waitFor();
    expect(asked).toHaveLength(2);
  });

  test('asks for a folder first', async () => {
    await fixture.signedIn('/#/new-backup');
    await button('Review').click();
    const asked = page.getByRole('alert').getByText('Select at least one folder or file.');
    await asked.waitFor();
    await holds();
    await field('Or type a path').fill('/srv/letters');
    await button('Add path').click();
    await asked.waitFor({ state: 'detached' });
  });

  test('warns of a folder that cannot be written to, and of one inside a storage', async () => {
    await fixture.signedIn('/#/new-backup');
    await list('Storage').selectOption('another folder…');
    const inFile = join(fixture.source, 'letters', 'greeting.txt', 'below');
    await field('Folder').fill(inFile);
    await page.getByText(`The console cannot write to ${inFile}.`).waitFor();
    await field('Folder').fill(join(fixture.app.dataDir, 'volumes', 'inside'));
    await page.getByText('This folder is inside another storage: Local.').waitFor();
    await holds();
  });

  test('is done by the keyboard alone', async () => {
    const keys = new Keyboard(page);
    await page.goto('/#/new-backup');
    await keys.signIn();
    await keys.arrivesAt(heading('New backup'));
    await keys.write(field('Or type a path'), join(fixture.source, 'letters'));
    await page.keyboard.press('Enter');
    await page.getByText('1 path selected.').waitFor();
    await keys.choose(list('Keep for'), '90 days');
    await keys.write(field('Name of the job'), 'By keys');
    await keys.press(page.getByRole('checkbox', { name: 'Run the first backup now' }), 'Space');
    await keys.press(button('Review'));
    await keys.arrivesAt(heading('Review the new backup By keys'));
    await keys.press(button('Apply'));
    await keys.arrivesAt(heading('Backup By keys is set up'));
    await keys.press(button('Undo'));
    await page.getByText('Change reverted.').waitFor();
    await heading('Backup By keys is not set up').waitFor();
    expect(text()).not.toContain('By keys');
  });
});

describe('each form', () => {
  const first = [
    ['director', 'embedded', 'combobox', 'Time zone'],
    ['client', 'local', 'textbox', 'Name'],
    ['storage', 'Local', 'spinbutton', 'Compression'],
    ['pool', 'Default', 'spinbutton', 'Retention'],
    ['fileset', 'Console', 'textbox', 'Exclude patterns'],
    ['schedule', 'Nightly', 'combobox', 'Level'],
    ['job', 'BackupConsole', 'combobox', 'Fileset'],
  ] as const;

  test.each(first)('of a %s shows what the file says, with a label for each field', async (type, name, role, label) => {
    await fixture.signedIn(`${resources}/${type}/${name}`);
    await heading(name).waitFor();
    await page.getByRole(role, { name: label, exact: true }).first().waitFor();
    await holds();
    await button('Review').click();
    await page.getByText('Nothing was changed.').waitFor();
  });

  test.each(first.slice(1).map(([type]) => type))('makes a new %s', async (type) => {
    await fixture.signedIn(`${resources}/new/${type}`);
    await field('Name').fill(`New ${type}`);
    await holds();
  });

  test('of a pool changes one line, which is shown before and undone after', async () => {
    const before = text();
    await fixture.signedIn(`${resources}/pool/Default`);
    await field('Size of a volume').fill('3');
    await button('Review').click();
    const diff = page.getByRole('region', { name: 'Changed lines' });
    await diff.getByText('- volumeSize: 2 GiB').waitFor();
    await diff.getByText('+ volumeSize: 3 GiB').waitFor();
    expect(text()).toBe(before);
    await button('Apply').click();
    await page.getByText('Change applied.').waitFor();
    expect(text()).toBe(before.replace('volumeSize: 2 GiB', 'volumeSize: 3 GiB'));
    // The form was open a moment ago: it shows what is in force now.
    await page.goto(`${resources}/pool/Default`);
    await until(async () => (await field('Size of a volume').inputValue()) === '3' || null);
    await page.goBack();
    await button('Undo').click();
    await page.getByText('Change reverted.').waitFor();
    expect(text()).toBe(before);
  });

  test('asks before what was typed is lost, and not once it is what it was', async () => {
    await fixture.signedIn('/#/administration/configuration/pool/Default');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await field('Name').fill('Another');
    await link('Clients').first().click();
    await until(() => Promise.resolve(asked.length === 1 || null));
    expect(asked).toEqual(['Leave this page? Your changes are lost.']);
    expect(await field('Name').inputValue()).toBe('Another');
    await field('Name').fill('Default');
    await link('Clients').first().click();
    await heading('Clients').waitFor();
    expect(asked).toHaveLength(1);
  });

  test('no longer says that nothing was changed once something is', async () => {
    await fixture.signedIn(`${resources}/pool/Default`);
    await button('Review').click();
    await page.getByText('Nothing was changed.').waitFor();
    await field('Name').fill('Another');
    await page.getByText('Nothing was changed.').waitFor({ state: 'detached' });
  });

  test('of a new resource asks before what was typed is lost', async () => {
    await fixture.signedIn('/#/administration/configuration/new/pool');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await field('Name').fill('Another');
    await link('Clients').first().click();
    await until(() => Promise.resolve(asked.length === 1 || null));
    expect(await field('Name').inputValue()).toBe('Another');
  });

  test('of a fileset has its exclude presets in words', async () => {
    await fixture.signedIn(`${resources}/fileset/Console`);
    await page.getByRole('checkbox', { name: 'What developer tools make again (node_modules, …)' }).waitFor();
  });

  test('of a job renames it, and asks no more for the old name', async () => {
    const before = text();
    await fixture.signedIn(`${resources}/job/BackupConsole`);
    await field('Name').fill('Own files');
    await button('Review').click();
    await page.getByText('Job BackupConsole is renamed to Own files.').waitFor();
    await button('Apply').click();
    await page.getByText('Change applied.').waitFor();
    expect(text()).toContain('name: Own files');
    await button('Undo').click();
    await page.getByText('Change reverted.').waitFor();
    expect(text()).toBe(before);
  });

  test('of a job says that a user has disabled its schedule in the console, and leads to where that is changed', async () => {
    const admin = await fixture.app.as('admin');
    const enable = (enabled: boolean) => admin.patch('/operations/jobs/BackupConsole', { enabled });
    const said = page.getByText('A user has disabled the schedule of this job in the console.');
    const asked = page.waitForResponse(/\/operations\/jobs\/BackupConsole\?/);
    await fixture.signedIn(`${resources}/job/BackupConsole`);
    await field('Schedule enabled').waitFor();
    await (await asked).finished();
    expect(await said.count()).toBe(0);
    await enable(false);
    try {
      await page.reload();
      await said.waitFor();
      expect(await field('Schedule enabled').isChecked()).toBe(true);
      await holds();
      await said.getByRole('link', { name: 'BackupConsole' }).click();
      await button('Enable schedule of BackupConsole').waitFor();
    } finally {
      await enable(true);
    }
  });

  test('of a job takes a typed name where there are more than it lists', async () => {
    const clients = Array.from({ length: 500 }, (_, index) => `client ${index}`);
    await fixture.alter('/configuration/resources?*type=client*', (body: { items: object[] }) => ({
      items: clients.map((name) => ({ ...body.items[0], name })),
      nextCursor: 'more',
    }));
    await fixture.signedIn(`${resources}/new/job`);
    const typed = page.locator('input').and(list('Client'));
    await typed.fill('client 500');
    await page.keyboard.press('Enter');
    expect(await typed.inputValue()).toBe('client 500');
  });

  test('of a verify job offers backup jobs alone', async () => {
    await fixture.alter('/configuration/resources?*type=job*', (body: { items: { own: object }[] }) => ({
      ...body,
      items: [...body.items, { ...body.items[0], name: 'Proof', own: { type: 'Verify' } }],
    }));
    await fixture.signedIn(`${resources}/new/job`);
    await list('Type').selectOption('Verify backups');
    await box('BackupConsole').waitFor();
    expect(await box('Proof').count()).toBe(0);
  });

  test('of a schedule shows several days of the month as the file has them', async () => {
    await fixture.alter('/configuration/resources/schedule/Nightly?*', (body: { own: object }) => ({
      ...body,
      own: { ...body.own, starts: [{ level: 'Full', at: '5 23 1,15 * *' }] },
    }));
    await fixture.signedIn(`${resources}/schedule/Nightly`);
    await page.getByText('Full: on day 1, 15 of the month 23:05').waitFor();
    expect(await page.getByRole('textbox', { name: 'Cron expression' }).inputValue()).toBe('5 23 1,15 * *');
  });

  test('of a pool asks for the name of the Director where backups could expire sooner', async () => {
    fixture.expectRefusal(/^409 POST .*\/apply$/);
    const before = text();
    await fixture.signedIn(`${resources}/pool/Default`);
    await field('Retention').fill('59');
    await button('Review').click();
    await page.getByText('Pool Default: volumes can expire sooner').waitFor();
    await holds();
    await button('Apply').click();
    await field('Type embedded to confirm').waitFor();
    expect(await button('Apply').isDisabled()).toBe(true);
    expect(text()).toBe(before);
    await holds();
    await field('Type embedded to confirm').fill('embedded');
    await button('Apply').click();
    await page.getByText('Change applied.').waitFor();
    await button('Undo').click();
    await page.getByText('Change reverted.').waitFor();
    expect(text()).toBe(before);
  });

  test('of a schedule has its starts in words, and the days of the week as boxes', async () => {
    await fixture.signedIn(`${resources}/schedule/Nightly`);
    await page.getByText('Incremental: Mon–Sat 23:05').waitFor();
    const second = page.getByRole('group', { name: 'Start 2' });
    await second.getByRole('checkbox', { name: 'Wed' }).uncheck();
    await page.getByText('Incremental: Mon, Tue, Thu, Fri, Sat 23:05').waitFor();
    await second.getByRole('combobox', { name: 'On', exact: true }).selectOption('cron expression');
    expect(await second.getByRole('textbox', { name: 'Cron expression' }).inputValue()).toBe(
      '5 23 * * MON,TUE,THU,FRI,SAT',
    );
    await holds();
  });

  test('names a resource that is not there in its review, and cannot be applied', async () => {
    await fixture.signedIn(`${resources}/pool/Default`);
    await button('Remove…').click();
    await page
      .getByText(/there is no pool named Default/)
      .first()
      .waitFor();
    await page.getByText('A change with errors cannot be applied.').waitFor();
    expect(await button('Apply').isDisabled()).toBe(true);
    // The Director computes none.
    expect(await heading('Effects').count()).toBe(0);
    await holds();
    await button('Back').click();
  });
});

describe('the history', () => {
  test('has each change with its lines, and takes one back', async () => {
    const before = text();
    const admin = await fixture.app.as('admin');
    const operations = [{ op: 'set', type: 'job', name: 'BackupConsole', path: 'priority', value: 7 }];
    const comment = 'Before the others';
    const made = await admin.post('/configuration/changes', { director: 'embedded', comment, operations });
    const { id } = made.body as Change;
    await fixture.signedIn(`${resources}/changes`);
    await page.getByText('Before the others').click();
    await page.waitForURL(new RegExp(`changes/${id}$`));
    await heading('Change').waitFor();
    await page.getByText('– Draft').waitFor();
    await holds();
    await button('Apply').click();
    await page.getByText('✓ Applied').waitFor();
    expect(text()).toContain('priority: 7');
    await page.reload();
    await page.getByText('✓ Applied').waitFor();
    expect(await heading('Effects').count()).toBe(0);
    await button('Revert…').click();
    await page.waitForURL((url) => !url.href.endsWith(id));
    await page.getByText('- priority: 7').waitFor();
    await button('Apply').click();
    await page.getByText('✓ Applied').waitFor();
    expect(text()).toBe(before);
    expect((await history())[0]!.origin).toBe('revert');
  });

  test('has what was edited by hand', async () => {
    const before = text();
    writeFileSync(file(), `${before}# By hand.\n`);
    await until(async () => (await history())[0]?.origin === 'hand' || null);
    await fixture.signedIn(`${resources}/changes`);
    await page.getByText('file edited by hand').first().waitFor();
    await holds();
  });

  test('neither applies nor reverts where another console runs the jobs, and says why', async () => {
    const id = await draftOf('elsewhere');
    const applied = (await history()).find(({ origin }) => origin === 'revert')!;
    const elsewhere = (body: object) => ({ ...body, writable: false, access: 'read' });
    await fixture.alter('/configuration?director=embedded', elsewhere);
    await fixture.signedIn(`${resources}/changes/${id}`);
    await page.locator('#no-apply').getByText('Another console runs the jobs.').waitFor();
    expect(await button('Apply').isDisabled()).toBe(true);
    await holds();
    await page.goto(`${resources}/changes/${applied.id}`);
    await button('Revert…').waitFor();
    expect(await button('Revert…').isDisabled()).toBe(true);
    await discard(id);
  });

  test('lets no draft be discarded while it is applied', async () => {
    const before = text();
    await fixture.signedIn(`${resources}/job/BackupConsole`);
    await field('Priority').fill('8');
    await button('Review').click();
    const held = new Promise<() => void>((resolve) => {
      void page.route('**/apply', (route) => resolve(() => void route.continue()), { times: 1 });
    });
    await button('Apply').click();
    const proceed = await held;
    await button('Back').click({ force: true });
    await button('Applying…').waitFor();
    proceed();
    await button('Undo').click();
    await page.getByText('Change reverted.').waitFor();
    expect(text()).toBe(before);
  });

  test('says of a draft that is in force that it cannot be discarded', async () => {
    const id = await draftOf('in force');
    fixture.expectRefusal(/^409 DELETE .*changes/);
    await page.route('**/configuration/changes/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 409,
            json: {
              ...{
                type: 'about:blank',
                instance: '/',
                requestId: '1',
                title: 'Conflict',
                status: 409,
                code: 'conflict',
              },
              ...{ reason: 'change_not_draft', detail: 'It is in force.', params: { state: 'applied' } },
            },
          })
        : route.continue(),
    );
    await fixture.signedIn(`${resources}/changes/${id}`);
    await button('Discard draft').click();
    await page.getByRole('alert').getByText('It is in force.').waitFor();
    expect(page.url()).toContain(`/changes/${id}`);
    await discard(id);
  });

  test('follows a change that is being applied', async () => {
    const id = await draftOf('slow');
    let state = 'applying';
    await fixture.alter(`/configuration/changes/${id}`, (body: object) => ({ ...body, state }));
    await fixture.signedIn(`${resources}/changes/${id}`);
    await page.getByText('Applying').waitFor();
    state = 'rolled_back';
    await page.getByText('✕ Rolled back').waitFor();
    await discard(id);
  });

  test('lets a draft be discarded', async () => {
    const id = await draftOf('unwanted');
    await fixture.signedIn(`${resources}/changes/${id}`);
    await button('Discard draft').click();
    await page.getByRole('table', { name: 'History' }).waitFor();
    expect((await history()).map((change) => change.id)).not.toContain(id);
  });
});

describe('a change that was rolled back', () => {
  const refusal = {
    type: 'about:blank',
    instance: '/',
    requestId: '1',
    title: 'Conflict',
    status: 409,
    code: 'conflict',
  };
  const finding = { severity: 'error', code: 'interrupted', type: null, name: null, path: null, line: null };
  const findings = [{ ...finding, message: 'It was interrupted.', params: {} }];
  const rolledBack = { ...refusal, reason: 'change_rolled_back', detail: 'Draft it again.', findings };

  test('is no draft on its page any more', async () => {
    const id = await draftOf('interrupted');
    fixture.expectRefusal(/^409 POST .*apply/);
    await page.route('**/apply', async (route) => {
      await fixture.alter(`/configuration/changes/${id}`, (body: object) => ({
        ...body,
        state: 'rolled_back',
        findings,
      }));
      await route.fulfill({ status: 409, json: rolledBack });
    });
    await fixture.signedIn(`${resources}/changes/${id}`);
    await button('Apply').click();
    await page.getByText('✕ Rolled back').waitFor();
    await button('Apply').waitFor({ state: 'detached' });
    expect(await button('Discard draft').count()).toBe(0);
    await heading('Change').and(page.locator(':focus')).waitFor();
    await holds();
    await discard(id);
  });

  test('needs no discarding before the form is shown again', async () => {
    await fixture.signedIn(`${resources}/job/BackupConsole`);
    await field('Priority').fill('9');
    fixture.expectRefusal(/^409 (POST .*apply|DELETE .*changes)/);
    await page.route('**/apply', (route) => route.fulfill({ status: 409, json: rolledBack }));
    const notDraft = { ...refusal, reason: 'change_not_draft', detail: 'No draft.', params: { state: 'rolled_back' } };
    const discarded = new Promise<string>((resolve) => {
      void page.route('**/configuration/changes/*', async (route) => {
        if (route.request().method() !== 'DELETE') return route.continue();
        await route.fulfill({ status: 409, json: notDraft });
        resolve(route.request().url().split('/').at(-1)!);
      });
    });
    await button('Review').click();
    await button('Apply').click();
    await page.getByRole('alert').getByText('Draft it again.').waitFor();
    await button('Back').click();
    const id = await discarded;
    // The answer is taken when the form can be sent again.
    await button('Review').and(page.locator('[aria-disabled=false]')).waitFor();
    expect(await page.getByText('No draft.').count()).toBe(0);
    await discard(id);
  });
});

describe('the file', () => {
  test('is shown as it is, at the line of a resource', async () => {
    await fixture.signedIn(`${resources}/pool/Default`);
    await link('Show text').click();
    const shown = page.getByRole('region', { name: 'Text', exact: true });
    const marked = shown.locator('[aria-current=location]');
    await marked.getByText('- name: Default').waitFor();
    expect((await shown.innerText()).trim()).toBe(text().trim());
    await holds();
    await link('History').click();
    await page.getByRole('table', { name: 'History' }).waitFor();
  });

  test('with an error changes nothing, and the page says in which line it is', async () => {
    const before = text();
    const broken = before.replace('retention: 60 days', 'retention: 60 dys');
    writeFileSync(file(), broken);
    const line = broken.split('\n').findIndex((one) => one.includes('60 dys')) + 1;
    try {
      const admin = await fixture.app.as('admin');
      await until(async () => {
        const { drift } = (await admin.get('/configuration?director=embedded')).body as { drift: string };
        return drift === 'invalid' || null;
      });
      await fixture.signedIn(`${resources}/pool/Default`);
      await page.getByText('The file has errors.').waitFor();
      await page.getByRole('link', { name: new RegExp(`^line ${line}\\b`) }).waitFor();
      expect(await button('Review').isDisabled()).toBe(true);
      await holds();
    } finally {
      writeFileSync(file(), before);
    }
  });
});

describe('who may not', () => {
  test('read the configuration is told so', async () => {
    await fixture.signedIn(resources, 'readonly');
    await page.getByText("Your role readonly doesn't include configuration:read.").waitFor();
    await holds();
  });

  test('change it sees it, and why the forms are closed', async () => {
    await fixture.signedIn(`${resources}/job/BackupConsole`, 'reader');
    await page.getByText("Your role reader doesn't include configuration:write.").waitFor();
    expect(await field('Priority').isDisabled()).toBe(true);
    await page.goto('/#/new-backup');
    await heading('New backup').waitFor();
    await page.getByText("Your role reader doesn't include configuration:write.").waitFor();
    await holds();
  });

  test('draft a change applies one, and is offered neither to discard nor to undo it', async () => {
    const id = await draftOf('applied');
    await fixture.signedIn(`${resources}/changes/${id}`, 'applier');
    await button('Apply').waitFor();
    expect(await button('Discard draft').count()).toBe(0);
    await button('Apply').click();
    await page.getByText('✓ Applied').waitFor();
    await button('Revert…').waitFor();
    expect(await button('Undo').count()).toBe(0);
    await holds();
  });

  test('apply a change leaves a draft for one who may', async () => {
    mkdirSync(join(fixture.source, 'drafted'), { recursive: true });
    await fixture.signedIn('/#/new-backup', 'drafter');
    await field('Or type a path').fill(join(fixture.source, 'drafted'));
    await button('Add path').click();
    await button('Review').click();
    await page.getByText("Your role drafter doesn't include configuration:apply.").waitFor();
    expect(await button('Apply').isDisabled()).toBe(true);
    await fixture.signedIn(`${resources}/changes`);
    await page.getByText('– Draft').first().click();
    await button('Apply').waitFor();
    expect(await button('Apply').isEnabled()).toBe(true);
    await button('Discard draft').click();
    await page.getByRole('table', { name: 'History' }).waitFor();
  });
});
