import { type LStat } from '../../../domain/lstat.js';
import { type ArchiveWriter, type Output, zeroBytes } from './archive-writer.js';

/** Writes the content of one file and nothing else. */
export class PlainWriter implements ArchiveWriter {
  readonly hasLinks = true;
  private files = 0;

  /** `announce` learns the size before the first byte. */
  constructor(
    private readonly output: Output,
    private readonly announce: (size: number) => void,
  ) {}

  folder(): Promise<void> {
    return this.reject();
  }

  async file(_path: Buffer, { size }: LStat, content: AsyncIterable<Buffer>): Promise<void> {
    this.files += 1;
    if (this.files > 1) return this.reject();
    this.announce(size);
    for await (const chunk of content) await this.output(chunk);
  }

  hole(path: Buffer, attributes: LStat): Promise<void> {
    return this.file(path, attributes, zeroBytes(attributes.size));
  }

  link(): Promise<void> {
    return this.reject();
  }

  symlink(): Promise<void> {
    return this.reject();
  }

  special(): Promise<void> {
    return this.reject();
  }

  end(): Promise<void> {
    return this.files === 1 ? Promise.resolve() : this.reject();
  }

  private reject(): Promise<void> {
    return Promise.reject(new Error('the selection is not a single plain file'));
  }
}
