import { renameSync, unlinkSync } from 'node:fs';
import { type ReplacePolicy } from '../../../domain/director.port.js';
import { type LStat } from '../../../domain/lstat.js';
import { lstatIfAny, pathIn, type FolderHandle } from './directory-handle.js';
import { type FolderTrail } from './directory-stack.js';
import { nanosecondsOf } from './attributes.js';
import { SkippedFile, errorCode } from './skipped-file.js';

/** Whether a backed-up version replaces the existing file. Times are nanoseconds since the epoch. */
export function replacesExisting(policy: ReplacePolicy, backedUpNs: bigint, existingNs: bigint): boolean {
  switch (policy) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'ifnewer':
      return backedUpNs > existingNs;
  }
}

const pattern = /^\.backup-console\.restoring-([1-9]\d{0,9})-\d{1,15}$/;

/** The name of a file during its restore. It is short for any final name, so that it always fits. */
export function temporaryName(jobId: number, count: number): Buffer {
  return Buffer.from(`.backup-console.restoring-${jobId}-${count}`);
}

/** The run that left a temporary of this name, or null where the name is none of ours. */
export function jobOfTemporary(name: Buffer): number | null {
  const match = pattern.exec(name.toString('latin1'));
  return match?.[1] === undefined ? null : Number(match[1]);
}

/**
 * Gives restored files their names. Each is created under a temporary name in its folder and renamed when it is complete. A final
 * name is therefore never half a file, and an existing file, also a link, is replaced and never written through.
 */
export class AtomicWriter {
  private count = 0;

  constructor(
    private readonly trail: FolderTrail,
    private readonly jobId: number,
    private readonly policy: ReplacePolicy,
  ) {}

  /** Whether the version gets this name; false: the existing file stays. */
  wants(folder: FolderHandle, name: Buffer, lstat: LStat): boolean {
    const existing = lstatIfAny(pathIn(folder, name));
    if (existing === null) return true;
    if (existing.isDirectory()) throw new SkippedFile('a folder with this name already exists');
    return replacesExisting(this.policy, nanosecondsOf(lstat.mtime, lstat.mtimeNs), existing.mtimeNs);
  }

  /** Makes something under a fresh temporary name. `make` must fail where the name is taken. */
  makeTemporary<Made>(
    folder: FolderHandle,
    make: (path: Buffer) => Made,
  ): { readonly path: Buffer; readonly made: Made } {
    for (;;) {
      this.count += 1;
      const path = pathIn(folder, temporaryName(this.jobId, this.count));
      try {
        return { path, made: make(path) };
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
    }
  }

  /** Puts a temporary in its place. False: something that stays came there meanwhile. The temporary is gone either way. */
  commit(temporary: Buffer, folder: FolderHandle, name: Buffer, lstat: LStat): boolean {
    try {
      this.trail.verify();
      const wanted = this.wants(folder, name, lstat);
      if (wanted) renameSync(temporary, pathIn(folder, name));
      else unlinkSync(temporary);
      return wanted;
    } catch (error) {
      removeIfAny(temporary);
      throw error;
    }
  }

  /** Makes and places in one go what needs no content. Answers as `commit`. */
  place(folder: FolderHandle, name: Buffer, lstat: LStat, make: (path: Buffer) => void): boolean {
    const { path } = this.makeTemporary(folder, (temporary) => {
      make(temporary);
    });
    return this.commit(path, folder, name, lstat);
  }
}

export function removeIfAny(path: Buffer): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
