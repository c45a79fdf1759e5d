import { type Locator, type Page } from 'playwright-core';
import { adminPassword } from '../fixtures/test-console.js';
import { until } from '../fixtures/until.js';

interface Focus {
  /** For the message of a failure: its tag, and what it is called as far as a script can tell. */
  readonly name: string;
  readonly isNothing: boolean;
  /** A ring is drawn, or it is a heading, which shows by being on top. */
  readonly isMarked: boolean;
  /** Not wholly below a bar, nor outside of the window. */
  readonly isInView: boolean;
}

const focusScript = `(() => {
  const element = document.activeElement ?? document.body;
  if (element === document.body) return { name: 'nothing', isNothing: true, isMarked: true, isInView: true };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const text = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '';
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + 3, top + 3], [right - 3, bottom - 3]];
  const hits = points.map(([x, y]) => document.elementFromPoint(x, y)).filter((hit) => hit !== null);
  return {
    name: element.tagName.toLowerCase() + ' "' + text.trim().split('\\n')[0] + '"',
    isNothing: false,
    isMarked: /^H[12]$/.test(element.tagName) || (outlineStyle !== 'none' && outlineWidth !== '0px'),
    isInView: hits.some((hit) => element.contains(hit) || hit.contains(element)),
  };
})()`;

const mostStops = 120;

/** A person who has a keyboard and nothing else. Whatever gets the focus has to show it. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  focus(): Promise<Focus> {
    return this.page.evaluate<Focus>(focusScript);
  }

  /** What has the focus, by the words of `Focus`. */
  async at(): Promise<string> {
    return (await this.focus()).name;
  }

  async has(target: Locator): Promise<boolean> {
    return (await this.page.locator(':focus').and(target).count()) > 0;
  }

  /** Waits until the focus is on this, wherever the page gives it. */
  async arrivesAt(target: Locator): Promise<void> {
    await until(async () => (await this.has(target)) || null).catch(async () => {
      throw new Error(`The focus is on ${await this.at()}, not on ${String(target)}.`);
    });
    await this.showsFocus();
  }

  /** The focus is on something, and can be seen; a moment is granted to what answers later. */
  async keepsFocus(): Promise<void> {
    const keptFocus = async () => {
      const focus = await this.focus();
      return !focus.isNothing && focus.isInView && focus;
    };
    const focus = await until(keptFocus, 10_000).catch(async () => {
      throw new Error(`The focus was lost, or is out of view: ${await this.at()}.`);
    });
    // Not read again: what answers later may move the page between two readings.
    requireShown(focus);
  }

  /** Presses Tab until this has the focus; each stop on the way must be seen. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.first().waitFor();
    const passed: string[] = [];
    while (passed.length < mostStops) {
      if (await this.has(target)) return;
      await this.page.keyboard.press(key);
      passed.push(await this.showsFocus());
    }
    throw new Error(`${key} never comes to ${String(target)}, but to ${passed.join(', ')}.`);
  }

  /** Goes to a control and presses it; afterwards something still has the focus. */
  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press(key);
    await this.keepsFocus();
  }

  /** Goes to a field and types over what stands in it. */
  async write(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** Chooses of a native list by the first letters of an entry. */
  async choose(target: Locator, entry: string): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.type(entry);
    const shown = () => this.page.evaluate<string>("document.activeElement?.selectedOptions?.[0]?.text ?? ''");
    await until(async () => (await shown()).startsWith(entry) || null).catch(async () => {
      throw new Error(`${String(target)} shows "${await shown()}", not "${entry}".`);
    });
    await this.keepsFocus();
  }

  /** Goes to a list and, arrow by arrow, to the row that has this text. */
  async toRow(list: string, text: string | RegExp): Promise<void> {
    const rows = this.page.getByRole('table', { name: list }).getByRole('row');
    await this.tabTo(rows);
    const wanted = rows.filter({ hasText: text });
    await wanted.first().waitFor();
    await this.page.keyboard.press('Home');
    for (let row = 0; row < mostStops; row++) {
      if (await this.has(wanted)) return;
      const index = await this.page.locator(':focus').getAttribute('data-index');
      await this.page.keyboard.press('ArrowDown');
      await until(async () => (await this.page.locator(':focus').getAttribute('data-index')) !== index || null);
      await this.showsFocus();
    }
    throw new Error(`No row of ${list} has the text ${String(text)}.`);
  }

  /** To the page of this name, by the palette. */
  async goTo(name: string, heading: string | RegExp = name): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.arrivesAt(this.page.getByRole('combobox', { name: 'Search or jump to…' }));
    await this.page.keyboard.type(name);
    await this.page.getByRole('option', { name: `${name} Page`, exact: true, selected: true }).waitFor();
    await this.page.keyboard.press('Enter');
    const title = this.page.getByRole('heading', { level: 1, name: heading, exact: true });
    await this.arrivesAt(title);
  }

  /** Signs in at the form, as admin where nobody else is named. */
  async signIn(username = 'admin', password = adminPassword): Promise<void> {
    await this.arrivesAt(this.page.getByLabel('User'));
    await this.page.keyboard.type(username);
    await this.page.keyboard.press('Tab');
    await this.arrivesAt(this.page.getByLabel('Password'));
    await this.page.keyboard.type(password);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  private async showsFocus(): Promise<string> {
    return requireShown(await this.focus());
  }
}

function requireShown({ name, isMarked, isInView }: Focus): string {
  if (!isMarked) throw new Error(`The focus on ${name} cannot be seen.`);
  if (!isInView) throw new Error(`The focus on ${name} is out of view.`);
  return name;
}
