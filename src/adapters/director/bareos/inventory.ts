import { type Named } from '../console/checked-names.js';
import { type JobDefaults } from '../console/job-defaults.js';
import { nameIn, namesIn, rowsIn, textIn, wholeIn, yesIn } from './answer-fields.js';
import { defaultsOf, nameLists, shownJobs } from './bareos-commands.js';
import { type Ask, asFault, type BareosConsole, resultOf, unlessForbidden } from './bareos-console.js';
import { type Fields, fieldsOf } from './json-answer.js';

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
/** How many commands one connection carries in a row before others get their turn. */
const commandsAtOnce = 20;
const limitMs = 30_000;
const usualPriority = 10;

/** Keeps what the Director is configured with: reading it takes a command for each job and client. */
export class InventoryKeeper {
  private known: { readonly inventory: Inventory; readonly at: number } | null = null;
  private reading: Promise<Inventory> | null = null;

  constructor(private readonly console: BareosConsole) {}

  /** At most half a minute old; callers that come while it is read share the reading. */
  async get(): Promise<Inventory> {
    if (this.known && performance.now() - this.known.at < freshForMs) return this.known.inventory;
    return this.read();
  }

  /** As it is now: what commands are built from must exist at this moment. */
  async read(): Promise<Inventory> {
    this.reading ??= this.readAll()
      .catch(asFault)
      .finally(() => (this.reading = null));
    return this.reading;
  }

  /** Something was changed: the next caller reads anew. */
  forget(): void {
    this.known = null;
  }

  private async readAll(): Promise<Inventory> {
    const at = performance.now();
    const { name } = this.console.settings;
    const lists = await this.console.converse({ limitMs }, async (ask) => ({
      jobs: await listed(ask, name, 'job'),
      clients: await listed(ask, name, 'client'),
      filesets: await listed(ask, name, 'fileset'),
      pools: await listed(ask, name, 'pool'),
      storages: await listed(ask, name, 'storage'),
      shown: await shown(ask),
    }));
    const jobs = await this.defaults('job', lists.jobs);
    const clients = await this.defaults('client', lists.clients);
    const inventory: Inventory = {
      jobs: jobs.map(([row, fields]) => jobDefaultsOf(row, fields, lists.shown)).filter((job) => job !== null),
      schedules: schedulesIn(lists.shown),
      clients: clients.map(([row, fields]) => clientOf(row, fields)).filter((client) => client !== null),
      filesets: names(lists.filesets),
      pools: names(lists.pools),
      storages: names(lists.storages),
    };
    this.known = { inventory, at };
    return inventory;
  }

  /** The `.defaults` of each row, in order. */
  private async defaults(kind: 'job' | 'client', rows: readonly Fields[]): Promise<(readonly [Fields, Fields])[]> {
    const parts: (readonly Fields[])[] = [];
    for (let from = 0; from < rows.length; from += commandsAtOnce) parts.push(rows.slice(from, from + commandsAtOnce));
    const found = await Promise.all(
      parts.map((part) =>
        this.console.converse({ limitMs }, async (ask) => {
          const pairs: (readonly [Fields, Fields])[] = [];
          for (const row of part) pairs.push([row, await defaultsIn(ask, kind, row)]);
          return pairs;
        }),
      ),
    );
    return found.flat();
  }
}

/** The names of one kind, on the connection of `ask`. */
export async function listedNames(ask: Ask, director: string, kind: Named): Promise<readonly string[]> {
  return names(await listed(ask, director, kind));
}

async function listed(ask: Ask, director: string, kind: Named): Promise<readonly Fields[]> {
  const [command, key] = nameLists[kind];
  const otherwise = `Director ${director} did not list its ${key} and gave no reason. Check its log.`;
  return rowsIn(resultOf(director, await ask(command), otherwise), key);
}

function names(rows: readonly Fields[]): readonly string[] {
  return namesIn({ rows }, 'rows');
}

/** Without it (shipped profiles forbid it) jobs have no schedule and the usual priority. */
async function shown(ask: Ask): Promise<Fields> {
  const answer = await ask(shownJobs).catch(unlessForbidden(null));
  return fieldsOf(answer?.result['jobs']) ?? {};
}

async function defaultsIn(ask: Ask, kind: 'job' | 'client', row: Fields): Promise<Fields> {
  const name = textIn(row, 'name');
  return name === null ? {} : (fieldsOf((await ask(defaultsOf(kind, name))).result['defaults']) ?? {});
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
