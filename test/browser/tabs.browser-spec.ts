import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { until } from '../harness/fixtures/until.js';

const stream = '/api/v1/operations/stream';
/** A little longer than a tab waits between two questions to the one that leads. */
const askEveryMs = 4_100;

let fixture: PageFixture;
let first: Page;
let second: Page;
let opened: Page[];

beforeAll(async () => {
  fixture = await PageFixture.start();
  await fixture.runJob('Letters');
});

afterAll(() => fixture.stop());

/**
 * A frozen tab holds its lock and hears nothing. Chromium itself freezes only what is hidden, which no page of a test is, and
 * its debugger stops all tabs of one process at once.
 */
const canBeFrozen = `for (const name of ['BroadcastChannel', 'EventSource']) {
  window[name] = class extends window[name] {
    constructor(...parts) {
      super(...parts);
      for (const kind of ['message', 'run', 'reset', 'open', 'error'])
        this.addEventListener(kind, (event) => { if (window.isFrozen) event.stopImmediatePropagation(); });
    }
  };
}
const startTimer = window.setInterval;
window.setInterval = (work, ...rest) => startTimer(() => window.isFrozen || work(), ...rest);`;

// Two tabs of one browser; the clock of the second one is moved by the test.
beforeEach(async () => {
  await fixture.open();
  opened = [];
  first = fixture.page;
  first.context().on('request', (request) => {
    if (request.url().includes(stream)) opened.push(request.frame().page());
  });
  await first.addInitScript(canBeFrozen);
  await fixture.signedIn('/#/runs');
  await live(first);
  second = await first.context().newPage();
  await second.addInitScript(countAnswers);
  await second.clock.install();
  await second.goto('/#/runs');
  await live(second);
});

afterEach(() => fixture.close());

const light = (page: Page, state: string) => page.getByRole('banner').getByRole('status').filter({ hasText: state });
const live = (page: Page) => light(page, 'Live').waitFor();
const seesRun = (page: Page) => page.getByRole('button', { name: /^\d+ new/ }).waitFor();

/** What the leading tab says of its stream is heard by whoever listens. */
const countAnswers = `window.answers = 0;
new BroadcastChannel('backup-console-stream').onmessage = ({ data }) => { if (data.state) window.answers++; };`;

/** Lets the clock of the second tab run until it asks, and waits for the answer. */
async function oneQuestion(): Promise<void> {
  const answers = () => second.evaluate<number>('window.answers');
  const before = await answers();
  await second.clock.runFor(askEveryMs);
  await until(async () => (await answers()) > before || null);
}

describe('two tabs of one browser', () => {
  test('share one stream, for as long as the first one answers, and when it is left the second one takes over', async () => {
    for (let asked = 0; asked < 5; asked++) await oneQuestion();
    expect(opened).toEqual([first]);
    await fixture.runJob('Letters');
    await seesRun(second);
    await first.goto('about:blank');
    await until(() => opened.length === 2 || null);
    await live(second);
  });

  test('have the second one take over when the first is frozen, which steps back when it is thawed', async () => {
    await first.evaluate('window.isFrozen = true');
    await until(async () => {
      await second.clock.runFor(askEveryMs);
      return opened.length === 2 || null;
    });
    expect(opened).toEqual([first, second]);
    await live(second);
    await fixture.runJob('Letters');
    await seesRun(second);
    await first.evaluate('window.isFrozen = false');
    await live(first);
    await fixture.runJob('Letters');
    await seesRun(first);
    expect(opened).toEqual([first, second]);
  });
});
