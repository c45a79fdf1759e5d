import { createHash, type Hash } from 'node:crypto';
import { type BigIntStats } from 'node:fs';
import { encodeLStat, type LStat } from '../../../domain/lstat.js';
import { type TaskControl, type TaskLog } from '../task.js';
import { type Archive, type EntryRow, memberBytes } from './archive.js';
import { Canceled, type Cancellation } from './cancellation.js';
import { attributesOf, fileKey, folderOf, type Found, nameOf, shown } from './entry.js';
import { reasonOf } from './failure-text.js';
import { type ContentChange, FileContent } from './file-content.js';
import { type Manifest } from './manifest.js';
import { type StoredName } from './previous-entries.js';
import { ReadFolder } from './folder-entries.js';
import { tarHeader, tarName, type TarType } from './tar-packer.js';

const nothing = Buffer.alloc(0);
/** A file that grew is read a second time up to this size, to see that it only grew. */
const mostReadTwice = 4 * 2 ** 30;
const muchHole = { bytes: 2 ** 30, share: 100 };
const readBytes = 2 ** 20;
const noDigest = '0';

/** The first name of a file that has several, as this run wrote it. */
interface FirstName {
  readonly index: number;
  readonly path: Buffer;
  readonly digest: Buffer;
  readonly stat: BigIntStats;
}

const changeSentences: Readonly<Record<ContentChange, string>> = {
  grew: 'grew while it was read: only its original length was backed up',
  shrank: 'shrank while it was read: the missing end was filled with zeros',
  changed: 'changed while it was read: the backup may contain parts of both the old and the new content',
};

/** Puts what the walk found into the archive: content, attributes and checksum of each. */
export class EntryWriter {
  /** Only files with several names, so that memory grows with those alone. */
  private readonly firstNames = new Map<string, FirstName>();
  private readonly readFolder = new ReadFolder();

  constructor(
    private readonly archive: Archive,
    private readonly manifest: Manifest,
    private readonly control: TaskControl,
    private readonly heartbeat: Cancellation,
    private readonly log: TaskLog,
    private readonly isSecret: (path: Buffer, stat: BigIntStats) => boolean,
  ) {}

  close(): void {
    this.readFolder.close();
  }

  /** The files with several names that were written, as `fileKey` has them. */
  get linkedFiles(): readonly string[] {
    return [...this.firstNames.keys()];
  }

  /** Writes a name that did not change, of a file that was written under another. */
  async writeOtherName({ file, path }: StoredName): Promise<void> {
    const first = this.firstNames.get(file);
    if (first) await this.writeLink(path, first.stat, first);
  }

  async write(found: Found): Promise<void> {
    this.control.current(found.path);
    if (found.stat.isFile()) return this.writeFile(found);
    if (found.stat.isDirectory()) return this.writePlain(found, 'directory', null);
    if (found.stat.isSymbolicLink()) return this.writePlain(found, 'symlink', found.target);
    if (found.stat.isFIFO()) return this.writePlain(found, 'fifo', null);
    if (found.stat.isCharacterDevice()) return this.writePlain(found, 'character-device', null);
    if (found.stat.isBlockDevice()) return this.writePlain(found, 'block-device', null);
    this.log.info(`Socket file skipped: ${shown(found.path)}`);
  }

  private async writeFile(found: Found): Promise<void> {
    const first = found.stat.nlink > 1n ? this.firstNames.get(fileKey(found.stat)) : undefined;
    if (first) return this.writeLink(found.path, found.stat, first);
    const content = this.open(found);
    if (content === null) return;
    try {
      if (this.isSecret(found.path, content.stat)) return;
      const attributes = attributesOf(content.stat, 0);
      const written = await this.addContent(found.path, attributes, content);
      if (content.stat.nlink > 1n)
        this.firstNames.set(fileKey(content.stat), { ...written, path: found.path, stat: content.stat });
    } finally {
      content.close();
    }
  }

  private addContent(
    path: Buffer,
    attributes: LStat,
    content: FileContent,
  ): Promise<{ index: number; digest: Buffer }> {
    if (content.isHole) return this.addHole(path, attributes, content);
    const { size, blocks } = attributes;
    if (size > muchHole.bytes && blocks * 512 * muchHole.share < size) {
      this.log.info(`"${shown(path)}" is sparse; its holes are read as zeros: ${size.toLocaleString('en')} bytes.`);
    }
    return size > memberBytes ? this.addLarge(path, attributes, content) : this.addSmall(path, attributes, content);
  }

  /** It has no checksum: to compute that would take as long as to read the zeros. */
  private async addHole(
    path: Buffer,
    attributes: LStat,
    content: FileContent,
  ): Promise<{ index: number; digest: Buffer }> {
    const header = tarHeader({ type: 'file', path, link: null, attributes, size: 0, holeBytes: content.size });
    const index = await this.archive.add(header, nothing, rowOf(path, attributes, noDigest));
    this.control.add(1, 0);
    return { index, digest: nothing };
  }

  private open(found: Found): FileContent | null {
    try {
      return FileContent.open(this.readFolder.pathOf(found));
    } catch (error) {
      this.log.warning(`Cannot open "${shown(found.path)}": ERR=${reasonOf(error)}.`);
      return null;
    }
  }

  private async addSmall(
    path: Buffer,
    attributes: LStat,
    content: FileContent,
  ): Promise<{ index: number; digest: Buffer }> {
    const data = this.readOrZeros(path, content, content.size);
    const digest = createHash('sha256').update(data).digest();
    const header = tarHeader({ type: 'file', path, link: null, attributes, size: data.length });
    const index = await this.archive.add(header, data, rowOf(path, attributes, base64(digest)));
    this.control.add(1, data.length);
    this.wrote(path, digest, content);
    return { index, digest };
  }

  private async addLarge(
    path: Buffer,
    attributes: LStat,
    content: FileContent,
  ): Promise<{ index: number; digest: Buffer }> {
    const hash = createHash('sha256');
    let digest: Buffer = nothing;
    const header = tarHeader({ type: 'file', path, link: null, attributes, size: content.size });
    const index = await this.archive.addLarge(header, this.chunks(path, content, hash), () => {
      digest = hash.digest();
      return rowOf(path, attributes, base64(digest));
    });
    this.control.add(1, 0);
    this.wrote(path, digest, content);
    return { index, digest };
  }

  private *chunks(path: Buffer, content: FileContent, hash: Hash): Generator<Buffer, void> {
    for (let rest = content.size; rest > 0;) {
      this.heartbeat.check();
      const chunk = this.readOrZeros(path, content, Math.min(readBytes, rest));
      rest -= chunk.length;
      hash.update(chunk);
      this.control.add(0, chunk.length);
      yield chunk;
    }
  }

  /** An error of the disk in the middle of a file costs that part, not the run. */
  private readOrZeros(path: Buffer, content: FileContent, most: number): Buffer {
    try {
      return content.read(most);
    } catch (error) {
      this.log.warning(
        `Read error on file "${shown(path)}": ERR=${reasonOf(error)}. The unreadable part was filled with zeros.`,
      );
      return content.skip(most);
    }
  }

  private wrote(path: Buffer, digest: Buffer, content: FileContent): void {
    this.manifest.add(digest.toString('hex'), archiveName(path));
    const change = content.changed();
    if (change === null) return;
    const onlyGrew = change === 'grew' && content.size <= mostReadTwice && this.beginsAs(digest, content);
    const sentence = `"${shown(path)}" ${changeSentences[change]}.`;
    if (onlyGrew) this.log.info(sentence);
    else this.log.warning(sentence);
  }

  private beginsAs(digest: Buffer, content: FileContent): boolean {
    const hash = createHash('sha256');
    content.rewind();
    try {
      for (let rest = content.size; rest > 0;) {
        this.heartbeat.check();
        const chunk = content.read(Math.min(readBytes, rest));
        rest -= chunk.length;
        hash.update(chunk);
      }
    } catch (error) {
      if (error instanceof Canceled) throw error;
      return false;
    }
    return hash.digest().equals(digest);
  }

  private async writeLink(path: Buffer, stat: BigIntStats, first: FirstName): Promise<void> {
    const attributes = attributesOf(stat, first.index);
    const header = tarHeader({ type: 'link', path, link: first.path, attributes, size: 0 });
    const isHole = first.digest.length === 0;
    await this.archive.add(header, nothing, rowOf(path, attributes, isHole ? noDigest : base64(first.digest)));
    if (!isHole) this.manifest.add(first.digest.toString('hex'), archiveName(path));
    this.control.add(1, 0);
  }

  private async writePlain(found: Found, type: TarType, link: Buffer | null): Promise<void> {
    const attributes = attributesOf(found.stat, 0);
    const header = tarHeader({ type, path: found.path, link, attributes, size: 0 });
    await this.archive.add(header, nothing, rowOf(found.path, attributes, noDigest));
    this.control.add(1, 0);
  }
}

function rowOf(path: Buffer, attributes: LStat, digest: string): EntryRow {
  return {
    folder: folderOf(path).toString('latin1'),
    name: nameOf(path).toString('latin1'),
    lstat: encodeLStat(attributes),
    digest,
  };
}

function archiveName(path: Buffer): string {
  return tarName(path.subarray(1)).text;
}

function base64(digest: Buffer): string {
  return digest.toString('base64').replace(/=+$/, '');
}
