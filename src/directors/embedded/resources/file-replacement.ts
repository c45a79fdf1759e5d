import { accessSync, constants, readFileSync, realpathSync, renameSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MountPoints } from '../backup/source-folders.js';

/** Why a file cannot be replaced, as a sentence without its subject; null: nothing speaks against it. */
export function whyNotReplaceable(path: string): string | null {
  try {
    const real = realpathSync(path);
    // Renaming onto a mount point fails, and only then.
    if (isMountPoint(real)) return 'is mounted as a single file, which cannot be replaced. Mount its folder instead';
    accessSync(dirname(real), constants.W_OK);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `cannot be replaced: its folder does not permit it (${code ?? message})`;
  }
}

function isMountPoint(path: string): boolean {
  const mounts = MountPoints.read();
  return mounts.isKnown && mounts.has(Buffer.from(path));
}

/**
 * A new text for a file, complete beside it. Under its name there is always one of the two as a whole, whenever the process is
 * killed. A link remains: the file that it names is replaced.
 */
export class FileReplacement {
  private constructor(
    private readonly file: string,
    private readonly unfinished: string,
  ) {}

  /** Throws where the disk is full, or the file cannot be replaced. */
  static async write(path: string, text: string): Promise<FileReplacement> {
    const why = whyNotReplaceable(path);
    if (why !== null) throw new Error(`${basename(path)} ${why}`);
    const file = realpathSync(path);
    // Always the same name, so that what a killed process left is replaced.
    const unfinished = join(dirname(file), `.${basename(file)}.new`);
    const replacement = new FileReplacement(file, unfinished);
    try {
      await writeLike(file, unfinished, text);
    } catch (error) {
      await replacement.discard();
      throw error;
    }
    return replacement;
  }

  /** Gives the file the new text if it still has this one; false: it was edited meanwhile, and is left alone. */
  async commit(expected: string): Promise<boolean> {
    // Nothing comes between the two within this process, and little outside of it.
    if (readFileSync(this.file, 'utf8') !== expected) {
      await this.discard();
      return false;
    }
    renameSync(this.unfinished, this.file);
    await sync(dirname(this.file));
    return true;
  }

  async discard(): Promise<void> {
    await rm(this.unfinished, { force: true });
  }
}

/** With the mode and owner of the file that it is to replace. */
async function writeLike(file: string, unfinished: string, text: string): Promise<void> {
  await rm(unfinished, { force: true });
  const { mode, uid, gid } = await stat(file);
  const handle = await open(unfinished, 'wx', mode);
  try {
    await handle.writeFile(text, 'utf8');
    const made = await handle.stat();
    if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
