import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type LStat } from '../../../domain/lstat.js';
import { tarName } from '../backup/tar-packer.js';
import { type ArchiveWriter, type Output, rejectEscape, zeroBytes } from './archive-writer.js';

/** The content was compressed on the volume: the fastest level saves nearly as much as the best. */
const compressionLevel = 1;
/** From here on, with room for content that grows by being compressed, sizes need the fields of Zip64. */
const zip64Bytes = 0xff000000;
const mostTime = 2 ** 31 - 1;

/** A zip archive, with modes and symbolic links as Info-ZIP has them. FIFOs and devices are left out: the format has none. */
export class ZipWriter implements ArchiveWriter {
  readonly hasLinks = false;
  private readonly zip = new ZipFile();
  private readonly flowing: Promise<void>;

  constructor(output: Output) {
    this.flowing = this.flow(output);
    this.flowing.catch(() => undefined);
  }

  folder(path: Buffer, attributes: LStat): Promise<void> {
    this.zip.addEmptyDirectory(zipName(path), optionsOf(attributes));
    return Promise.resolve();
  }

  async file(path: Buffer, attributes: LStat, content: AsyncIterable<Buffer>): Promise<void> {
    const source = Readable.from(content, { objectMode: false });
    const isLarge = attributes.size >= zip64Bytes;
    const options = { ...optionsOf(attributes), compressionLevel, forceZip64Format: isLarge };
    this.zip.addReadStream(source, zipName(path), options);
    // The next one is taken when this one was read: what waits to be written would stay in memory.
    await Promise.race([finished(source), this.flowing]);
  }

  hole(path: Buffer, attributes: LStat): Promise<void> {
    return this.file(path, attributes, zeroBytes(attributes.size));
  }

  link(): Promise<void> {
    return Promise.reject(new Error('a zip archive has no hard links'));
  }

  symlink(path: Buffer, attributes: LStat, target: Buffer): Promise<void> {
    return this.file(path, { ...attributes, size: target.length }, Readable.from([target]));
  }

  special(): Promise<void> {
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.zip.end();
    await this.flowing;
  }

  private async flow(output: Output): Promise<void> {
    const stream = this.zip.outputStream as Readable;
    this.zip.on('error', (error: Error) => stream.destroy(error));
    for await (const chunk of stream) await output(chunk as Buffer);
  }
}

function optionsOf({ mode, mtime }: LStat): { readonly mode: number; readonly mtime: Date } {
  return { mode: mode & 0o177777, mtime: new Date(Math.min(Math.max(mtime, 0), mostTime) * 1000) };
}

/** As in tar archives; a backslash or the colon of a drive, which lead elsewhere on Windows, become %XX too. */
function zipName(path: Buffer): string {
  rejectEscape(path);
  return tarName(path.subarray(1))
    .text.replaceAll('\\', '%5C')
    .replace(/^([A-Za-z]):/, '$1%3A');
}
