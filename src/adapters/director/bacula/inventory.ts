import { type DirectorConsole } from '../console/director-console.js';
import { commandOf } from '../wire/command.js';
import { type JobDefaults } from '../console/job-defaults.js';
import { jobDefaultsOf } from './job-defaults.js';
import { namesIn } from './name-list.js';
import { type ShownClient, shownClients, type ShownJob, shownJobs } from './shown-resources.js';

/** What a Director is configured with, by name. */
export interface Inventory {
  readonly jobs: readonly JobDefaults[];
  readonly shownJobs: ReadonlyMap<string, ShownJob>;
  readonly shownClients: ReadonlyMap<string, ShownClient>;
  readonly clients: readonly string[];
  readonly filesets: readonly string[];
  readonly pools: readonly string[];
  readonly storages: readonly string[];
}

/** After so long it is read again, for jobs can be enabled and configurations reloaded by others. */
const freshForMs = 30_000;
/** How many commands one connection carries in a row before others get their turn. */
const jobsAtOnce = 10;
const limitMs = 30_000;

/** Keeps what the Director is configured with: reading it takes a command for each job. */
export class InventoryKeeper {
  private known: { readonly inventory: Inventory; readonly at: number } | null = null;
  private reading: Promise<Inventory> | null = null;

  constructor(private readonly console: DirectorConsole) {}

  /** At most half a minute old; callers that come while it is read share the reading. */
  async get(): Promise<Inventory> {
    if (this.known && performance.now() - this.known.at < freshForMs) return this.known.inventory;
    return this.read();
  }

  /** As it is now: what commands are built from must exist at this moment. */
  async read(): Promise<Inventory> {
    this.reading ??= this.readAll().finally(() => (this.reading = null));
    return this.reading;
  }

  /** Something was changed: the next caller reads anew. */
  forget(): void {
    this.known = null;
  }

  private async readAll(): Promise<Inventory> {
    const at = performance.now();
    const { jobs, ...names } = await this.console.converse({ limitMs }, async (say) => ({
      jobs: namesIn(await say('.jobs')),
      clients: namesIn(await say('.clients')),
      filesets: namesIn(await say('.filesets')),
      pools: namesIn(await say('.pools')),
      storages: namesIn(await say('.storage')),
      shownJobs: shownJobs((await say('show jobs')).text),
      shownClients: shownClients((await say('show clients')).text),
    }));
    const inventory = { jobs: await this.defaultsOf(jobs), ...names };
    this.known = { inventory, at };
    return inventory;
  }

  private async defaultsOf(jobs: readonly string[]): Promise<readonly JobDefaults[]> {
    const commands = jobs.map((job) => commandOf('.defaults', [['job', job]]));
    const parts: string[][] = [];
    for (let from = 0; from < commands.length; from += jobsAtOnce) parts.push(commands.slice(from, from + jobsAtOnce));
    const found = await Promise.all(parts.map((part) => this.askEach(part)));
    return found.flat().filter((defaults) => defaults !== null);
  }

  private askEach(commands: readonly string[]): Promise<(JobDefaults | null)[]> {
    return this.console.converse({ limitMs }, async (say) => {
      const found: (JobDefaults | null)[] = [];
      for (const command of commands) found.push(jobDefaultsOf((await say(command)).items));
      return found;
    });
  }
}
