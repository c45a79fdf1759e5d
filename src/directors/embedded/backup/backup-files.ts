import { type Client, type ClientBase } from 'pg';
import { connectCatalog } from '../catalog-connection.js';
import { type TaskControl, type TaskLog, type TaskOutcome } from '../task.js';
import { VolumeWriter } from '../volumes/volume-writer.js';
import { Archive } from './archive.js';
import { type BackupTask } from './backup-task.js';
import { Canceled, Cancellation } from './cancellation.js';
import { CatalogWriter } from './catalog-writer.js';
import { type attributesOf, type Found, shown } from './entry.js';
import { EntryWriter } from './entry-writer.js';
import { Manifest } from './manifest.js';
import { MountPoints, compareSources, keepSources, loadSources, type Source } from './source-folders.js';
import { PriorState } from './previous-entries.js';
import { inBatches, walkOf } from './backup-source.js';
import { tarHeader } from './tar-packer.js';
import { type Walk } from './walk-directory.js';

/** Makes the run browsable as Bacula's own cache does: its folders and all their ancestors are visible for it. */
async function recordVisibility(catalog: ClientBase, jobId: number): Promise<void> {
  await catalog.query('BEGIN');
  await catalog.query(
    `INSERT INTO pathvisibility (pathid, jobid)
     WITH RECURSIVE up AS (
       SELECT DISTINCT pathid FROM file WHERE jobid = $1
       UNION SELECT h.ppathid FROM up JOIN pathhierarchy h ON h.pathid = up.pathid WHERE h.ppathid > 0)
     SELECT pathid, $1 FROM up ON CONFLICT DO NOTHING`,
    [jobId],
  );
  await catalog.query('UPDATE job SET hascache = 1 WHERE jobid = $1', [jobId]);
  await catalog.query('COMMIT');
}

/** After so long without a pause, what waits (compressed members, catalog answers) gets its turn. */
const breathEveryMs = 5;
const manifestChunkBytes = 2 ** 20;

/**
 * Backs up a fileset: walks it, leaves out what the chain already has, and writes the rest into volumes and catalog. Throws an
 * Error with the reason if the run must fail; warnings about single files go to the log.
 */
export async function backupFiles(task: BackupTask, control: TaskControl, log: TaskLog): Promise<TaskOutcome> {
  const catalog = await connectCatalog(task.catalogUrl, `backup ${task.jobId}`);
  try {
    return await new BackupRun(task, control, log, catalog).run();
  } finally {
    await catalog.end().catch(() => undefined);
  }
}

class BackupRun {
  private readonly archive: Archive;
  private readonly manifest: Manifest;
  private readonly entries: EntryWriter;
  private readonly heartbeat: Cancellation;
  private readonly volumes: VolumeWriter;
  private readonly walk: Walk;
  private readonly mounts = MountPoints.read();
  private readonly now: () => Date;
  private lastBreath = performance.now();

  constructor(
    private readonly task: BackupTask,
    control: TaskControl,
    private readonly log: TaskLog,
    private readonly catalog: Client,
  ) {
    const origin = performance.now();
    this.now = () => new Date(task.startedAtMs + performance.now() - origin);
    this.volumes = new VolumeWriter(catalog, task.volumes, log, this.now);
    this.archive = new Archive(this.volumes, new CatalogWriter(catalog, task.jobId), task.compression, this.now);
    this.manifest = new Manifest(task.spoolFile);
    this.heartbeat = new Cancellation(control, catalog);
    this.walk = walkOf(task, log, this.mounts);
    const isSecret = this.walk.isSecret.bind(this.walk);
    this.entries = new EntryWriter(this.archive, this.manifest, control, this.heartbeat, log, isSecret);
  }

  async run(): Promise<TaskOutcome> {
    try {
      await this.backUp();
      return { status: 'T', ...this.archive.totals };
    } catch (error) {
      await this.archive.abandon();
      if (error instanceof Canceled) return { status: 'A', ...this.archive.totals };
      throw error;
    } finally {
      this.entries.close();
      this.manifest.remove();
    }
  }

  private async backUp(): Promise<void> {
    this.log.info('Extended attributes and access control lists are not backed up.');
    await this.volumes.checkFolder();
    const prior = this.task.chain.length > 0 ? await this.loadPrior() : null;
    try {
      await this.writeChanged(prior?.state ?? null);
      await this.archive.flush();
      const sources = await this.judgeSources(prior?.state ?? null);
      if (prior) await this.recordDeletions(prior.state);
      await this.finish();
      await keepSources(this.catalog, this.task.jobId, sources);
    } finally {
      await prior?.connection.end().catch(() => undefined);
    }
  }

  private async writeChanged(prior: PriorState | null): Promise<void> {
    for (const batch of inBatches(this.walk, () => this.heartbeat.check())) {
      const changed = prior ? await prior.changed(batch) : batch;
      for (const found of changed) await this.write(found);
      await this.breathe();
    }
    if (this.walk.readableIncludes === 0) throw new Error('Nothing that the fileset includes could be read.');
    if (prior) await this.writeOtherNames(prior);
  }

  /** On a connection of its own: its questions would else wait behind the writer's transactions. */
  private async loadPrior(): Promise<{ state: PriorState; connection: Client }> {
    const connection = await connectCatalog(this.task.catalogUrl, `backup ${this.task.jobId} chain`);
    try {
      return { state: await PriorState.load(connection, this.task.chain), connection };
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
  }

  private async write(found: Found): Promise<void> {
    this.heartbeat.check();
    await this.entries.write(found);
    if (performance.now() - this.lastBreath > breathEveryMs) await this.breathe();
  }

  private async writeOtherNames(prior: PriorState): Promise<void> {
    for await (const name of prior.otherNames(this.entries.linkedFiles)) {
      this.heartbeat.check();
      await this.entries.writeOtherName(name);
    }
  }

  private async breathe(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.lastBreath = performance.now();
  }

  /** A disk that was mounted at the last run and is not now leaves a folder that looks as if everything had been deleted. */
  private async judgeSources(prior: PriorState | null): Promise<readonly Source[]> {
    const before = await loadSources(this.catalog, this.task.jobId);
    const filled = await this.filledBefore(prior);
    const { markedAboveMounts, sources: now } = this.walk;
    const { sources, lost } = compareSources([...before, ...filled], now, this.mounts, markedAboveMounts);
    for (const { path, sentence } of lost) {
      this.log.warning(`${shown(path)} ${sentence} Earlier backups of it are kept until they expire.`);
      this.walk.unreadable.push(path);
    }
    return sources;
  }

  /** Folders that are empty now but had files in the chain: runs of older versions stored no sources. */
  private async filledBefore(prior: PriorState | null): Promise<readonly Source[]> {
    const filled: Source[] = [];
    for (const source of this.walk.sources.filter(({ isEmpty }) => isEmpty)) {
      const isFilled = (await prior?.hasEntriesBelow(Buffer.from(source.path, 'latin1'))) ?? false;
      if (isFilled) filled.push({ ...source, isEmpty: false });
    }
    return filled;
  }

  private async recordDeletions(prior: PriorState): Promise<void> {
    const count = await prior.recordDeletions(this.task.jobId, this.walk.unreadable);
    if (count === 0) return;
    const happened = this.walk.markers.hasFound ? 'deleted, or left out by a marker file,' : 'deleted';
    this.log.info(`${count.toLocaleString('en')} files or folders were ${happened} since the previous run.`);
  }

  private async finish(): Promise<void> {
    if (this.archive.totals.files > 0) await this.addManifest();
    await this.volumes.finish();
    this.heartbeat.check();
    await recordVisibility(this.catalog, this.task.jobId);
  }

  private async addManifest(): Promise<void> {
    const path = Buffer.from(`/.backup-console/run-${this.task.jobId}.sha256`);
    const seconds = Math.floor(this.now().getTime() / 1000);
    const size = this.manifest.size();
    const header = tarHeader({ type: 'file', path, link: null, attributes: manifestAttributes(seconds), size });
    await this.archive.addManifest(header, this.manifest.chunks(manifestChunkBytes));
  }
}

function manifestAttributes(mtime: number): ReturnType<typeof attributesOf> {
  const none = { dev: 0n, ino: 0n, rdev: 0n, nlink: 1, uid: 0, gid: 0, size: 0, blksize: 0, blocks: 0 };
  return {
    ...none,
    mode: 0o100644,
    atime: mtime,
    mtime,
    ctime: mtime,
    linkFileIndex: 0,
    flags: 0,
    stream: 0,
    mtimeNs: 0,
    ctimeNs: 0,
  };
}
