import { chmodSync, opendirSync, unlinkSync } from 'node:fs';
import { type ReplacePolicy } from '../../../domain/director.port.js';
import { type LStat } from '../../../domain/lstat.js';
import { type ProtectedFolders } from '../protected-folders.js';
import { type Attributes, nanosecondsOf } from './attributes.js';
import { lstatIfAny, pathIn, pathOf, statOf, type FolderHandle } from './directory-handle.js';
import { FolderTrail } from './directory-stack.js';
import { errorCode } from './skipped-file.js';
import { replacesExisting, jobOfTemporary } from './atomic-writer.js';
import { type ChosenEntry, type RestoreFigures } from './restore-progress.js';
import { type FolderRow } from './restore-rows.js';
import { folderNames } from './target-path.js';

const ownerBits = 0o700;

/** Makes the folders of a restore before their content comes, and gives them their modes and times after it. */
export class FolderRestorer {
  /** Folders that had to be made although the chain knows nothing of them. */
  unknownFolders = 0;
  removedTemporaries = 0;
  private readonly trail: FolderTrail;

  constructor(
    root: FolderHandle,
    ownFolders: ProtectedFolders,
    private readonly policy: ReplacePolicy,
    private readonly attributes: Attributes,
    private readonly figures: RestoreFigures,
    private readonly endedRestores: ReadonlySet<number>,
  ) {
    this.trail = new FolderTrail(root, ownFolders);
  }

  /** Returns whether the folder gets its attributes at the end: it is new, or the policy replaces the existing ones. */
  make(row: FolderRow): boolean {
    return this.figures.attempt(row.path, chosenOf(row), () => this.makeOrThrow(row)) ?? false;
  }

  /** A chosen folder counts as restored only now that it has its mode and times. */
  settle(row: FolderRow): void {
    const chosen = chosenOf(row);
    this.figures.attempt(row.path, chosen, () => {
      const folder = this.trail.enter(folderNames(row.target), false);
      if (row.lstat !== null) this.attributes.ofFolder(folder, row.lstat);
      if (chosen !== null) this.figures.restoreFolder(chosen);
    });
  }

  close(): void {
    this.trail.close();
  }

  private makeOrThrow(row: FolderRow): boolean {
    const names = folderNames(row.target);
    const madeBefore = this.trail.made;
    const folder = this.trail.enter(names, true);
    const isOurs = names.length > 0 && folder.isNew;
    const settles = names.length > 0 && this.settles(folder, isOurs, row);
    if (!isOurs && settles) letOwnerIn(folder);
    if (!isOurs) this.removeTemporaries(folder);
    const chosen = chosenOf(row);
    if (!settles && chosen !== null) this.figures.skipFolder(chosen);
    this.unknownFolders += this.trail.made - madeBefore - (isOurs && settles ? 1 : 0);
    return settles;
  }

  /** The restore folder itself never gets here: it keeps its attributes, even if the backup has others for `/`. */
  private settles(folder: FolderHandle, isOurs: boolean, row: FolderRow): boolean {
    if (row.lstat === null) return false;
    return isOurs || this.replaces(folder, row, row.lstat);
  }

  private replaces(folder: FolderHandle, row: FolderRow, lstat: LStat): boolean {
    const backedUp = nanosecondsOf(lstat.mtime, lstat.mtimeNs);
    return row.selected && replacesExisting(this.policy, backedUp, statOf(folder).mtimeNs);
  }

  /** A restore that was killed leaves its temporaries; the next one that comes by takes them away. */
  private removeTemporaries(folder: FolderHandle): void {
    for (const name of temporariesIn(folder)) {
      const jobId = jobOfTemporary(name);
      const path = pathIn(folder, name);
      if (jobId === null || !this.endedRestores.has(jobId) || lstatIfAny(path)?.isDirectory() !== false) continue;
      if (unlessForbidden(() => unlinkSync(path))) this.removedTemporaries += 1;
    }
  }
}

/** null: the folder is only part of the path to what was selected. */
function chosenOf({ path, lstat, jobId, selected }: FolderRow): ChosenEntry | null {
  return selected && lstat !== null && jobId !== null ? { path, lstat, jobId } : null;
}

function temporariesIn(folder: FolderHandle): readonly Buffer[] {
  const names: Buffer[] = [];
  unlessForbidden(() => {
    const listing = opendirSync(pathOf(folder), { encoding: 'latin1', bufferSize: 512 });
    try {
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
        const name = Buffer.from(entry.name, 'latin1');
        if (jobOfTemporary(name) !== null) names.push(name);
      }
    } finally {
      listing.closeSync();
    }
  });
  return names;
}

/** Does what is useful but not required, if the restore's user may. */
function unlessForbidden(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM') return false;
    throw error;
  }
}

/** An existing folder that its owner cannot write to gets its owner's bits for the time of the restore. */
function letOwnerIn(folder: FolderHandle): void {
  const mode = Number(statOf(folder).mode);
  if ((mode & ownerBits) === ownerBits) return;
  unlessForbidden(() => chmodSync(pathOf(folder), (mode & 0o7777) | ownerBits));
}
