// Prints what the page costs to load, compressed, and fails where that is more than was promised. With `--write` it also
// keeps the table in docs/develop/performance.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const built = new URL('../dist/web/', import.meta.url);
const page = new URL('../docs/develop/performance.md', import.meta.url);
const [beginning, end] = ['<!-- sizes: made by scripts/bundle-sizes.js -->', '<!-- end of sizes -->'];
/** kB of 1000 bytes: the log-in with the overview in one language, and what the first visit of any other page may add. */
const [firstLoadLimit, pageLimit] = [190, 80];
const firstPage = 'features/overview/overview';

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8'));
const sizes = new Map();

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, built)), { level: 9 }).length / 1000);
  return sizes.get(file);
}

/** The files that the browser loads for a chunk: its own, its styles, and those of all that it imports. */
function filesOf(name, seen = new Set()) {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

const sum = (files) => [...files].reduce((total, file) => total + sizeOf(file), 0);

const entry = Object.keys(manifest).find((name) => manifest[name].isEntry);
const shell = filesOf(entry);
const parts = Object.keys(manifest)
  .filter((name) => manifest[name].isDynamicEntry)
  .map((name) => ({ name: name.replace(/^src\//, '').replace(/(\.page)?\.tsx?$/, ''), files: filesOf(name) }));
/** One of them is loaded before anything is shown. */
const languages = parts.filter(({ name }) => /^i18n\/..$/.test(name));
if (languages.length === 0) throw new Error('The manifest names no language: see web/src/i18n/messages.ts.');
const isLoadedFirst = (file) => shell.has(file) || languages.every(({ files }) => files.has(file));
const pages = parts
  .filter((part) => !languages.includes(part))
  .map(({ name, files }) => ({ name, kB: sum([...files].filter((file) => !isLoadedFirst(file))) }))
  .sort((a, b) => b.kB - a.kB);

const overview = pages.find(({ name }) => name === firstPage);
if (!overview) throw new Error(`The manifest has no page ${firstPage}.`);
const firstLoads = languages.map(({ name, files }) => ({
  language: name.slice(-2),
  signIn: sum(new Set([...shell, ...files])),
}));
const rows = [
  ...firstLoads.map(({ language, signIn }) => [`sign-in and layout (${language})`, signIn, '']),
  ...firstLoads.map(({ language, signIn }) => [
    `sign-in, layout and overview (${language})`,
    signIn + overview.kB,
    firstLoadLimit,
  ]),
  ...pages.map(({ name, kB }) => [name, kB, pageLimit]),
];
for (const [name, kB, limit] of rows)
  console.log(`${kB.toFixed(1).padStart(7)} kB  ${name}${limit === '' ? '' : ` (at most ${limit})`}`);
if (process.argv.includes('--write')) keep(rows);

const tooLarge = rows.filter(([, kB, limit]) => limit !== '' && kB > limit);
for (const [name, kB, limit] of tooLarge) {
  console.error(`${name} costs ${kB.toFixed(1)} kB of its ${limit}: load a part of it later, or make it smaller.`);
}
process.exitCode = tooLarge.length > 0 ? 1 : 0;

function keep(measured) {
  const table = [
    '| Loaded | kB, gzip | at most |',
    '| --- | --- | --- |',
    ...measured.map(([name, kB, limit]) => `| ${name} | ${Math.round(kB)} | ${limit} |`),
  ].join('\n');
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(beginning), text.indexOf(end)];
  if (from < 0 || to < 0)
    throw new Error(`docs/develop/performance.md has no place for the sizes: put "${beginning}" and "${end}" there.`);
  writeFileSync(page, `${text.slice(0, from)}${beginning}\n\n${table}\n\n${text.slice(to)}`);
}
