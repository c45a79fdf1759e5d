import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Draws what `npm run bench:catalog -- --growth` kept at several sizes: docs/pictures/growth.svg, and the table in docs/develop/performance.md.
 * Files and runs may have been measured apart: each endpoint is taken at the sizes of what it reads.
 */
interface Measured {
  readonly files: number;
  readonly jobs: number;
  readonly timings: readonly {
    readonly part: string;
    readonly who: string;
    readonly p50: number;
    readonly p95: number;
  }[];
}

/** Of what an endpoint's time could grow with. */
type Dimension = 'files' | 'jobs';

interface Line {
  readonly name: string;
  /** One a size, in their order; null where it was not measured. */
  readonly values: readonly (number | null)[];
}

const folder = 'bench/growth';
const picture = 'docs/pictures/growth.svg';
const page = 'docs/develop/performance.md';
const beginning = '<!-- growth: made by bench/growth-picture.ts -->';
const end = '<!-- end of growth -->';
const heading =
  '## Response times by catalog size\n\n![Milliseconds of each endpoint at growing sizes of the catalog](../pictures/growth.svg)';

/** What is drawn: a kind of each endpoint, by the name of its part. Deep pages carry their depth in the name. */
const endpoints: readonly (readonly [name: string, part: RegExp, of: Dimension])[] = [
  ['search, rare', /^search_part_rare_of_7$/, 'files'],
  ['search, common', /^search_part_common_of_7$/, 'files'],
  ['search, nothing', /^search_nothing_of_7$/, 'files'],
  ['search, chain of 30', /^search_part_rare_of_30$/, 'files'],
  ['global search, rare', /^files_part_rare$/, 'files'],
  ['global search, nothing', /^files_nothing$/, 'files'],
  ['folder page', /^folder_of_30$/, 'files'],
  ['largest folder', /^huge_folder_first$/, 'files'],
  ['largest folder, deep', /^huge_folder_deep$/, 'files'],
  ['versions', /^versions$/, 'files'],
  ['points', /^points$/, 'files'],
  ['plan of a folder', /^plan_of_folder$/, 'files'],
  ['runs, page one', /^runs_all$/, 'jobs'],
  ['runs, deep', /^runs_all_at_\d+$/, 'jobs'],
  ['runs of a client', /^runs_client$/, 'jobs'],
  ['runs, failed', /^runs_failed$/, 'jobs'],
  ['runs, none match', /^runs_level_none$/, 'jobs'],
  ['statistics, summary', /^stats_summary$/, 'jobs'],
  ['statistics, jobs', /^stats_jobs$/, 'jobs'],
  ['statistics, clients', /^stats_clients$/, 'jobs'],
  ['statistics, storage', /^stats_storage$/, 'jobs'],
  ['statistics, days', /^stats_days$/, 'jobs'],
  ['statistics, outliers', /^stats_outliers$/, 'jobs'],
  ['health', /^health$/, 'jobs'],
  ['calendar', /^calendar$/, 'jobs'],
  ['metrics', /^scrape$/, 'jobs'],
];

function readMeasured(): readonly Measured[] {
  if (!existsSync(folder))
    throw new Error(`${folder} is missing: run npm run bench:catalog -- --growth at several sizes first.`);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Measured);
}

/** The sizes at which endpoints of this dimension were measured, the smallest first. */
function sizesOf(measured: readonly Measured[], of: Dimension): readonly number[] {
  const isOfIt = (part: string): boolean =>
    endpoints.some(([, known, dimension]) => dimension === of && known.test(part));
  const sizes = measured.filter(({ timings }) => timings.some(({ part }) => isOfIt(part))).map((one) => one[of]);
  return [...new Set(sizes)].sort((a, b) => a - b);
}

function linesOf(measured: readonly Measured[]): readonly Line[] {
  const valueAt = (part: RegExp, of: Dimension, size: number): number | null => {
    const timings = measured.filter((one) => one[of] === size).flatMap((one) => one.timings);
    return timings.find((one) => one.who === 'http' && part.test(one.part))?.p50 ?? null;
  };
  return endpoints
    .map(([name, part, of]) => ({ name, values: sizesOf(measured, of).map((size) => valueAt(part, of, size)) }))
    .filter(({ values }) => values.some((value) => value !== null));
}

/** "145 thousand files, 10 thousand runs", the smallest sizes first. */
function headsOf(measured: readonly Measured[]): readonly string[] {
  const [files, jobs] = [sizesOf(measured, 'files'), sizesOf(measured, 'jobs')];
  return files.map((size, at) => `${short(size)} files, ${short(jobs[at] ?? 0)} runs`);
}

function tableOf(measured: readonly Measured[], lines: readonly Line[]): string {
  const heads = headsOf(measured);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const shown = (value: number | null): string =>
    value === null ? '–' : value < 100 ? value.toPrecision(2) : value.toFixed(0);
  return [
    row(['p50 through HTTP, ms', ...heads]),
    row(['---', ...heads.map(() => '---')]),
    ...lines.map(({ name, values }) => row([name, ...values.map(shown)])),
  ].join('\n');
}

function short(count: number): string {
  if (count >= 1e6) return `${Number((count / 1e6).toPrecision(3))} million`;
  return count >= 1e3 ? `${Number((count / 1e3).toPrecision(3))} thousand` : String(count);
}

const width = 860;
const rowHeight = 26;
const left = 170;
const right = 40;
const top = 64;
const shades = ['#9ec5f4', '#4a8fdc', '#1b5aa6', '#0b2f5c'];

/** A row an endpoint, a dot a size, on a logarithmic scale: what does not grow has its dots on one spot. */
function drawingOf(measured: readonly Measured[], lines: readonly Line[]): string {
  const all = lines.flatMap(({ values }) => values).filter((value) => value !== null);
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const x = (value: number): number =>
    left + ((Math.log10(value) - low) / Math.max(1, high - low)) * (width - left - right);
  const height = top + lines.length * rowHeight + 40;
  const ticks = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Milliseconds of each endpoint at growing sizes of the catalog" font-family="system-ui, sans-serif" font-size="13">
<style>text{fill:#222}.grid{stroke:#ccc}.span{stroke:#999}@media (prefers-color-scheme:dark){text{fill:#e6e6e6}.grid{stroke:#444}.span{stroke:#888}.fake{fill:#161b22}}</style>
<rect class="fake" width="${width}" height="${height}" fill="#fff" rx="6"/>
${legendOf(measured)}
${ticks.map((tick) => `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${top - 8}" y2="${height - 30}"/><text x="${x(tick)}" y="${height - 12}" text-anchor="middle">${tick} ms</text>`).join('\n')}
${lines.map((line, at) => rowOf(line, top + at * rowHeight + rowHeight / 2, x)).join('\n')}
</svg>
`;
}

function legendOf(measured: readonly Measured[]): string {
  return headsOf(measured)
    .map((head, at) => {
      const from = 16 + at * 280;
      return `<circle cx="${from}" cy="26" r="6" fill="${shadeOf(at)}" stroke="#888"/><text x="${from + 12}" y="31">${head}</text>`;
    })
    .join('\n');
}

function rowOf({ name, values }: Line, y: number, x: (value: number) => number): string {
  const places = values.filter((value) => value !== null).map(x);
  const dots = values.map((value, at) => {
    return value === null
      ? ''
      : `<circle cx="${x(value).toFixed(1)}" cy="${y}" r="6" fill="${shadeOf(at)}" stroke="#888"/>`;
  });
  const span = `<line class="span" x1="${Math.min(...places).toFixed(1)}" x2="${Math.max(...places).toFixed(1)}" y1="${y}" y2="${y}" stroke-width="2"/>`;
  return `<text x="${left - 14}" y="${y + 4}" text-anchor="end">${name}</text>${span}${dots.join('')}`;
}

function shadeOf(at: number): string {
  return shades[at] ?? '#222';
}

/** In the place of the last one, or as a section of its own where there is none yet. */
function placeTable(table: string): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(beginning), text.indexOf(end)];
  const section = `${beginning}\n\n${table}\n\n${end}`;
  if (from < 0 || to < 0) writeFileSync(page, `${text.trimEnd()}\n\n${heading}\n\n${section}\n`);
  else writeFileSync(page, text.slice(0, from) + section + text.slice(to + end.length));
}

const measured = readMeasured();
const lines = linesOf(measured);
writeFileSync(picture, drawingOf(measured, lines));
placeTable(tableOf(measured, lines));
