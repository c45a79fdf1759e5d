import { type TaskLog } from '../task.js';
import { type FolderHandle, lstatIfAny, pathIn } from '../restore/directory-handle.js';
import { shown } from './entry.js';
import { errorCode, reasonOf } from './failure-text.js';
import { FileContent } from './file-content.js';

const cacheTag = 'CACHEDIR.TAG';
/** How a CACHEDIR.TAG must begin, so that an unrelated file of this name costs no folder its backup (https://bford.info/cachedir/). */
const cacheSignature = Buffer.from('Signature: 8a477f597d28d172789f06886806bc55');

/** How many marked folders the log names. */
const mostNamed = 3;

/**
 * Finds marker files, whose folders are left out but for the folder and the marker itself. They are looked up by name before the
 * folder is listed: in a large folder they would come after thousands of its files.
 */
export class MarkerFiles {
  private readonly names: readonly Buffer[];
  private readonly examples: string[] = [];
  private folders = 0;

  constructor(
    names: readonly string[],
    private readonly log: TaskLog,
  ) {
    this.names = names.map((name) => Buffer.from(name));
  }

  /** Whether any folder was left out. */
  get hasFound(): boolean {
    return this.folders > 0;
  }

  /** The names of the markers directly in a folder. One that cannot be read does not count: too much is backed up, not too little. */
  findIn(folder: FolderHandle, path: Buffer): readonly Buffer[] {
    const found = this.names.filter((name) => this.isMarker(folder, name, path));
    if (found.length > 0) {
      this.folders += 1;
      if (this.examples.length < mostNamed) this.examples.push(`${shown(path)} (${found.map(shown).join(', ')})`);
    }
    return found;
  }

  /** Logs how many folders were left out. */
  report(): void {
    if (this.folders === 0) return;
    const more = this.folders - this.examples.length;
    const number = this.folders === 1 ? 'a folder' : `${this.folders.toLocaleString('en')} folders`;
    const named = this.examples.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '');
    this.log.info(`Left out the contents of ${number} with a marker file: ${named}.`);
  }

  private isMarker(folder: FolderHandle, name: Buffer, path: Buffer): boolean {
    try {
      // A folder or a link of this name marks nothing.
      if (lstatIfAny(pathIn(folder, name))?.isFile() !== true) return false;
    } catch (error) {
      // Without search permission no name in the folder can be read. The listing reports that for each of them.
      if (errorCode(error) !== 'EACCES') this.reportUnread(path, name, error);
      return false;
    }
    try {
      return name.toString() !== cacheTag || hasCacheSignature(pathIn(folder, name));
    } catch (error) {
      this.reportUnread(path, name, error);
      return false;
    }
  }

  private reportUnread(folder: Buffer, name: Buffer, error: unknown): void {
    const path = shown(Buffer.concat([folder, name]));
    this.log.warning(`Could not read marker file "${path}": ERR=${reasonOf(error)}. Its folder is not left out.`);
  }
}

function hasCacheSignature(path: Buffer): boolean {
  const content = FileContent.open(path);
  try {
    return content.read(cacheSignature.length).equals(cacheSignature);
  } finally {
    content.close();
  }
}
