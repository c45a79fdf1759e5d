import { copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShownPage } from './pages.js';
import { kinds } from './capture.js';

/** Those that the README shows; the others are not kept in git. */
const shownInReadme = ['overview-wide-light', 'restore-versions-wide-light', 'run-failed-wide-dark'];

/** Takes away pictures of pages that are gone, and writes the list of those that are there. */
export function writeAlbum(folder: string, pages: readonly ShownPage[]): void {
  const wanted = new Set(pages.flatMap(({ name }) => kinds.map((kind) => `${name}-${kind.name}.webp`)));
  for (const name of readdirSync(folder)) if (name.endsWith('.webp') && !wanted.has(name)) rmSync(join(folder, name));
  const heads = ['Page', ...kinds.map(({ size, scheme }) => `${size}, ${scheme}`)];
  const rows = pages.map(({ name, title }) => [
    title,
    ...kinds.map((kind) => `![${title}, ${kind.size}, ${kind.scheme}](${name}-${kind.name}.webp)`),
  ]);
  const table = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const text = `# Screenshots\n\nEvery page, taken by \`npm run screenshots\` of a real console; this file is made by it too.\n\n${table}\n`;
  writeFileSync(join(folder, 'README.md'), text);
  for (const name of shownInReadme)
    copyFileSync(join(folder, `${name}.webp`), join(folder, `../pictures/${name}.webp`));
}

export function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
