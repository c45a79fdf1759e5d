import { type ProtectedFolders } from '../protected-folders.js';
import { SkippedFile, ownData } from './skipped-file.js';
import {
  isStillThere,
  makeFolder,
  openDirectory,
  placeOf,
  releaseFolder,
  type FolderHandle,
} from './directory-handle.js';
import { followTrustedLink } from './trusted-link.js';

/**
 * The path from the restore folder down to one folder, each step open and entered without following symbolic links, except trusted
 * ones in a restore in place. Files come in the order of a walk, so keeping the steps that two neighbors share is the only useful
 * cache; no more folders are open than a path has names.
 */
export class FolderTrail {
  /** Folders made so far. */
  made = 0;
  private readonly steps: FolderHandle[] = [];
  private readonly isInPlace: boolean;

  /** `ownFolders` are the running console's and are never entered. */
  constructor(
    private readonly root: FolderHandle,
    private readonly ownFolders: ProtectedFolders,
  ) {
    this.isInPlace = root.descriptor !== null && placeOf(root).toString() === '/';
  }

  /** Goes to a folder. `make`: folders that are missing are made, for the owner alone. */
  enter(names: readonly Buffer[], make: boolean): FolderHandle {
    this.leaveAllBut(this.sharedSteps(names));
    for (const name of names.slice(this.steps.length)) {
      const linked = this.isInPlace ? followTrustedLink(this.here, name, this.ownFolders) : null;
      const found = linked ?? openDirectory(this.here, name) ?? (make ? makeFolder(this.here, name) : null);
      if (found === null) throw new SkippedFile('its folder does not exist');
      this.steps.push(found);
      if (this.ownFolders.has(found)) throw new SkippedFile(ownData);
      if (found.isNew) this.made += 1;
    }
    return this.here;
  }

  /**
   * Throws if a step of the path was renamed, replaced or removed since it was entered. Checked before a file gets its final name,
   * so that nothing is restored into a folder that was moved away. The folder stays open until the next `enter`, so that a
   * temporary file can still be removed from it.
   */
  verify(): void {
    if (this.intactSteps() === this.steps.length) return;
    throw new SkippedFile('a folder in its path was replaced during the restore');
  }

  close(): void {
    this.leaveAllBut(0);
  }

  private get here(): FolderHandle {
    return this.steps.at(-1) ?? this.root;
  }

  private sharedSteps(names: readonly Buffer[]): number {
    const intact = this.intactSteps();
    let shared = 0;
    while (shared < intact && names[shared]?.equals(this.steps[shared]?.name ?? Buffer.alloc(0)) === true) shared += 1;
    return shared;
  }

  private intactSteps(): number {
    let parent = this.root;
    for (const [index, step] of this.steps.entries()) {
      if (!isStillThere(parent, step)) return index;
      parent = step;
    }
    return this.steps.length;
  }

  private leaveAllBut(count: number): void {
    for (const step of this.steps.splice(count).reverse()) releaseFolder(step);
  }
}
