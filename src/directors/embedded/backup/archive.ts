import { once } from 'node:events';
import { promisify } from 'node:util';
import { createGzip, type Gzip, gzip as gzipWithCallback } from 'node:zlib';
import { type BigIntStats, statfsSync } from 'node:fs';
import { type VolumeWriter, type CurrentVolume } from '../volumes/volume-writer.js';
import {
  type CatalogWriter,
  type FileRow,
  type MemberRecord,
  type RunTotals,
  UnclearCommit,
} from './catalog-writer.js';
import { type ArchiveHeader, TarPacker } from './tar-packer.js';

const gzip = promisify<Buffer, { level: number; chunkSize: number }, Buffer>(gzipWithCallback);

/** A member is closed once it is larger than this. A larger file gets a member of its own and is streamed into it. */
export const memberBytes = 4 * 2 ** 20;
const gzipChunkBytes = 2 ** 20;
/** Members being compressed or stored while the next one is filled; more would only cost memory. */
const mostMembersUnderway = 2;

/** The File row of an entry, but for the index that the archive gives it. */
export type EntryRow = Omit<FileRow, 'index'>;

/** Chunks of a large content, in order; together exactly the size that the header announced. */
export type Batches = Iterable<Buffer>;

interface Member {
  readonly chunks: Buffer[];
  readonly rows: FileRow[];
  readonly totals: RunTotals;
  readonly isManifest: boolean;
}

/**
 * Writes a run's entries into volumes: tar entries are gathered into gzip members, and each member is stored and then committed
 * to the catalog in order, while the next one is being filled.
 */
export class Archive {
  private packer: TarPacker | null = null;
  private chunks: Buffer[] = [];
  private gathered = 0;
  private rows: FileRow[] = [];
  private underway: Promise<void>[] = [];
  private index = 0;
  private bytes = 0;
  private volumeInUse: number | null = null;

  constructor(
    private readonly volumes: VolumeWriter,
    private readonly catalog: CatalogWriter,
    private readonly compression: number,
    private readonly now: () => Date,
  ) {}

  /** Entries and content bytes so far, committed or not. */
  get totals(): RunTotals {
    return { files: this.index, bytes: this.bytes };
  }

  /** Adds an entry that fits into memory and returns its FileIndex. */
  async add(header: ArchiveHeader, content: Buffer, row: EntryRow): Promise<number> {
    await this.gather(header, content);
    this.count(row, content.length);
    if (this.gathered > memberBytes) await this.closeMember(false);
    return this.index;
  }

  /** Adds a large entry: streamed through a member of its own, so that memory does not grow with it. */
  async addLarge(header: ArchiveHeader, content: Batches, rowOf: () => EntryRow): Promise<number> {
    await this.flush();
    const volume = await this.volumes.volume();
    const start = volume.file.length;
    await this.stream(volume, header, content);
    this.count(rowOf(), header.size);
    const rows = this.rows;
    this.rows = [];
    await this.commit(volume, start, rows, this.totals);
    return this.index;
  }

  /** The run's last entry; it has no FileIndex and goes into the last member, or one of its own. */
  async addManifest(header: ArchiveHeader, content: Batches): Promise<void> {
    if (header.size <= memberBytes) {
      await this.gather(header, Buffer.concat([...content]));
      await this.closeMember(this.rows.length === 0);
      return this.settle();
    }
    await this.flush();
    const volume = await this.volumes.volume(true);
    const start = volume.file.length;
    await this.stream(volume, header, content);
    await this.commit(volume, start, [], this.totals);
  }

  /** Closes the current member and waits until everything is committed. */
  async flush(): Promise<void> {
    if (this.rows.length > 0) await this.closeMember(false);
    await this.settle();
  }

  /** Discards what is not committed. Writes in progress are completed first: a commit may already be in progress. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.underway);
    this.packer?.destroy();
    await this.volumes.abandon();
  }

  private count(row: EntryRow, bytes: number): void {
    this.index += 1;
    this.bytes += bytes;
    this.rows.push({ ...row, index: this.index });
  }

  private async gather(header: ArchiveHeader, content: Buffer): Promise<void> {
    const packer = (this.packer ??= await TarPacker.open());
    for (const chunk of await packer.entry(header, content)) {
      this.chunks.push(chunk);
      this.gathered += chunk.length;
    }
  }

  private async closeMember(isManifest: boolean): Promise<void> {
    const member: Member = { chunks: this.chunks, rows: this.rows, totals: this.totals, isManifest };
    this.chunks = [];
    this.gathered = 0;
    this.rows = [];
    // Compression starts immediately; storing waits for the member before.
    const compressed = gzip(Buffer.concat(member.chunks), { level: this.compression, chunkSize: gzipChunkBytes });
    const before = this.underway.at(-1);
    const stored = Promise.all([compressed, before]).then(([data]) => this.store(member, data));
    stored.catch(() => undefined);
    this.underway.push(stored);
    while (this.underway.length > mostMembersUnderway) await this.settleOldest();
  }

  private async store(member: Member, data: Buffer): Promise<void> {
    const volume = await this.volumes.volume(member.isManifest);
    const start = volume.file.length;
    await this.volumes.write(volume, data);
    await this.commit(volume, start, member.rows, member.totals);
  }

  private async commit(
    volume: CurrentVolume,
    start: number,
    rows: readonly FileRow[],
    totals: RunTotals,
  ): Promise<void> {
    await this.volumes.sync(volume);
    await this.record(volume, {
      mediaId: volume.mediaId,
      volIndex: volume.volIndex,
      opensVolume: this.volumeInUse !== volume.mediaId,
      segment: {
        firstIndex: rows[0]?.index ?? 0,
        lastIndex: rows.at(-1)?.index ?? 0,
        start,
        end: volume.file.length,
      },
      rows,
      totals,
      at: this.now(),
    });
    this.volumeInUse = volume.mediaId;
    volume.file.commit();
  }

  private async record(volume: CurrentVolume, member: MemberRecord): Promise<void> {
    try {
      await this.catalog.commit(member);
    } catch (error) {
      if (error instanceof UnclearCommit) volume.file.keepTail();
      throw error;
    }
  }

  /** Tar entry → gzip → volume, a chunk at a time. */
  private async stream(volume: CurrentVolume, header: ArchiveHeader, content: Batches): Promise<void> {
    const compressor = createGzip({ level: this.compression, chunkSize: gzipChunkBytes });
    const written = (async () => {
      for await (const chunk of compressor) await this.volumes.write(volume, chunk as Buffer);
    })();
    try {
      await this.feed(compressor, written, header, content);
      await written;
    } catch (error) {
      // No write to the volume may be in progress when its tail is cut.
      compressor.destroy();
      await written.catch(() => undefined);
      throw error;
    }
  }

  private async feed(compressor: Gzip, written: Promise<void>, header: ArchiveHeader, content: Batches): Promise<void> {
    written.catch(() => undefined);
    const packer = (this.packer ??= await TarPacker.open());
    const entry = packer.begin(header);
    for (const chunk of content) {
      entry.write(chunk);
      await new Promise<void>((resolve) => setImmediate(resolve));
      await this.pass(compressor, written, entry.take());
    }
    await this.pass(compressor, written, await entry.end());
    compressor.end();
  }

  /** Hands chunks on, and waits while the compressor has enough; a failing volume ends the wait. */
  private async pass(compressor: Gzip, written: Promise<void>, chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      if (!compressor.write(chunk)) await Promise.race([once(compressor, 'drain'), written]);
    }
  }

  private async settle(): Promise<void> {
    while (this.underway.length > 0) await this.settleOldest();
  }

  private async settleOldest(): Promise<void> {
    await this.underway.shift();
  }
}

/** ext2 to ext4, XFS, Btrfs, F2FS, tmpfs: what has no blocks there has no content. Elsewhere the number may be made up, or late. */
const countsBlocks = new Set<number>([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994]);

/** Whether a regular file is one hole, so that its zeros need not be read. Small files may be stored in their inode. */
export function isHole(path: Buffer | string, stat: BigIntStats): boolean {
  if (stat.blocks > 0n || stat.size <= BigInt(memberBytes)) return false;
  try {
    return countsBlocks.has(statfsSync(path).type);
  } catch {
    return false;
  }
}
