import { LabLack } from '../test/harness/lab/lab-lack.js';
import { type Lab } from '../test/harness/lab/lab.js';
import { WebhookReceiver } from '../test/harness/fakes/webhook-receiver.js';
import { interleaved, median, type Report } from './figures.js';
import { measureJobEnds } from './job-ends.js';
import { LabConsole } from './lab-console.js';
import { flood, latencies } from './load.js';
import { mostConnections } from './tcp-connections.js';

export interface LabMeasures {
  readonly rounds: number;
  /** How long fifty clients ask. */
  readonly seconds: number;
  readonly folder: string;
}

const job = 'BackupAlpha';
const recent = '/operations/jobs/recent?limit=50';
const health = '/director/health';
/** After so long the console looks at daemons anew. */
const sightMs = 5_100;
const clients = 50;
const polled = [recent, health, '/operations/jobs', '/operations/schedule', '/clients'];
/** What the lab's Director is to report on, but for the client that is down: a Director waits a quarter of a minute for it. */
const statusCommands = [
  ...['status director', 'status storage=File1', 'status storage=File2'],
  ...['status client=alpha-fd', 'status client=beta-fd'],
];

/** Real Directors, asked by the console and by bconsole in turns. Where they cannot come up the report says so. */
export async function measureLabs(report: Report, measures: LabMeasures): Promise<void> {
  let console: LabConsole;
  try {
    console = await LabConsole.start(measures.folder);
  } catch (error) {
    if (!(error instanceof LabLack)) throw error;
    report.lack('lab', error.message);
    return;
  }
  try {
    for (const lab of console.labs) await measureAnswers(report, console, lab, measures.rounds);
    for (const lab of console.labs) await measureDead(report, lab);
    for (const lab of console.labs) await measureConnections(report, console, lab, measures.seconds);
    await measureEnds(report, console);
  } finally {
    await console.stop();
  }
}

async function measureEnds(report: Report, console: LabConsole): Promise<void> {
  const receiver = await WebhookReceiver.start();
  try {
    await console.tell(receiver.url);
    for (const lab of console.labs) await measureJobEnds(report, lab, receiver);
  } finally {
    await receiver.close();
  }
}

async function measureAnswers(report: Report, console: LabConsole, lab: Lab, rounds: number): Promise<void> {
  const once = (path: string) => async () => median(await latencies(console.at(lab, path), 5));
  const aged = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, sightMs));
    return median(await latencies(console.at(lab, health), 1));
  };
  // The first answers read the Director's configuration and look at its daemons.
  await latencies(console.at(lab, recent), 20);
  await latencies(console.at(lab, health), 20);
  const contenders = {
    recent: once(recent),
    recent_bconsole: () => bconsole(lab, ['list jobs limit=50'], '| '),
    health: once(health),
    health_aged: aged,
    health_bconsole: () => bconsole(lab, statusCommands, 'Terminated Jobs'),
    run: () => console.order(lab, job),
    run_bconsole: () => bconsole(lab, [`run job=${job} level=Incremental yes`], 'Job queued. JobId='),
    nothing_bconsole: () => bconsole(lab, [], 'Version:'),
  };
  const found = (await interleaved(rounds, Object.values(contenders))).map(median);
  const values = Object.fromEntries(Object.keys(contenders).map((name, at) => [name, found[at] ?? NaN]));
  const prefix = prefixOf(lab);
  for (const [name, value] of Object.entries(values)) report.add({ name: `${prefix}_${name}`, value, unit: 'ms' });
  for (const name of ['recent', 'health', 'health_aged', 'run']) {
    const theirs = values[`${name.replace('_aged', '')}_bconsole`] ?? NaN;
    const value = (values[name] ?? NaN) / theirs;
    report.add({ name: `${prefix}_${name}_to_bconsole`, value, unit: 'ratio', aim: { atMost: 1 } });
  }
}

/** Milliseconds from its start to its end. Throws where the output lacks what tells that the Director answered. */
async function bconsole(lab: Lab, commands: readonly string[], sign: string): Promise<number> {
  const startedMs = performance.now();
  const said = await lab.bconsole(commands, lab.consoles.web);
  const tookMs = performance.now() - startedMs;
  if (!said.includes(sign)) throw new Error(`bconsole was not answered: ${said}`);
  return tookMs;
}

/** What the client that is down costs bconsole; the console's health has that client in every answer. */
async function measureDead(report: Report, lab: Lab): Promise<void> {
  const value = await bconsole(lab, ['status client=gone-fd'], 'Connecting to Client');
  report.add({ name: `${prefixOf(lab)}_status_dead_bconsole`, value, unit: 'ms' });
}

async function measureConnections(report: Report, console: LabConsole, lab: Lab, seconds: number): Promise<void> {
  const prefix = prefixOf(lab);
  let perSecond = NaN;
  const ours = await mostConnections(lab.port, async () => {
    const floods = polled.map((path) => flood(console.at(lab, path), seconds, clients / polled.length));
    perSecond = (await Promise.all(floods)).reduce((sum, one) => sum + one, 0);
  });
  let answered = 0;
  const call = async (): Promise<void> => {
    const said = await lab.bconsole(['status director'], lab.consoles.web, 30_000).catch(() => '');
    if (said.includes('Terminated Jobs')) answered += 1;
  };
  const theirs = await mostConnections(lab.port, () => Promise.all(Array.from({ length: clients }, call)));
  report.add({ name: `${prefix}_connections_of_50_clients`, value: ours, unit: 'connections', aim: { atMost: 4 } });
  report.add({ name: `${prefix}_answers_to_50_clients`, value: perSecond, unit: 'requests/s' });
  report.add({ name: `${prefix}_connections_of_50_bconsoles`, value: theirs - (await kept(lab)), unit: 'connections' });
  report.add({ name: `${prefix}_answered_of_50_bconsoles`, value: answered, unit: 'bconsoles' });
}

/** Connections that the console keeps for its next callers. */
function kept(lab: Lab): Promise<number> {
  return mostConnections(lab.port, () => Promise.resolve());
}

function prefixOf(lab: Lab): string {
  return `lab_${lab.version}`;
}
