import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDeliveries } from './deliveries.js';
import { interleaved, median, quantile, Report } from './figures.js';
import { measureLabs } from './labs.js';
import { flood, latencies, steady, type Target } from './load.js';
import { Machine, recentPath } from './machine.js';
import { measureSilence } from './silence.js';

const { values: flags } = parseArgs({
  options: { small: { type: 'boolean' }, only: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const isSmall = flags.small === true;
const rounds = Number(flags.rounds);
const size = isSmall
  ? { clients: 1_000, files: 10_000, mebibytes: 128, runs: 100_000, seconds: 1, steadySeconds: 2, warmUps: 2_000 }
  : { clients: 10_000, files: 100_000, mebibytes: 1024, runs: 1_000_000, seconds: 3, steadySeconds: 8, warmUps: 8_000 };
const report = new Report();
const machines: Machine[] = [];

function newMachine(): Machine {
  const machine = new Machine();
  machines.push(machine);
  return machine;
}

async function measureStart(machine: Machine): Promise<void> {
  await machine.start();
  report.add({ name: 'start_first', value: machine.app.readyMs, unit: 'ms' });
  await machine.app.stop();
  await machine.start();
  report.add({ name: 'start_later', value: machine.app.readyMs, unit: 'ms' });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  report.add({ name: 'resident_idle', value: machine.app.residentMemory() / 2 ** 20, unit: 'MiB' });
}

async function measureRecent(machine: Machine): Promise<void> {
  const kinds = ['bare', 'plain', 'express'] as const;
  const targets = [machine.at(recentPath)];
  for (const kind of kinds) targets.push(await machine.yardstick(kind));
  for (const target of targets) await warmUp(target);
  const found = await interleaved(
    rounds,
    targets.map((target) => () => flood(target, size.seconds)),
  );
  const [ours = NaN, bare = NaN, plain = NaN, express = NaN] = found.map(median);
  report.add({ name: 'recent_console', value: ours, unit: 'requests/s' });
  report.add({ name: 'recent_bare', value: bare, unit: 'requests/s' });
  report.add({ name: 'recent_plain', value: plain, unit: 'requests/s' });
  report.add({ name: 'recent_express', value: express, unit: 'requests/s' });
  report.add({ name: 'recent_to_bare', value: ours / bare, unit: 'ratio', aim: { atLeast: 0.6 } });
  report.add({ name: 'recent_to_plain', value: ours / plain, unit: 'ratio' });
  report.add({ name: 'recent_to_express', value: ours / express, unit: 'ratio' });
}

/** Until V8 has compiled what is measured: a process that answered less before is slower, whatever it is asked. */
async function warmUp(target: Target): Promise<void> {
  await latencies(target, size.warmUps);
}

/** Two consoles that are alike but for their history, and have answered equally much before. */
async function measureHistory(): Promise<void> {
  const targets: Target[] = [];
  for (const runs of [1_000, size.runs]) {
    const machine = newMachine();
    await machine.start();
    await machine.makeRuns(runs);
    targets.push(machine.at('/api/v1/operations/runs'));
  }
  for (const target of targets) await warmUp(target);
  const found = await interleaved(
    rounds,
    targets.map((target) => async () => median(await latencies(target, 200))),
  );
  const [small = NaN, large = NaN] = found.map(median);
  report.add({ name: 'runs_page_one_1000', value: small, unit: 'ms' });
  report.add({ name: `runs_page_one_${size.runs}`, value: large, unit: 'ms' });
  report.add({ name: 'runs_page_one_growth', value: large / small, unit: 'ratio', aim: { atMost: 1.3 } });
}

/** Seconds from the order to the end of a Full. */
async function backUp(machine: Machine, job: string): Promise<number> {
  const startedMs = performance.now();
  const run = await machine.app.waitForEnd(await machine.app.order('Full', job), 600_000);
  if (run.status !== 'completed') throw new Error(await machine.app.log(run.jobId));
  return (performance.now() - startedMs) / 1000;
}

/** Seconds that the standard tools take for the same work: pack at the same level, and the checksum of each file. */
function packByHand(folder: string, out: string): Promise<number> {
  const startedMs = performance.now();
  const script =
    'tar -C "$1" -c . | gzip -1 > "$2" && cd "$1" && find . -type f -print0 | xargs -0 sha256sum > "$2.sha256"';
  execFileSync('bash', ['-c', script, 'pack', folder, out]);
  return Promise.resolve((performance.now() - startedMs) / 1000);
}

async function measureBackups(folder: string): Promise<void> {
  const sources = { Small: makeSmall(join(folder, 'small')), Large: makeLarge(join(folder, 'large')) };
  const machine = newMachine();
  await machine.start(sources);
  for (const [job, aim] of [
    ['Small', 2],
    ['Large', 1.3],
  ] as const) {
    const contenders = [() => backUp(machine, job), () => packByHand(sources[job], join(folder, 'by-hand.tar.gz'))];
    const [ours = NaN, tools = NaN] = (await interleaved(rounds, contenders)).map(median);
    const name = `backup_${job.toLowerCase()}`;
    report.add({ name, value: ours, unit: 's' });
    report.add({ name: `${name}_tar`, value: tools, unit: 's' });
    report.add({ name: `${name}_to_tar`, value: ours / tools, unit: 'ratio', aim: { atMost: aim } });
  }
  await machine.makeRuns(1_000);
  await measureUnderLoad(machine);
}

async function measureUnderLoad(machine: Machine): Promise<void> {
  const target = machine.at(recentPath);
  const p99 = async (): Promise<number> => quantile(await steady(target, 50, size.steadySeconds), 0.99);
  const busy = async (): Promise<number> => {
    const jobId = await machine.app.order('Full', 'Large');
    const found = await p99();
    await machine.app.waitForEnd(jobId, 600_000);
    return found;
  };
  await p99();
  const [idleMs = NaN, busyMs = NaN] = (await interleaved(rounds, [p99, busy])).map(median);
  report.add({ name: 'recent_p99_idle', value: idleMs, unit: 'ms' });
  report.add({ name: 'recent_p99_backup', value: busyMs, unit: 'ms' });
  report.add({ name: 'recent_p99_growth', value: busyMs / idleMs, unit: 'ratio', aim: { atMost: 3 } });
}

function makeSmall(folder: string): string {
  for (let at = 0; at < size.files; at += 1) {
    const parent = join(folder, `folder-${Math.floor(at / 1_000)}`);
    if (at % 1_000 === 0) mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, `file-${at}`), `The content of file ${at}.\n`.repeat(1 + (at % 40)));
  }
  return folder;
}

function makeLarge(folder: string): string {
  mkdirSync(folder);
  for (let at = 0; at < size.mebibytes; at += 8) appendFileSync(join(folder, 'random'), randomBytes(8 * 2 ** 20));
  return folder;
}

async function measureConsole(): Promise<void> {
  const machine = newMachine();
  await measureStart(machine);
  await machine.makeRuns(1_000);
  await measureRecent(machine);
}

const folder = mkdtempSync(join(tmpdir(), 'backup-console-bench-'));
const parts: Readonly<Record<string, () => Promise<void>>> = {
  console: measureConsole,
  history: measureHistory,
  backups: () => measureBackups(folder),
  deliveries: () => measureDeliveries(report, newMachine(), isSmall ? 100_000 : 1_000_000),
  silence: () => measureSilence(report, { rounds, clients: size.clients, runs: size.runs, folder }),
  lab: () => measureLabs(report, { rounds, seconds: size.seconds, folder: join(folder, 'lab') }),
};

function wantedParts(): (() => Promise<void>)[] {
  const names = flags.only?.split(',') ?? Object.keys(parts);
  return names.map((name) => {
    const part = parts[name];
    if (!part) throw new Error(`--only names "${name}"; there is ${Object.keys(parts).join(', ')}.`);
    return part;
  });
}

try {
  for (const measure of wantedParts()) await measure();
  report.write('bench/results.json');
} finally {
  for (const made of machines) await made.remove();
  rmSync(folder, { recursive: true, force: true });
}
