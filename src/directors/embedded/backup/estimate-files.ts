import { type Client } from 'pg';
import { connectCatalog } from '../catalog-connection.js';
import { type TaskControl, type TaskLog, type TaskOutcome } from '../task.js';
import { Canceled, Cancellation } from './cancellation.js';
import { fileKey, type Found } from './entry.js';
import { isHole } from './archive.js';
import { PriorState } from './previous-entries.js';
import { inBatches, type BackupSource, walkOf } from './backup-source.js';

export interface EstimateTask extends BackupSource {
  readonly catalogUrl: string;
  /** The runs that the estimated one would build upon, ascending by the data's time; empty for a Full. */
  readonly chain: readonly number[];
  /** A catalog query that takes longer is ended by its server, even if the process is gone. */
  readonly limitMs: number;
}

/**
 * Counts what a backup would take, by the same walk and the same comparison; nothing is read of a file but its attributes, and
 * nothing is written but temporary tables. Throws an Error whose message is the reason where the backup itself would fail.
 */
export async function estimateFiles(task: EstimateTask, control: TaskControl, log: TaskLog): Promise<TaskOutcome> {
  const catalog = await connectCatalog(task.catalogUrl, 'estimate');
  const count = new EntryCount();
  try {
    await catalog.query(`SET statement_timeout TO ${Math.ceil(task.limitMs)}`);
    await countChanged(task, { catalog, control, log, count });
    return { status: 'T', ...count.totals };
  } catch (error) {
    if (error instanceof Canceled) return { status: 'A', ...count.totals };
    throw error;
  } finally {
    await catalog.end().catch(() => undefined);
  }
}

interface Counting {
  readonly catalog: Client;
  readonly control: TaskControl;
  readonly log: TaskLog;
  readonly count: EntryCount;
}

async function countChanged(task: EstimateTask, { catalog, control, log, count }: Counting): Promise<void> {
  const heartbeat = new Cancellation(control, catalog);
  const walk = walkOf(task, log);
  const prior = task.chain.length > 0 ? await PriorState.load(catalog, task.chain) : null;
  for (const batch of inBatches(walk, () => heartbeat.check())) {
    for (const found of prior ? await prior.changed(batch) : batch) count.add(found);
  }
  if (prior) {
    for await (const name of prior.otherNames(count.linkedFiles)) {
      control.current(name.path);
      count.addName();
    }
  }
  if (walk.readableIncludes === 0) throw new Error('Nothing that the fileset includes could be read.');
}

/** Counts entries as a run does: sockets are left out, and of a file with several names the first alone brings its content. */
export class EntryCount {
  private files = 0;
  private bytes = 0;
  /** Only files with several names, so that memory grows with those alone. */
  private readonly firstNames = new Set<string>();

  get totals(): { readonly files: number; readonly bytes: number } {
    return { files: this.files, bytes: this.bytes };
  }

  /** Files with several names, as `fileKey` has them. */
  get linkedFiles(): readonly string[] {
    return [...this.firstNames];
  }

  addName(): void {
    this.files += 1;
  }

  /** Returns the bytes that were added. */
  add({ path, stat }: Found): number {
    if (stat.isSocket()) return 0;
    this.files += 1;
    if (!stat.isFile() || !this.isFirstName(stat) || isHole(path, stat)) return 0;
    this.bytes += Number(stat.size);
    return Number(stat.size);
  }

  private isFirstName(stat: Found['stat']): boolean {
    if (stat.nlink < 2n) return true;
    const key = fileKey(stat);
    if (this.firstNames.has(key)) return false;
    this.firstNames.add(key);
    return true;
  }
}
