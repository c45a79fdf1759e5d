import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { signInWith, violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

const script = '<img src=x onerror=alert(1)>';
const chosen = 'chosen by the person';

let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** A person with this name as its role, without a browser. */
async function person(role: string): Promise<{ readonly id: string; readonly username: string }> {
  await fixture.app.as(role);
  const admin = await fixture.app.as('admin');
  const { items } = (await admin.get(`/admin/users?username=${role}-user`)).body as { items: { id: string }[] };
  return { id: items[0]!.id, username: `${role}-user` };
}

/** The part of the shown link behind the origin. */
async function shownLink(): Promise<string> {
  const url = await page.locator('.secret code').first().innerText();
  return url.slice(url.indexOf('/#/'));
}

async function choosePassword(words: string, again = words): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(words);
  await page.getByLabel('Repeat new password').fill(again);
  await button('Set password').click();
}

const snippetKinds = ['Shell script', 'GitHub Actions', 'GitLab CI'];

/** The lines of the shell in a step or job of a pipeline, as its runner gives them to the shell; a script as it is. */
function scriptIn(snippet: string): string {
  const lines = snippet.split('\n');
  const head = lines.findIndex((line) => /^\s*(run:|-) \|$/.test(line));
  const indent = /^ */.exec(lines[head + 1] ?? '')?.[0].length ?? 0;
  const shell = lines.slice(head + 1).map((line) => line.slice(indent));
  // Filled in by GitHub before a shell sees it.
  return (head < 0 ? snippet : shell.join('\n')).replace(/\$\{\{[^}]*\}\}/g, () => crypto.randomUUID());
}

async function exitCodeOf(shellScript: string, options: readonly string[], token: string): Promise<number | null> {
  const env = { PATH: process.env['PATH'], BACKUP_TOKEN: token, CI_JOB_ID: crypto.randomUUID() };
  const shell = spawn('bash', [...options, '-c', shellScript], { env, stdio: 'ignore' });
  const [code] = (await once(shell, 'exit')) as [number | null];
  return code;
}

describe('a role', () => {
  test('is made from another, seen in the matrix, changed, and deleted', async () => {
    await fixture.signedIn('/#/administration/roles');
    await page.getByRole('table', { name: 'Role capabilities' }).waitFor();
    await holds();
    await link('New role').first().click();
    await heading('New role').waitFor();
    await page.getByText('Lowercase letters, digits, hyphens; must start with a letter').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('night-shift');
    await page.getByLabel('Description').fill(script);
    await page.getByLabel('Copy from').selectOption('readonly');
    await page.getByRole('checkbox', { name: /^jobs:run / }).check();
    await holds();
    await button('Create role').click();
    await heading('night-shift').waitFor();
    await page.getByRole('checkbox', { name: /^jobs:cancel / }).check();
    await button('Save').click();
    await page.getByText('night-shift saved.').waitFor();
    await holds();
    await page.getByRole('navigation', { name: 'Parent pages' }).getByRole('link', { name: 'Roles' }).click();
    const row = page.getByRole('row', { name: /^jobs:cancel/ });
    const marks = await Promise.all((await row.getByRole('img').all()).map((mark) => mark.getAttribute('aria-label')));
    expect(marks).toEqual(['yes', 'yes', 'no', 'yes']);
    await page.getByText(script).waitFor();
    await link('Edit night-shift').click();
    await button('Delete night-shift').click();
    await button('Delete role night-shift').click();
    await page.getByText('Only the built-in roles exist.').waitFor();
  });

  test('says what a capability needs, when it is made and on its page', async () => {
    await fixture.makeRole('half', ['restore:run']);
    await fixture.signedIn('/#/administration/new-role');
    const run = page.getByRole('checkbox', { name: /^restore:run .*needs restore:browse/ });
    const lacks = page.getByText('restore:run needs restore:browse, which this role does not include.');
    await run.check();
    await lacks.waitFor();
    await holds();
    await page.getByRole('checkbox', { name: /^restore:browse / }).check();
    await lacks.waitFor({ state: 'detached' });
    await page.goto('/#/administration/roles/half');
    await lacks.waitFor();
  });

  test('that somebody has is not deleted, and the refusal is told', async () => {
    fixture.expectRefusal(/^409 DELETE /);
    await fixture.makeRole('porter', ['users:manage', 'tokens:own']);
    await fixture.app.as('porter');
    await fixture.signedIn('/#/administration/roles/porter');
    await page.getByText('1 user has this role').waitFor();
    await button('Delete porter').click();
    await button('Delete role porter').click();
    await page
      .getByRole('alert')
      .getByText(/Assign them another role first/)
      .waitFor();
    await page.goto('/#/administration/roles/admin');
    await page.getByText('This is a built-in role.').waitFor();
    expect(await page.getByRole('checkbox').first().isDisabled()).toBe(true);
    await holds();
  });

  test('that sees less gets only the parts of the administration that it may', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await fixture.signedIn('/#/administration', 'operator');
    await heading('API Tokens').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
    expect(await tabs.allInnerTexts()).toEqual([
      'API Tokens',
      'Sessions',
      'Monitoring',
      'Notifications',
      'Directors',
      'API',
    ]);
    expect(await page.getByRole('group', { name: 'Security' }).getByRole('link').allInnerTexts()).toEqual([
      'API Tokens',
      'Sessions',
    ]);
    await link('Sessions').click();
    await heading('Sessions').waitFor();
    expect(await page.title()).toBe('Sessions · Backup Console');
  });
});

describe('a person', () => {
  test('is invited, chooses a password with the link, signs in with it, and the link works no second time', async () => {
    fixture.expectRefusal(/^404 POST .*one-time-link\/check$/);
    await fixture.signedIn('/#/administration/users');
    await page.getByLabel('User').first().fill('nina');
    await page.getByLabel('Role').first().selectOption('operator');
    await button('Create and invite').click();
    await heading('Link for nina').waitFor();
    const address = await shownLink();
    expect(address).toMatch(/^\/#\/welcome\/[\w-]{43}$/);
    expect(page.url()).not.toContain(address.split('/').at(-1));
    await holds();
    await button('Done').click();
    await page.getByRole('row').filter({ hasText: 'nina' }).getByText('invited').waitFor();
    await holds();
    await button('Sign out').click();
    await page.getByLabel('Password').waitFor();

    await page.goto(address);
    await page.getByText(`An administrator of Backup Console at ${new URL(page.url()).host} sent`).waitFor();
    await page.getByText(/^The password is for the user nina\. The link expires on .+\.$/).waitFor();
    await choosePassword(chosen, 'chosen otherwise');
    await page.getByText('The passwords do not match.').waitFor();
    await holds();
    await choosePassword(chosen);
    await page.getByText('Password set. Sign in with it.').waitFor();
    expect(page.url()).not.toContain('welcome');
    await signInWith(page, chosen, 'nina');
    await button('nina').waitFor();

    await page.goto(address);
    await page.getByText('Ask an administrator for a new one.').waitFor();
    await holds();
  });

  test('was made now, not in some seconds, where the clock of the browser is behind', async () => {
    await page.addInitScript('const real = Date.now.bind(Date); Date.now = () => real() - 5_000;');
    await fixture.signedIn('/#/administration/users');
    const admin = await fixture.app.as('admin');
    await admin.post('/admin/users', { username: 'petra', role: 'operator', password: chosen });
    await page.reload();
    const times = page.getByRole('row').filter({ hasText: 'petra' }).locator('time');
    await times.first().waitFor();
    for (const time of await times.allInnerTexts()) expect(time).toMatch(/^(now|\d+ seconds? ago)$/);
  });

  test('has the chosen role, also if the list of roles arrives after the choice', async () => {
    await fixture.makeRole('late-listed', ['jobs:read']);
    const { id, username } = await person('readonly');
    for (const [address, name] of [
      [`/#/administration/users/${id}`, username],
      ['/#/administration/users', 'Users'],
    ] as const) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/v1/admin/roles?*', async (route) => {
        await released;
        await route.continue();
      });
      await fixture.signedIn(address);
      await heading(name).waitFor();
      const role = page.getByLabel('Role').first();
      await role.selectOption('operator');
      release();
      await role.getByRole('option', { name: 'late-listed' }).waitFor({ state: 'attached' });
      expect(await role.inputValue()).toBe('operator');
    }
  });

  test('who is invited gets the role readonly again, until another one is chosen', async () => {
    await fixture.signedIn('/#/administration/users');
    const role = page.getByLabel('Role').first();
    await page.getByLabel('User').first().fill('first-invited');
    await role.selectOption('operator');
    await button('Create and invite').click();
    await heading('Link for first-invited').waitFor();
    await button('Done').click();
    expect(await role.inputValue()).toBe('readonly');
    await page.getByLabel('User').first().fill('next-invited');
    await button('Create and invite').click();
    await heading('Link for next-invited').waitFor();
    const admin = await fixture.app.as('admin');
    const roleOf = async (username: string) =>
      ((await admin.get(`/admin/users?username=${username}`)).body as { items: { role: string }[] }).items[0]!.role;
    expect([await roleOf('first-invited'), await roleOf('next-invited')]).toEqual(['operator', 'readonly']);
  });

  test('gets another role, and what their tokens keep is told and can be taken', async () => {
    await fixture.makeRole('mover', ['tokens:own', 'jobs:read']);
    const { id, username } = await person('mover');
    const mover = await fixture.app.as('mover');
    expect((await mover.post('/tokens', { name: 'of a mover' })).status).toBe(201);
    await fixture.signedIn(`/#/administration/users/${id}`);
    await heading(username).waitFor();
    await page.getByLabel('Role').selectOption('readonly');
    await button('Change role').click();
    await page.getByText(`${username} now has the role readonly.`).waitFor();
    await page.getByText(/still has a different role/).waitFor();
    await holds();
    await button('Revoke these tokens').click();
    await button('Revoke tokens').click();
    await page.getByText(/revoked\.$/).waitFor();
  });

  test('who is disabled gets no link until enabled again; one who has forgotten the password gets one', async () => {
    const { id, username } = await person('readonly');
    await fixture.signedIn(`/#/administration/users/${id}`);
    await button('Disable').click();
    await holds();
    await button('Disable user').click();
    await page.getByText(`${username} disabled.`).waitFor();
    await page.getByText('Disabled users cannot get a link.').waitFor();
    expect(await button('Create reset link').isDisabled()).toBe(true);
    await holds();
    await button('Enable').click();
    await page.getByText(`${username} can sign in again.`).waitFor();
    await button('Create reset link').click();
    await heading(`Link for ${username}`).waitFor();
    await page.goto(await shownLink());
    await choosePassword(chosen);
    await page.getByText('Password set.').or(button('Sign out')).first().waitFor();
  });
});

describe('tokens', () => {
  test('of everybody are found by a filter that the address keeps, and one tells what it may', async () => {
    const operator = await fixture.app.as('operator');
    expect((await operator.post('/tokens', { name: script })).status).toBe(201);
    await fixture.signedIn('/#/administration/tokens');
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('*');
    await page.waitForURL(/owner=\*|owner=%2A/);
    await page.getByRole('combobox', { name: 'State' }).selectOption('active');
    await page.reload();
    await link(script).waitFor();
    await holds();
    await link(script).click();
    await heading(script).waitFor();
    await page.getByText('jobs:run', { exact: true }).waitFor();
    await page.getByText(/fixed when the token was created/).waitFor();
    await holds();
  });

  test('lead from their row to the records by them and about them, and from their page to the runs they started', async () => {
    const { body } = await (await fixture.app.as('admin')).post('/tokens', { name: 'traced' });
    const { id, plaintext } = body as { id: string; plaintext: string };
    const headers = { authorization: `Bearer ${plaintext}`, 'content-type': 'application/json' };
    const started = await fetch(`${fixture.app.url}/api/v1/operations/jobs/run`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ job: 'Letters', level: 'Full' }),
    });
    const { jobId } = (await started.json()) as { jobId: number };
    await fixture.signedIn('/#/administration/tokens?name=traced');
    const row = page.getByRole('row').filter({ has: link('traced') });
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await row.getByRole('link', { name: 'About it' }).waitFor();
    if (wide) await page.setViewportSize(wide);
    await row.getByRole('link', { name: 'By it' }).click();
    await page.waitForURL(new RegExp(`audit\\?byTokenId=${id}`));
    await link('job.run').waitFor();
    expect(await link('api_token.create').count()).toBe(0);
    await page.goBack();
    await row.getByRole('link', { name: 'About it' }).click();
    await link('api_token.create').waitFor();
    expect(await link('job.run').count()).toBe(0);
    await holds();
    await page.goBack();
    await link('traced').click();
    await link('Runs it started').click();
    await link(`Run ${jobId}`).waitFor();
    expect(await page.getByRole('link', { name: /^Run \d+$/ }).count()).toBe(1);
  });

  test('lead those who may not read the audit log nowhere', async () => {
    await fixture.makeRole('token-owner', ['tokens:own']);
    expect((await (await fixture.app.as('token-owner')).post('/tokens', { name: 'untraced' })).status).toBe(201);
    await fixture.signedIn('/#/administration/tokens', 'token-owner');
    await link('untraced').click();
    await heading('untraced').waitFor();
    for (const name of [/^By it/, /^About it/, /^Audit records/, 'Runs it started'])
      expect([name, await page.getByRole('link', { name }).count()]).toEqual([name, 0]);
  });

  test('come with snippets that are filled in', async () => {
    await fixture.signedIn('/#/administration/tokens');
    await page.getByLabel('Name').fill('for a pipeline');
    await button('Create token').click();
    const plaintext = await page.locator('.secret code').first().innerText();
    for (const kind of snippetKinds) await page.getByText(kind).click();
    const texts = await page.locator('.secret code').allInnerTexts();
    expect(texts[4]).toBe('BACKUP_TOKEN=$(cat ~/.backup-token) sh backup.sh');
    expect(texts[5]).toBe('gh secret set BACKUP_TOKEN');
    // A command line is seen by others: only the variable of GitLab, which a form takes, holds the token.
    expect(texts.flatMap((text, index) => (text.includes(plaintext) ? [index] : []))).toEqual([0, 7]);
    expect(texts[6]).toMatch(/-d '{"job":"\w+"}'/);
    expect(texts[8]).toContain('Idempotency-Key: gitlab-$CI_JOB_ID');
    await holds();
  });

  test('come with snippets that wait for the run and fail when the backup fails', async () => {
    await fixture.signedIn('/#/administration/tokens');
    await page.getByLabel('Name').first().fill('for a pipeline that waits');
    await button('Create token').click();
    const plaintext = await page.locator('.secret code').first().innerText();
    for (const kind of snippetKinds) await page.getByText(kind).click();
    const texts = await page.locator('.secret code').allInnerTexts();
    for (const [index, options] of [
      [2, []],
      [6, ['-e']],
      [8, ['-eo', 'pipefail']],
    ] as const) {
      const script = scriptIn(texts[index] ?? '');
      const ends = (job: string) => exitCodeOf(script.replace(/"job":"\w+"/, `"job":"${job}"`), options, plaintext);
      expect([await ends('Letters'), await ends('Gone'), await ends('Nowhere')]).toEqual([0, 1, 1]);
    }
  });
});

describe('the sign-in', () => {
  test('shows the password on request, and hides it again when it is sent', async () => {
    fixture.expectRefusal(/^401 POST \/api\/v1\/auth\/login$/);
    await page.goto('/#/jobs');
    await page.getByText('First start?').waitFor();
    const hint = page.getByText(
      'On the first start, the password of admin is written to admin-password in the data folder',
    );
    expect(await hint.isVisible()).toBe(false);
    await page.getByText('First start?').click();
    await hint.waitFor();
    const field = page.getByLabel('Password');
    await page.getByLabel('User').fill('admin');
    await field.fill('not the password');
    await button('Show password').click();
    expect(await field.getAttribute('type')).toBe('text');
    await holds();
    await button('Sign in').click();
    await page.getByRole('alert').getByText('Wrong username or password.').waitFor();
    expect(await field.getAttribute('type')).toBe('password');
  });

  test('has the mark of the product, and its version is in the settings', async () => {
    await page.goto('/#/jobs');
    await page.locator('.sign-in h1 > svg').waitFor();
    await fixture.signedIn('/#/jobs');
    await button('admin').click();
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    await page.getByText(`Backup Console ${version}`, { exact: true }).waitFor();
  });
});

describe('the own sessions', () => {
  test('are shown, whatever their browsers call themselves, and one is ended', async () => {
    const headers = { 'user-agent': script, 'content-type': 'application/json' };
    await fixture.makeRole('watcher', ['tokens:own']);
    await fixture.app.as('watcher');
    const body = JSON.stringify({ username: 'watcher-user', password: 'watcher password of a test' });
    const other = await fetch(`${fixture.app.url}/api/v1/auth/login`, { method: 'POST', headers, body });
    const cookie = other.headers.get('set-cookie')!.split(';')[0]!;
    await fixture.signedIn('/#/administration/sessions', 'watcher');
    await page.getByText(script).waitFor();
    await holds();
    await button(`End ${script}`).click();
    await button(`End session ${script}`).click();
    await page.getByText('Session ended.').waitFor();
    expect((await fetch(`${fixture.app.url}/api/v1/auth/me`, { headers: { cookie } })).status).toBe(401);
  });
});

describe('the own account', () => {
  test('changes its password with the present one, and is told where that is wrong or the new one is weak', async () => {
    fixture.expectRefusal(/^422 PUT /);
    await fixture.makeRole('guest', ['tokens:own']);
    await fixture.signedIn('/#/account', 'guest');
    const change = async (current: string, next = chosen) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('Repeat new password').fill(next);
      await button('Change password').click();
    };
    await change('not the password');
    await page.getByRole('alert').getByText('The current password is wrong.').waitFor();
    await holds();
    await change('guest password of a test', 'passwordpassword');
    await page.locator('#weak').getByRole('alert').getByText('This password is easy to guess').waitFor();
    await page.locator('[name=fresh][aria-invalid=true]:focus').waitFor();
    await holds();
    await change('guest password of a test');
    await page.getByText('Password changed.').waitFor();
    await button('Sign out').click();
    await signInWith(page, chosen, 'guest-user');
    await button('guest-user').waitFor();
  });
});

describe('without a mouse', () => {
  test('a person is invited', async () => {
    await fixture.signedIn('/#/administration/users');
    await page.getByLabel('User').first().focus();
    await page.keyboard.type('otto');
    await page.keyboard.press('Enter');
    await heading('Link for otto').waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.innerText || document.activeElement.ariaLabel');
    expect(await focused()).toBe('Link for otto');
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Copy: Link');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Users');
    await link('otto').focus();
    await page.keyboard.press('Enter');
    await heading('otto').waitFor();
    expect(await focused()).toBe('otto');
  });
});
