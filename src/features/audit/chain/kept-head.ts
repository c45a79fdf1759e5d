import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Head, readHead } from './chain-head.js';

/** The file beside the database that keeps the newest head that this console saw. Read and written by one process at a time. */
export class KeptHead {
  constructor(readonly file: string) {}

  /** null: none was kept yet. Throws where the file cannot be read or holds something else. */
  async read(): Promise<Head | null> {
    try {
      return readHead(await readFile(this.file, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** It comes under its name as a whole: a process that is killed over it, or a power cut, leaves the one before. */
  async write(head: Head): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    const unfinished = `${this.file}.new`;
    await writeFile(unfinished, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true });
    await rename(unfinished, this.file);
  }
}
