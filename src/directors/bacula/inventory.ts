import { type DirectorConsole, type Send } from '../console/director-console.js';
import { commandOf } from '../protocol/quote-argument.js';
import { type JobDefaults } from '../console/configured-jobs.js';
import { SingleFlight } from '../console/single-flight.js';
import { namesIn } from '../console/replies.js';
import { type ShownClient, shownClients, type ShownJob, shownJobs } from './parse/show-output.js';
import { type ReplyItem } from '../protocol/reply.js';

/** Fields are separated by frames, not by line ends, so the items matter. null if the answer is about no job. */
export function jobDefaultsOf(items: readonly ReplyItem[]): Omit<JobDefaults, 'hasRelocation'> | null {
  const lines = items.flatMap(({ bytes }) => bytes.toString('utf8').split('\n'));
  const fields = new Map(lines.map(fieldOf));
  const job = fields.get('job');
  if (job === undefined || job === '') return null;
  const text = (field: string): string => fields.get(field) ?? '';
  return {
    job,
    type: text('type'),
    level: text('level'),
    client: text('client'),
    fileset: text('fileset'),
    storage: text('storage'),
    pool: text('pool'),
    where: text('where'),
    priority: priorityIn(text('priority')),
    enabled: text('enabled') !== '0',
  };
}

/** Bacula's defaults for a job without these settings. */
const usualPriority = 10;

function priorityIn(text: string): number {
  const priority = Number(text);
  return Number.isSafeInteger(priority) && priority > 0 ? priority : usualPriority;
}

function fieldOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? ['', ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

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
/** For one command: their number grows with the jobs. */
const limits = { limitMs: 30_000, isLimitForEach: true } as const;

/**
 * Caches the Director's configuration: reading it takes a command for each job. All of it is read on one connection, for any
 * number of jobs, so that the other connections stay free for other callers.
 */
export class InventoryKeeper extends SingleFlight<Inventory> {
  constructor(console: DirectorConsole) {
    super(freshForMs, () => console.converse(limits, readInventory));
  }
}

async function readInventory(send: Send): Promise<Inventory> {
  const names = namesIn(await send('.jobs'));
  const lists = {
    clients: namesIn(await send('.clients')),
    filesets: namesIn(await send('.filesets')),
    pools: namesIn(await send('.pools')),
    storages: namesIn(await send('.storage')),
    shownJobs: shownJobs((await send('show jobs')).text),
    shownClients: shownClients((await send('show clients')).text),
  };
  const jobs: JobDefaults[] = [];
  for (const job of names) {
    const defaults = jobDefaultsOf((await send(commandOf('.defaults', [['job', job]]))).items);
    if (defaults !== null) jobs.push({ ...defaults, hasRelocation: lists.shownJobs.get(job)?.hasRelocation ?? false });
  }
  return { jobs, ...lists };
}
