import { describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { violationsOf } from '../harness/browser/browser.js';
import { type PageFixture } from '../harness/browser/page-fixture.js';
import { shareFixture } from '../harness/browser/share-fixture.js';

const evil = '<img src=x onerror=alert(1)>';
const address = '/#/administration/directors/embedded/console';
let fixture: PageFixture;
let page: Page;

shareFixture({
  started: (one) => void (fixture = one),
  opened: (one) => void (page = one),
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const line = () => page.getByLabel('Command', { exact: true });

async function holds(): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

interface Body {
  readonly command: string;
  readonly confirm?: boolean;
}

/** A Director with a console that asks for the confirmation of `delete …` and asks back for `run`. */
async function withConsole(sent: Body[] = []): Promise<void> {
  await fixture.alter('/directors/embedded', (body: { abilities: string[] }) => ({
    ...body,
    abilities: [...body.abilities, 'console'],
  }));
  await page.route('**/api/v1/directors/embedded/console', async (route) => {
    const body = route.request().postDataJSON() as Body;
    sent.push(body);
    const { command, confirm } = body;
    const problem = { title: 'Refused', detail: 'Refused.', requestId: 'r1' };
    if (command.startsWith('delete') && confirm !== true)
      return route.fulfill({ status: 409, json: { ...problem, status: 409, code: 'confirmation_required' } });
    const asked = { question: 'Select Job: ', output: 'Select Job: Job not run.' };
    if (command === 'run')
      return route.fulfill({ status: 422, json: { ...problem, status: 422, code: 'command_asks', ...asked } });
    const output = `Answer to ${command} ${evil} ${'wide '.repeat(60)}`;
    return route.fulfill({ json: { director: 'embedded', command, output, truncated: true, durationMs: 1234 } });
  });
}

async function send(command: string): Promise<void> {
  await line().fill(command);
  await page.keyboard.press('Enter');
}

describe('the console of a Director', () => {
  test('is opened from its page, and shows answers as text, with what was cut', async () => {
    const sent: Body[] = [];
    await withConsole(sent);
    await fixture.signedIn('/#/administration/directors/embedded');
    await page.getByRole('link', { name: 'Console', exact: true }).click();
    await page.getByText('No command sent yet.').waitFor();
    await holds();
    await button('Use status director').click();
    expect(await line().inputValue()).toBe('status director');
    await page.keyboard.press('Enter');
    await page.getByText(`Answer to status director ${evil}`).waitFor();
    await page.getByText('The output is longer than 1 MiB.').waitFor();
    await page.getByText('1.2 s').waitFor();
    expect(sent).toEqual([{ command: 'status director' }]);
    await button('Copy the output of status director').waitFor();
    await holds();
    await button('Clear').click();
    await page.getByText('No command sent yet.').waitFor();
  });

  test('has earlier commands on the arrow keys, and what was being typed', async () => {
    await withConsole();
    await fixture.signedIn(address);
    await send('version');
    await page.getByText('Answer to version').waitFor();
    await send('time');
    await page.getByText('Answer to time').waitFor();
    await line().fill('li');
    const seen = [];
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
      await line().press(key);
      seen.push(await line().inputValue());
    }
    expect(seen).toEqual(['time', 'version', 'version', 'time', 'li']);
  });

  test('names a command that may change something before it sends it', async () => {
    fixture.expectRefusal(/^409 POST .*console$/);
    const sent: Body[] = [];
    await withConsole(sent);
    await fixture.signedIn(address);
    await send('delete volume=Full-0001 yes');
    const dialog = page.getByRole('dialog', { name: 'Send this command?' });
    await dialog.getByText('delete volume=Full-0001 yes').waitFor();
    await holds();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual([{ command: 'delete volume=Full-0001 yes' }]);
    await send('delete volume=Full-0001 yes');
    await button('Send command').click();
    await page.getByText('Answer to delete volume=Full-0001 yes').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(sent.at(-1)).toEqual({ command: 'delete volume=Full-0001 yes', confirm: true });
  });

  test('shows what a Director asked, and that it was canceled', async () => {
    fixture.expectRefusal(/^422 POST .*console$/);
    await withConsole();
    await fixture.signedIn(address);
    await send('run');
    await page.getByText('The Director asked a question, which was canceled:').waitFor();
    await page.getByText('Select Job: Job not run.').waitFor();
    await page.getByRole('alert').getByText('Refused.').first().waitFor();
    await holds();
  });

  test('fits a narrow window, with wide answers scrolling inside', async () => {
    await withConsole();
    await page.setViewportSize({ width: 360, height: 740 });
    await fixture.signedIn(address);
    await send('version');
    await page.getByText('Answer to version').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await holds();
  });

  test('is not offered by a Director that has none, and says so at its address', async () => {
    await fixture.signedIn('/#/administration/directors/embedded');
    await page.getByRole('heading', { name: 'Connection' }).waitFor();
    expect(await page.getByRole('link', { name: 'Console', exact: true }).count()).toBe(0);
    await page.goto(new URL(address, page.url()).href);
    await page.getByText('This Director has no console.').waitFor();
    await holds();
  });

  test('speaks German too', async () => {
    await withConsole();
    await fixture.signedIn(address);
    await page.evaluate(`localStorage.setItem('backup-console', JSON.stringify({ language: 'de' }))`);
    await page.reload();
    await page.getByRole('heading', { name: 'Konsole' }).waitFor();
    await page.getByText('Befehle, die nur lesen').first().waitFor();
  });
});
