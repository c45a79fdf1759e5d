import { type Page } from 'playwright-core';
import { type Stopwatch } from './stopwatch.js';

const dayMs = 86_400_000;
/** The history has a hundred days. Each round jumps to another one of these, so that no list is known from the last. */
const firstDay = 8;
const days = 83;
const stride = 31;
const wheelPx = 700;
const wheels = 25;
const ends = 4;

const states = [
  ['error', ['✕ Failed']],
  ['warning', ['! Succeeded with warnings']],
  ['canceled', ['– Canceled']],
  ['error,canceled', ['✕ Failed', '– Canceled']],
] as const;
const levels = ['Full', 'Incremental', 'Differential'];

/** Filters and scrolls the list of a million runs as somebody does who looks for one. */
export class UseOfRuns {
  private readonly page: Page;

  constructor(
    private readonly stopwatch: Stopwatch,
    private readonly clients: number,
  ) {
    this.page = stopwatch.page;
  }

  async round(round: number): Promise<void> {
    await this.page.goto('/#/runs?director=runs');
    await this.page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await this.page.locator('main [data-index]').first().waitFor();
    await this.scroll();
    await this.filterByDay(round);
    await this.filterByStateAndLevel(round);
    await this.filterByNames(round);
    await this.scroll();
  }

  private async filterByDay(round: number): Promise<void> {
    const back = firstDay + ((round * stride) % days);
    const day = new Date(Date.now() - back * dayMs).toISOString().slice(0, 10);
    const field = this.page.getByLabel('Until date');
    await this.stopwatch.take('filter by time', 'input', { sign: 'list', hash: `until=${day}` }, () => field.fill(day));
  }

  private async filterByStateAndLevel(round: number): Promise<void> {
    for (const turn of [0, 1]) {
      const [state, texts] = states[(2 * round + turn) % states.length]!;
      const byState = { sign: 'list', hash: `status=${state}`, head: 'State', texts } as const;
      await this.choose('filter by state', 'State', state, byState);
    }
    const level = levels[round % levels.length]!;
    const byLevel = { sign: 'list', hash: `level=${level}`, head: 'Level', texts: [level] } as const;
    await this.choose('filter by level', 'Level', level, byLevel);
    await this.takeAway('State');
    await this.takeAway('Level');
  }

  private async filterByNames(round: number): Promise<void> {
    const number = 1 + ((round * 7_919) % this.clients);
    const client = `client${String(number).padStart(5, '0')}-fd`;
    await this.type('filter by client', 'Client', client, { hash: `client=${client}`, head: 'Client' });
    await this.takeAway('Client');
    const job = `backup-client${String(1 + ((round * 104_729) % this.clients)).padStart(5, '0')}`;
    await this.type('filter by job', 'Job', job, { hash: `job=${job}`, head: 'Job' });
    await this.takeAway('Job');
  }

  private choose(kind: string, label: string, value: string, sign: Parameters<Stopwatch['take']>[2]): Promise<void> {
    const select = this.page.locator('.filters').getByRole('combobox', { name: label, exact: true });
    return this.stopwatch.take(kind, 'input', sign, () => select.selectOption(value));
  }

  private async type(kind: string, label: string, text: string, of: { hash: string; head: string }): Promise<void> {
    const field = this.page.locator('.filters').getByRole('combobox', { name: label, exact: true });
    await field.fill(text);
    await this.stopwatch.take(kind, 'keydown', { sign: 'list', ...of, texts: [text] }, () => field.press('Enter'));
  }

  private async takeAway(label: string): Promise<void> {
    const chip = this.page.getByRole('button', { name: `Remove filter ${label}` });
    await this.stopwatch.take('filter taken away', 'pointerdown', { sign: 'list', hash: '' }, () => chip.click());
  }

  private async scroll(): Promise<void> {
    await this.page.mouse.move(700, 500);
    for (let turn = 0; turn < wheels; turn += 1) {
      const sign = { sign: 'scrolled', by: wheelPx } as const;
      await this.stopwatch.take('scroll runs', 'wheel', sign, () => this.page.mouse.wheel(0, wheelPx));
    }
    for (let turn = 0; turn < ends; turn += 1) {
      await this.stopwatch.settled();
      await this.page.locator('main [data-index]').last().focus();
      await this.stopwatch.take('to the end of runs', 'keydown', { sign: 'grown' }, () =>
        this.page.keyboard.press('End'),
      );
    }
  }
}
