import { RawPath } from '../../../domain/catalog-entry.js';
import { type Relocation } from '../../../domain/restore-target.js';
import { PathRelocator } from '../../../platform/expressions/relocated-path.js';
import { SkippedFile } from './skipped-file.js';
import { printablePath } from './target-path.js';

/** Where a relocation puts the entries of a restore. The preview uses the same PathRelocator, so that both agree on every path. */
export class RelocatedTarget {
  private readonly relocator: PathRelocator;
  /** As latin1 text, without a final slash: empty for the root. */
  private readonly root: string;

  /** `where` is the restore folder: the one that the relocation adds, or `/`. */
  constructor(
    relocation: Relocation,
    private readonly where: string,
  ) {
    this.relocator = new PathRelocator(relocation);
    this.root = where === '/' ? '' : Buffer.from(where).toString('latin1');
  }

  /** The path below the restore folder, from its first slash on; that of a folder ends in `/`. Throws SkippedFile if there is none. */
  of(path: Buffer): Buffer {
    const target = this.relocator.relocate(RawPath.ofBytes(path)).bytes;
    const words = target.toString('latin1').split('/');
    const isFolder = path.at(-1) === slash;
    const names = words.filter((word) => word !== '' && word !== '.');
    const reject = (why: string): SkippedFile => new SkippedFile(`its new path ${printablePath(target)} ${why}`);
    if (words[0] !== '') throw reject('is not absolute');
    if (names.includes('..')) throw reject('contains ".."');
    if (!isFolder && names.at(-1) !== words.at(-1)) throw reject('is that of a folder');
    const whole = names.map((name) => `/${name}`).join('') + (isFolder ? '/' : '');
    // An expression may lead anywhere; a prefix cannot, and is checked all the same.
    if (!whole.startsWith(`${this.root}/`)) throw reject(`is outside ${this.where}`);
    return Buffer.from(whole.slice(this.root.length), 'latin1');
  }

  /** The full path of a target below the restore folder. */
  whole(target: Buffer): Buffer {
    return Buffer.concat([Buffer.from(this.root, 'latin1'), target]);
  }
}

const slash = 0x2f;
