import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, type Request } from 'playwright-core';
import { until } from '../fixtures/until.js';

/** The paths of all routes of the page, as its router's files have them. */
export function routesOfThePage(): readonly string[] {
  const folder = join(process.cwd(), 'web', 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.routes.ts'),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
  });
}

/** Follows one page from view to view, and knows when a view has all that it asked for. */
export class ViewReader {
  private pending = 0;

  constructor(private readonly page: Page) {
    const isWaitedFor = (url: string) => !url.includes('/operations/stream');
    page.on('request', (request) => (this.pending += isWaitedFor(request.url()) ? 1 : 0));
    const ended = (request: Request) => (this.pending -= isWaitedFor(request.url()) ? 1 : 0);
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  }

  /** Sentences and labels of the view at this address, but for what is marked as quoted: code, logs, another language. */
  async textsAt(address: string): Promise<ReadonlySet<string>> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(address)}`);
    await until(async () => (await this.isSettled()) && this.isSettled());
    return new Set(await this.page.evaluate<string[]>(textsInView));
  }

  private async isSettled(): Promise<boolean> {
    const isDrawn = await this.page.evaluate<boolean>(isDrawnAfterTwoFrames);
    return isDrawn && this.pending === 0;
  }
}

const isDrawnAfterTwoFrames = `(async () => {
  for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return document.querySelector('main h1') !== null && document.querySelector('.placeholder') === null;
})()`;

const textsInView = String.raw`(() => {
  const quoted = 'code, pre, blockquote, textarea, noscript, script, style, [lang]:not(html), .log';
  const labels = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description'];
  const elements = [...document.body.querySelectorAll('*')].filter((element) => element.closest(quoted) === null);
  const own = (element) =>
    [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ' ')).join('');
  return elements
    .flatMap((element) => [own(element), ...labels.map((name) => element.getAttribute(name) ?? '')])
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
})()`;
