import { type NamedResources } from '../console/replies.js';
import { type JobDefaults } from '../console/configured-jobs.js';
import { SingleFlight } from '../console/single-flight.js';
import { nameIn, namesIn, rowsIn, textIn, wholeIn, yesIn, type Fields, fieldsOf } from './json-reply.js';
import { defaultsOf, nameListCommands, shownJobs, shownPools } from './bareos-commands.js';
import { type SendJson, asError, type BareosConsole, resultOf, unlessForbidden } from './bareos-console.js';

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
 * Caches the Director's configuration. All of it is read on one connection, for any number of jobs and clients, so that the other
 * connections stay free for other callers.
 */
export class InventoryKeeper extends SingleFlight<Inventory> {
  constructor(console: BareosConsole) {
    super(freshForMs, () =>
      console.converse(limits, (sendJson) => readInventory(sendJson, console.settings.name)).catch(asError),
    );
  }
}

async function readInventory(sendJson: SendJson, director: string): Promise<Inventory> {
  const rows = await listed(sendJson, director, 'job');
  const clientRows = await listed(sendJson, director, 'client');
  const filesets = names(await listed(sendJson, director, 'fileset'));
  const pools = names(await listed(sendJson, director, 'pool'));
  const storages = names(await listed(sendJson, director, 'storage'));
  const shownJobsNow = await shown(sendJson, shownJobs, 'jobs');
  const shownPoolsNow = await shown(sendJson, shownPools, 'pools');
  const jobs: JobDefaults[] = [];
  for (const row of rows) {
    const job =
      parseShownJob(row, shownJobsNow, shownPoolsNow) ??
      jobDefaultsOf(row, await defaultsIn(sendJson, 'job', row), shownJobsNow);
    if (job !== null) jobs.push(job);
  }
  const clients: ConfiguredClient[] = [];
  for (const row of clientRows) {
    // They are not shown: the answer would contain their passwords.
    const client = clientOf(row, await defaultsIn(sendJson, 'client', row));
    if (client !== null) clients.push(client);
  }
  return { jobs, schedules: schedulesIn(shownJobsNow), clients, filesets, pools, storages };
}

/** The names of one kind, on the connection of `sendJson`. */
export async function listedNames(
  sendJson: SendJson,
  director: string,
  kind: NamedResources,
): Promise<readonly string[]> {
  return names(await listed(sendJson, director, kind));
}

async function listed(sendJson: SendJson, director: string, kind: NamedResources): Promise<readonly Fields[]> {
  const [command, key] = nameListCommands[kind];
  const otherwise = `Director ${director} did not list its ${key} and gave no reason. Check its log.`;
  return rowsIn(resultOf(director, await sendJson(command), otherwise), key);
}

function names(rows: readonly Fields[]): readonly string[] {
  return namesIn({ rows }, 'rows');
}

/** By name. Without it (shipped profiles forbid it) each job costs a command, has no schedule and the usual priority. */
async function shown(sendJson: SendJson, command: string, key: 'jobs' | 'pools'): Promise<Fields> {
  const answer = await sendJson(command).catch(unlessForbidden(null));
  return fieldsOf(answer?.result[key]) ?? {};
}

async function defaultsIn(sendJson: SendJson, kind: 'job' | 'client', row: Fields): Promise<Fields> {
  const name = textIn(row, 'name');
  if (name === null) return {};
  const answer = await sendJson(defaultsOf(kind, name)).catch(unlessForbidden(null));
  return fieldsOf(answer?.result['defaults']) ?? {};
}

/** The values of `.defaults` for a job, from its `show` output; null if that is not enough. */
export function parseShownJob(row: Fields, shownJobs: Fields, shownPools: Fields): JobDefaults | null {
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

/** null if the console may not see the job: the Director then returns nothing about it. */
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
