import { parseArgs } from 'node:util';
import { interleaved, median, Report } from './figures.js';
import { HistoryConsole, type Question } from './history-console.js';
import { latencies, type Target } from './http-caller.js';
import { notMeasured, readListEndpoints } from './list-endpoints.js';
import { Scratch } from './scratch.js';

const { values: flags } = parseArgs({ options: { small: { type: 'boolean' } } });
const isFull = flags.small !== true;
const [few, many] = isFull ? [10_000, 1_000_000] : [1_000, 10_000];
const rounds = isFull ? 5 : 1;
/** A new process is up to twice as slow until V8 has compiled what a request runs. */
const warmUp = isFull ? { requests: 300, limitMs: 3_000 } : { requests: 10, limitMs: 1_000 };
const requests = isFull ? { requests: 100, limitMs: 1_000 } : { requests: 10, limitMs: 1_000 };
const highestGrowth = 1.5;
const highestToOneRun = 20;
const mostMemory = 400;
const report = new Report();

/** The median at both consoles, and of one run at the larger: in turns, so that a slow moment of the machine hits all three. */
async function measure(small: Question, large: Question, oneRun: Target): Promise<void> {
  const { name } = large;
  const [fewRows, manyRows] = [await countRows(small), await countRows(large)];
  // With fewer rows to return, the smaller console has less to do.
  if (fewRows !== manyRows) report.note(`${name} has ${fewRows} rows at ${few} runs and ${manyRows} at ${many}`);
  const targets = [small.target, large.target, oneRun];
  for (const target of targets) await latencies(target, warmUp);
  const found = await interleaved(
    rounds,
    targets.map((target) => async () => median(await latencies(target, requests))),
  );
  const [fewMs = NaN, manyMs = NaN, oneRunMs = NaN] = found.map(median);
  report.add({ name: `${name}_at_${few}`, value: fewMs, unit: 'ms' });
  report.add({ name: `${name}_at_${many}`, value: manyMs, unit: 'ms' });
  report.add({ name: `${name}_growth`, value: manyMs / fewMs, unit: 'ratio', aim: aimAtMost(highestGrowth) });
  report.add({ name: `${name}_to_one_run`, value: manyMs / oneRunMs, unit: 'ratio', aim: aimAtMost(highestToOneRun) });
}

/** Aims apply to the full size only. */
function aimAtMost(atMost: number): { readonly atMost: number } | undefined {
  return isFull ? { atMost } : undefined;
}

/** Throws unless the status is 200. */
async function countRows({ name, target }: Question): Promise<number> {
  const response = await fetch(`${target.url}${target.path}`, { headers: target.headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${name}, ${target.path}, returned ${response.status}: ${text}`);
  return (JSON.parse(text) as { readonly items?: readonly unknown[] }).items?.length ?? 1;
}

const scratch = await Scratch.start({ cacheMegabytes: isFull ? 1024 : 128 });
const started: HistoryConsole[] = [];
try {
  for (const runs of [few, many]) {
    const startedMs = performance.now();
    const history = await HistoryConsole.start(scratch, runs);
    started.push(history);
    if ((await history.console.waitUntilIdle()) === 'busy') report.note(`The console with ${runs} runs is not idle.`);
    report.add({ name: `history_of_${runs}_after`, value: (performance.now() - startedMs) / 1000, unit: 's' });
  }
  const [small, large] = started as [HistoryConsole, HistoryConsole];
  const endpoints = await readListEndpoints();
  for (const [name, reason] of Object.entries(notMeasured)) report.note(`${name} is not measured: ${reason}`);
  const ofLarge = await large.questions(endpoints);
  for (const [at, question] of (await small.questions(endpoints)).entries()) {
    const same = ofLarge[at];
    if (same?.name !== question.name) throw new Error(`${question.name} is not requested from both consoles.`);
    await measure(question, same, large.oneRun());
  }
  for (const [runs, { console }] of [
    [few, small],
    [many, large],
  ] as const) {
    const memory = { name: `memory_peak_at_${runs}`, value: console.peakMemory(), unit: 'MiB' };
    report.add({ ...memory, aim: { atMost: mostMemory } });
  }
} finally {
  for (const { console } of started) await console.stop();
  await scratch.stop();
}
report.end();
