/** What one scrape told, read as strictly as the formats are written: whatever they do not allow is thrown with its line. */
export interface Exposition {
  /** By name; a counter's without `_total` in OpenMetrics. */
  readonly families: ReadonlyMap<string, ExposedFamily>;
}

export interface ExposedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly ExposedSample[];
}

export interface ExposedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

type Format = 'text' | 'openMetrics';

const word = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const helpLine = new RegExp(`^# HELP (${word}) (\\S.*)$`);
const typeLine = new RegExp(`^# TYPE (${word}) (gauge|counter|histogram)$`);
const sampleLine = new RegExp(`^(${word})(?:\\{(.*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|\\+Inf|NaN)$`);
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

export function readExposition(text: string, format: Format): Exposition {
  const reader = new ExpositionReader(format);
  for (const line of linesOf(text, format)) reader.take(line);
  for (const family of reader.families.values()) if (family.type === 'histogram') checkHistogram(family);
  return reader;
}

type GrowingFamily = ExposedFamily & { readonly samples: ExposedSample[] };

class ExpositionReader implements Exposition {
  readonly families = new Map<string, GrowingFamily>();
  private readonly series = new Set<string>();
  private helped: readonly [name: string, help: string] = ['', ''];
  private current: GrowingFamily | null = null;

  constructor(private readonly format: Format) {}

  take(line: string): void {
    const [, helpName, help] = helpLine.exec(line) ?? [];
    const [, typeName, type] = typeLine.exec(line) ?? [];
    if (helpName !== undefined && help !== undefined) this.helped = [helpName, help];
    else if (typeName !== undefined && type !== undefined) this.begin(typeName, type, line);
    else this.addSample(line);
  }

  private begin(name: string, type: string, line: string): void {
    if (this.helped[0] !== name || this.families.has(name)) throw new Error(`Out of place: ${line}`);
    this.current = { name, help: this.helped[1], type, samples: [] };
    this.families.set(name, this.current);
  }

  private addSample(line: string): void {
    const sample = readSample(line);
    if (this.current === null || !namesOf(this.current, this.format).includes(sample.name)) {
      throw new Error(`Out of place: ${line}`);
    }
    const key = line.slice(0, line.lastIndexOf(' '));
    if (this.series.has(key)) throw new Error(`Told twice: ${key}`);
    this.series.add(key);
    this.current.samples.push(sample);
  }
}

/** The value of the one series of the family that has these labels, among others. */
export function valueOf({ families }: Exposition, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const samples = [...families.values()].flatMap((family) => family.samples).filter((sample) => sample.name === name);
  const found = samples.filter((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  if (found.length !== 1) throw new Error(`${found.length} series are ${name} ${JSON.stringify(labels)}.`);
  return found[0]!.value;
}

function linesOf(text: string, format: Format): string[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const lines = text.slice(0, -1).split('\n');
  if (format === 'text') return lines.filter((line) => line !== '');
  if (lines.pop() !== '# EOF') throw new Error('OpenMetrics ends with # EOF.');
  return lines;
}

function readSample(line: string): ExposedSample {
  const [, name, labels, value] = sampleLine.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`No sample: ${line}`);
  return { name, labels: readLabels(labels ?? '', line), value: value === '+Inf' ? Infinity : Number(value) };
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const [, name, value] = label.exec(text) ?? [];
    if (name === undefined || value === undefined || name in labels) throw new Error(`Labels: ${line}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
  }
  return labels;
}

function namesOf({ name, type }: ExposedFamily, format: Format): string[] {
  if (type === 'histogram') return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  return [type === 'counter' && format === 'openMetrics' ? `${name}_total` : name];
}

/** Buckets only grow, and the last one holds all. */
function checkHistogram({ name, samples }: ExposedFamily): void {
  let last = { bound: -Infinity, count: 0 };
  for (const { name: part, labels, value } of samples) {
    if (part === `${name}_count`) {
      if (last.bound !== Infinity || last.count !== value)
        throw new Error(`${name} has another count than its buckets.`);
      last = { bound: -Infinity, count: 0 };
    } else if (part === `${name}_bucket`) {
      const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
      if (!(bound > last.bound) || value < last.count) throw new Error(`Buckets of ${name} are out of order.`);
      last = { bound, count: value };
    }
  }
}
