import { createHash } from 'node:crypto';
import { type Client } from 'pg';
import { Canceled, Cancellation } from '../backup/cancellation.js';
import { shown } from '../backup/entry.js';
import { RunSegments } from '../restore/content-reader.js';
import { connectForRestore } from '../restore/restore-set.js';
import { FailedTask, type TaskControl, type TaskLog, type TaskOutcome, type VolumeSegment } from '../task.js';
import { readSegment, UnreadableVolume, type VolumeEntry } from '../volumes/volume-reader.js';
import {
  forgetVerified,
  isStillRetained,
  listUnverified,
  recordAttempt,
  recordVerified,
  type UnverifiedRun,
} from './verified-runs.js';
import { type VerifyRow, VerifyRows } from './verify-rows.js';
import { type VerifyTask } from './verify-task.js';

const typeMask = 0o170000;
const regularFile = 0o100000;
const symbolicLink = 0o120000;
const mostIndex = 2 ** 31 - 1;
const rowsAtOnce = 1000;

/** Reads backups from their volumes and compares each entry with the catalog. Writes nothing but its results. */
export async function verifyFiles(task: VerifyTask, control: TaskControl, log: TaskLog): Promise<TaskOutcome> {
  const catalog = await connectForRestore(task.catalogUrl, `verify ${task.jobId}`);
  try {
    return await new VerifyRun(task, control, log, catalog).run();
  } finally {
    await catalog.end().catch(() => undefined);
  }
}

interface Difference {
  /** null: what differs is no entry's content. */
  readonly path: Buffer | null;
  readonly reason: string;
}

/** The backup was purged or deleted while it was read: what differs is not known. */
class NoLongerRetained extends Error {}

class VerifyRun {
  private files = 0;
  private bytes = 0;
  private runs = 0;
  private differences = 0;
  private readonly cancellation: Cancellation;
  private readonly now: () => Date;

  constructor(
    private readonly task: VerifyTask,
    private readonly control: TaskControl,
    private readonly log: TaskLog,
    private readonly catalog: Client,
  ) {
    const origin = performance.now();
    this.now = () => new Date(task.startedAtMs + performance.now() - origin);
    this.cancellation = new Cancellation(control, catalog);
  }

  async run(): Promise<TaskOutcome> {
    try {
      await forgetVerified(this.catalog);
      const rows = await VerifyRows.open(this.catalog);
      const runs = await listUnverified(this.catalog, this.task.jobids);
      const [first] = runs;
      if (first) {
        await recordAttempt(this.catalog, { jobId: first.jobId, verifyJobId: this.task.jobId, at: this.now() });
      }
      for (const run of runs) await this.verify(run, rows);
    } catch (error) {
      if (!(error instanceof Canceled)) throw new FailedTask(error, this.outcome('E'));
      this.log.info(`The verify was canceled. ${this.summary()}`);
      return this.outcome('A');
    }
    this.log.info(this.summary());
    return this.outcome(this.differences === 0 ? 'T' : 'E');
  }

  private outcome(status: TaskOutcome['status']): TaskOutcome {
    return { status, files: this.files, bytes: this.bytes };
  }

  private summary(): string {
    const number = (value: number, word: string): string =>
      `${value.toLocaleString('en')} ${word}${value === 1 ? '' : 's'}`;
    const found = this.differences === 0 ? 'no differences' : number(this.differences, 'difference');
    return `Verified ${number(this.files, 'file')} of ${number(this.runs, 'run')}: ${found}.`;
  }

  private async verify(run: UnverifiedRun, rows: VerifyRows): Promise<void> {
    const before = this.differences;
    const record = (isPartial: boolean): Promise<void> =>
      recordVerified(this.catalog, {
        jobId: run.jobId,
        verifyJobId: this.task.jobId,
        at: this.now(),
        differences: this.differences - before,
        isPartial,
      });
    try {
      await this.readRun(run, rows);
    } catch (error) {
      if (error instanceof NoLongerRetained) {
        this.log.info(`Run ${run.jobId} (${run.job}) was purged or deleted while it was verified.`);
        return;
      }
      if (error instanceof Canceled && this.differences > before) await record(true);
      throw error;
    }
    this.runs += 1;
    await record(false);
  }

  private async readRun(run: UnverifiedRun, rows: VerifyRows): Promise<void> {
    this.cancellation.check();
    const entries = await rows.load(run.jobId);
    if (entries === 0) await this.report(run, [{ path: null, reason: 'its files are no longer in the catalog' }]);
    const { segments } = await RunSegments.load(this.catalog, run.jobId, this.task.storageFolders);
    let last = 0;
    for (const segment of segments) {
      this.cancellation.check();
      const { firstIndex, lastIndex } = segment;
      const inOrder = await rows.between(last, lastIndex);
      await this.report(run, inOrder.filter(({ fileIndex }) => fileIndex < firstIndex).map(withoutPlace));
      await this.report(run, await this.readWhole(segment, inOrder));
      last = Math.max(last, lastIndex);
    }
    await this.reportAfter(run, rows, last);
  }

  /** Entries behind the last segment. */
  private async reportAfter(run: UnverifiedRun, rows: VerifyRows, last: number): Promise<void> {
    for (let after = last; ;) {
      const some = await rows.between(after, mostIndex, rowsAtOnce);
      await this.report(run, some.map(withoutPlace));
      const end = some.at(-1);
      if (end === undefined) return;
      after = end.fileIndex;
    }
  }

  /** Reads the segment to its end, where its own checksum is, although its last entries may be of no interest. */
  private async readWhole(segment: VolumeSegment, inOrder: readonly VerifyRow[]): Promise<readonly Difference[]> {
    const left = new Map(inOrder.map((row) => [row.fileIndex, row]));
    for (const index of left.keys()) if (index < segment.firstIndex) left.delete(index);
    const found: Difference[] = [];
    const visit = async (entry: VolumeEntry): Promise<void> => {
      const row = left.get(entry.index);
      if (row === undefined) return;
      this.control.current(row.path);
      const reason = await this.compare(segment, row, entry);
      left.delete(entry.index);
      if (reason !== null) found.push({ path: row.path, reason });
      this.files += 1;
      this.control.add(1, 0);
    };
    try {
      await readSegment(segment, new Set(left.keys()), visit, { toEnd: true });
    } catch (error) {
      if (!(error instanceof UnreadableVolume)) throw error;
      for (const { path } of left.values()) found.push({ path, reason: error.message });
      if (found.length === 0) found.push({ path: null, reason: error.message });
    }
    return found;
  }

  /** The difference as text; null: none. */
  private async compare({ volumeName }: VolumeSegment, row: VerifyRow, entry: VolumeEntry): Promise<string | null> {
    const elsewhere = `volume ${volumeName} contains something else in its place`;
    const isFolder = row.path.at(-1) === 0x2f;
    if (!isFolder && !entry.path.equals(row.path.subarray(1))) return elsewhere;
    const type = row.lstat.mode & typeMask;
    if (type === symbolicLink) return entry.type === 'symlink' ? null : elsewhere;
    if (type !== regularFile || (entry.type === 'link' && row.lstat.linkFileIndex !== 0)) return null;
    if (entry.type !== 'file' && entry.type !== 'contiguous-file') return elsewhere;
    // A file that is one hole has no content and no checksum.
    if (entry.holeBytes !== null) return entry.holeBytes === row.lstat.size ? null : elsewhere;
    const checksum = await this.checksumOf(entry);
    return checksum === row.checksum
      ? null
      : `its content on volume ${volumeName} does not have the checksum recorded at backup`;
  }

  private async checksumOf(entry: VolumeEntry): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of entry.content) {
      this.cancellation.check();
      hash.update(chunk);
      this.bytes += chunk.length;
      this.control.add(0, chunk.length);
    }
    return hash.digest('base64').replace(/=+$/, '');
  }

  /** A backup may be purged at any time: what was found of it then is no difference. */
  private async report({ jobId, job }: UnverifiedRun, found: readonly Difference[]): Promise<void> {
    if (found.length === 0) return;
    if (!(await isStillRetained(this.catalog, jobId))) throw new NoLongerRetained();
    for (const { path, reason } of found) {
      this.differences += 1;
      const file = path === null ? '' : `${shown(path)} of `;
      this.log.warning(`Not as backed up: ${file}run ${jobId} (${job}): ${reason}`);
    }
  }
}

function withoutPlace({ path }: VerifyRow): Difference {
  return { path, reason: 'the catalog does not record its position on a volume' };
}
