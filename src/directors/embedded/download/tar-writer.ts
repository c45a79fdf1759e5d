import { type LStat } from '../../../domain/lstat.js';
import { type ArchiveHeader, type TarEntry, tarHeader, type TarType, TarPacker } from '../backup/tar-packer.js';
import { type ArchiveWriter, type Output, rejectEscape } from './archive-writer.js';

const typeMask = 0o170000;
const specialTypes: ReadonlyMap<number, TarType> = new Map([
  [0o010000, 'fifo'],
  [0o020000, 'character-device'],
  [0o060000, 'block-device'],
]);
const endOfArchive = Buffer.alloc(1024);

/** A pax archive: of any size, with links, modes, owners by number, and times to the nanosecond. Names as on volumes (docs/develop/volume-format.md). */
export class TarWriter implements ArchiveWriter {
  readonly hasLinks = true;

  private constructor(
    private readonly packer: TarPacker,
    private readonly output: Output,
  ) {}

  static async open(output: Output): Promise<TarWriter> {
    return new TarWriter(await TarPacker.open(), output);
  }

  async folder(path: Buffer, attributes: LStat): Promise<void> {
    await this.plain({ type: 'directory', path, link: null, attributes, size: 0 });
  }

  async file(path: Buffer, attributes: LStat, content: AsyncIterable<Buffer>): Promise<void> {
    const entry = this.packer.begin(headerOf({ type: 'file', path, link: null, attributes, size: attributes.size }));
    for await (const chunk of content) {
      entry.write(chunk);
      // The packer takes it in a step of its own.
      await new Promise<void>((resolve) => setImmediate(resolve));
      await this.pass(entry.take());
    }
    await this.pass(await entry.end());
  }

  async hole(path: Buffer, attributes: LStat): Promise<void> {
    await this.plain({ type: 'file', path, link: null, attributes, size: 0, holeBytes: attributes.size });
  }

  async link(path: Buffer, attributes: LStat, first: Buffer): Promise<void> {
    rejectEscape(first);
    await this.plain({ type: 'link', path, link: first, attributes, size: 0 });
  }

  async symlink(path: Buffer, attributes: LStat, target: Buffer): Promise<void> {
    await this.plain({ type: 'symlink', path, link: target, attributes, size: 0 });
  }

  async special(path: Buffer, attributes: LStat): Promise<void> {
    const type = specialTypes.get(attributes.mode & typeMask);
    if (type !== undefined) await this.plain({ type, path, link: null, attributes, size: 0 });
  }

  async end(): Promise<void> {
    this.packer.destroy();
    await this.output(endOfArchive);
  }

  private async plain(entry: TarEntry): Promise<void> {
    await this.pass(await this.packer.entry(headerOf(entry), Buffer.alloc(0)));
  }

  private async pass(chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) await this.output(chunk);
  }
}

function headerOf(entry: TarEntry): ArchiveHeader {
  rejectEscape(entry.path);
  const { mode, mtime, mtimeNs } = entry.attributes;
  const header = tarHeader(entry);
  const pax: Record<string, string> = { ...header.pax };
  if (mtime >= 0 && mtimeNs > 0) pax['mtime'] = `${mtime}.${String(mtimeNs).padStart(9, '0')}`;
  // The packer takes a mode of 0 for none; with the bits of the type, which it leaves out, none is 0.
  return { ...header, mode, ...(Object.keys(pax).length > 0 ? { pax } : {}) };
}
