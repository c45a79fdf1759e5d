import { type Page } from 'playwright-core';
import { chainClient, type ChainHistory } from './chain-history.js';
import { type Stopwatch } from './stopwatch.js';

const wheelPx = 700;
const wheels = 20;
const ends = 4;
const deepest = 8;
const common = ['report', 'data', 'invoice_', 'PIC_2025*', '*.docx', 'README.md'];
const never = 'zzqxqzz';

/** Walks the tree of a chain of ten million files, scrolls its largest folder, and searches in it. */
export class UseOfRestore {
  private readonly page: Page;
  private draws = 1;

  constructor(
    private readonly stopwatch: Stopwatch,
    private readonly chain: ChainHistory,
  ) {
    this.page = stopwatch.page;
  }

  async round(round: number): Promise<void> {
    await this.page.goto(`/#/restore?director=files&by=time&client=${chainClient}`);
    await this.page.getByRole('link', { name: 'Open /', exact: true }).waitFor();
    await this.walk();
    await this.hugeFolder();
    await this.otherPoint(round);
    await this.search(round);
    await this.searchByName(round);
  }

  /** Down from the root, then by chance until a folder has no other in it. */
  private async walk(): Promise<void> {
    const top = this.topFolder;
    for (const path of stepsTo(top)) await this.open(path);
    for (let depth = 0, at = top; depth < deepest; depth += 1) {
      const below = (await this.stopwatch.folders()).filter(
        (path) => path.startsWith(at) && path !== this.chain.hugeFolder,
      );
      const next = below[this.draw(below.length)];
      if (next === undefined) break;
      await this.open(next);
      at = next;
    }
    await this.back(top);
  }

  private async hugeFolder(): Promise<void> {
    await this.open(this.chain.hugeFolder, 'open the largest folder');
    await this.page.mouse.move(700, 600);
    for (let turn = 0; turn < wheels; turn += 1) {
      const sign = { sign: 'scrolled', by: wheelPx } as const;
      await this.stopwatch.take('scroll the largest folder', 'wheel', sign, () => this.page.mouse.wheel(0, wheelPx));
    }
    for (let turn = 0; turn < ends; turn += 1) {
      await this.stopwatch.settled();
      await this.page.locator('main .what [data-index]').last().focus();
      const press = () => this.page.keyboard.press('End');
      await this.stopwatch.take('to the end of the largest folder', 'keydown', { sign: 'grown' }, press);
    }
    await this.page.evaluate('scrollTo(0, 0)');
    await this.back(this.topFolder);
  }

  /** The same folder as of another time: another chain, another answer. */
  private async otherPoint(round: number): Promise<void> {
    const points = this.page.getByLabel('As of');
    const values = await points
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as { value?: string }).value ?? ''));
    const value = values[1 + (round % (values.length - 1))] ?? '';
    const sign = { sign: 'asOf', hash: `point=${value}` } as const;
    await this.stopwatch.take('as of another time', 'input', sign, () => points.selectOption(value));
  }

  private async search(round: number): Promise<void> {
    const rare = this.chain.rareNames[round % this.chain.rareNames.length] ?? '';
    for (const text of [common[round % common.length]!, rare, never]) await this.searchFor('search in the chain', text);
  }

  private async searchByName(round: number): Promise<void> {
    await this.page.getByRole('link', { name: 'Find a file' }).click();
    const text = this.chain.rareNames[(round + 5) % this.chain.rareNames.length] ?? '';
    await this.searchFor('search over all runs', text, 'name');
  }

  private async searchFor(kind: string, text: string, name = 'q'): Promise<void> {
    const field = this.page.getByRole('searchbox', { name: 'Part of a name (* and ? allowed)' });
    await field.fill(text);
    const sign = { sign: 'found', hash: `${name}=${text}`, text: text.replaceAll('*', '') } as const;
    await this.stopwatch.take(kind, 'keydown', sign, () => field.press('Enter'));
  }

  private async open(path: string, kind = 'open a folder'): Promise<void> {
    const link = this.page.getByRole('link', { name: `Open ${path}`, exact: true });
    await this.stopwatch.take(kind, 'pointerdown', { sign: 'folder', path }, () => link.click());
  }

  private async back(path: string): Promise<void> {
    const steps = this.page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link');
    const link = steps.nth(stepsTo(path).length);
    await this.stopwatch.take('back up the tree', 'pointerdown', { sign: 'folder', path }, () => link.click());
  }

  private get topFolder(): string {
    return this.chain.hugeFolder.replace(/[^/]+\/$/, '');
  }

  /** The same walks at each run of the suite. */
  private draw(below: number): number {
    this.draws = (this.draws * 48_271) % 2_147_483_647;
    return this.draws % below;
  }
}

/** `/`, `/srv/`, `/srv/client1/`. */
function stepsTo(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
