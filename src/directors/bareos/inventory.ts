import { type Named } from '../console/replies.js';
import { type JobDefaults } from '../console/configured-jobs.js';
import { SingleFlight } from '../console/single-flight.js';
import { nameIn, namesIn, rowsIn, textIn, wholeIn, yesIn, type Fields, fieldsOf } from './json-reply.js';
import { defaultsOf, nameListCommands, shownJobs, shownPools } from './bareos-commands.js';
import { type Ask, asFault, type BareosConsole, resultOf, unlessForbidden } from './bareos-console.js';

export interface ConfiguredClient {
  readonly name: string;
  readonly enabled: boolean;
  readonly address: string | null;
}

/** What a Director is configured with, as far as this console may see it. */
export interface Inventory {
  readonly jobs: readonly JobDefaults[];
  /** By job; only of jobs that have one. */
  readonly schedules: ReadonlyMap<string, string>;
  readonly clients: readonly ConfiguredClient[];
  readonly filesets: readonly string[];
  readonly pools: readonly string[];
  readonly storages: readonly string[];
}

/** After so long it is read again, for jobs can be enabled and configurations reloaded by others. */
const freshForMs = 30_000;
/** For one command. Their number grows with the clients, and where the console may not show jobs, with the jobs. */
const limits = { limitMs: 30_000, isLimitForEach: true, maxBytes: 128_000_000 } as const;
const usualPriority = 10;
/** `.defaults` has none of them. */
const relocationKeys = ['regexwhere', 'stripprefix', 'addprefix', 'addsuffix'];

/**
 * Keeps what the Director is configured with. All of it is read on one connection, whatever the number of jobs and clients: the
 * other ones stay free for those who ask something else meanwhile.
 */
export class InventoryKeeper extends SingleFlight<Inventory> {
  constructor(console: BareosConsole) {
    super(freshForMs, () =>
      console.converse(limits, (ask) => readInventory(ask, console.settings.name)).catch(asFault),
    );
  }
}

async function readInventory(ask: Ask, director: string): Promise<Inventory> {
  const rows = await listed(ask, director, 'job');
  const clientRows = await listed(ask, director, 'client');
  const filesets = names(await listed(ask, director, 'fileset'));
  const pools = names(await listed(ask, director, 'pool'));
  const storages = names(await listed(ask, director, 'storage'));
  const shownJobsNow = await shown(ask, shownJobs, 'jobs');
  const shownPoolsNow = await shown(ask, shownPools, 'pools');
  const jobs: JobDefaults[] = [];
  for (const row of rows) {
    const job =
      shownJob(row, shownJobsNow, shownPoolsNow) ?? jobDefaultsOf(row, await defaultsIn(ask, 'job', row), shownJobsNow);
    if (job !== null) jobs.push(job);
  }
  const clients: ConfiguredClient[] = [];
  for (const row of clientRows) {
    // They are not shown: the answer would hold their passwords.
    const client = clientOf(row, await defaultsIn(ask, 'client', row));
    if (client !== null) clients.push(client);
  }
  return { jobs, schedules: schedulesIn(shownJobsNow), clients, filesets, pools, storages };
}

/** The names of one kind, on the connection of `ask`. */
export async function listedNames(ask: Ask, director: string, kind: Named): Promise<readonly string[]> {
  return names(await listed(ask, director, kind));
}

async function listed(ask: Ask, director: string, kind: Named): Promise<readonly Fields[]> {
  const [command, key] = nameListCommands[kind];
  const otherwise = `Director ${director} did not list its ${key} and gave no reason. Check its log.`;
  return rowsIn(resultOf(director, await ask(command), otherwise), key);
}

function names(rows: readonly Fields[]): readonly string[] {
  return namesIn({ rows }, 'rows');
}

/** By name. Without it (shipped profiles forbid it) each job costs a command, has no schedule and the usual priority. */
async function shown(ask: Ask, command: string, key: 'jobs' | 'pools'): Promise<Fields> {
  const answer = await ask(command).catch(unlessForbidden(null));
  return fieldsOf(answer?.result[key]) ?? {};
}

async function defaultsIn(ask: Ask, kind: 'job' | 'client', row: Fields): Promise<Fields> {
  const name = textIn(row, 'name');
  if (name === null) return {};
  const answer = await ask(defaultsOf(kind, name)).catch(unlessForbidden(null));
  return fieldsOf(answer?.result['defaults']) ?? {};
}

/** What `.defaults` would tell of a job, from what is shown of it; null where that is too little. */
export function shownJob(row: Fields, shownJobs: Fields, shownPools: Fields): JobDefaults | null {
  const fields = fieldsOf(shownJobs[textIn(row, 'name') ?? '']);
  if (fields === null || textIn(fields, 'type') === null) return null;
  const pool = fieldsOf(shownPools[nameIn(fields, 'pool') ?? '']) ?? {};
  // The Director itself goes by the pool first.
  const storage = firstIn(pool, 'storage') ?? firstIn(fields, 'storage') ?? '';
  return jobDefaultsOf(row, { ...fields, job: fields['name'], storage }, shownJobs);
}

/** The first of a list of names. */
function firstIn(fields: Fields, key: string): string | null {
  const names: unknown = fields[key];
  return Array.isArray(names) ? nameIn({ first: names[0] as unknown }, 'first') : null;
}

/** null where the console may not see the job: the Director then tells nothing of it. */
export function jobDefaultsOf(row: Fields, defaults: Fields, shownJobs: Fields): JobDefaults | null {
  const job = textIn(defaults, 'job');
  if (job === null) return null;
  const name = (key: string): string => nameIn(defaults, key) ?? '';
  return {
    job,
    type: name('type'),
    level: name('level'),
    client: name('client'),
    fileset: name('fileset'),
    storage: name('storage'),
    pool: name('pool'),
    where: name('where'),
    hasRelocation: relocationKeys.some((key) => name(key) !== ''),
    priority: wholeIn(fieldsOf(shownJobs[job]) ?? {}, 'priority') ?? usualPriority,
    enabled: yesIn(row, 'enabled') ?? yesIn(defaults, 'enabled') ?? true,
  };
}

function clientOf(row: Fields, defaults: Fields): ConfiguredClient | null {
  const name = textIn(row, 'name');
  const enabled = yesIn(row, 'enabled') ?? yesIn(defaults, 'enabled') ?? true;
  return name === null ? null : { name, enabled, address: textIn(defaults, 'address') };
}

function schedulesIn(shownJobs: Fields): ReadonlyMap<string, string> {
  const pairs = Object.entries(shownJobs).map(
    ([job, about]) => [job, nameIn(fieldsOf(about) ?? {}, 'schedule')] as const,
  );
  return new Map(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== null));
}
