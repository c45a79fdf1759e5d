import { type ReplacePolicy } from '../../../domain/director.port.js';
import { type Relocation } from '../../../domain/restore-target.js';

/** Everything a restore worker needs; plain data that can be posted to a worker thread. */
export interface RestoreTask {
  readonly jobId: number;
  readonly catalogUrl: string;
  /** Volume folder by storage name. */
  readonly storageFolders: Readonly<Record<string, string>>;
  readonly jobids: readonly number[];
  /** Raw paths; a folder's ends in `/`. Empty: everything. */
  readonly selection: readonly Uint8Array[];
  readonly where: string;
  /** Changes the paths; `where` is then its root, or `/`. */
  readonly relocation?: Relocation;
  readonly replace: ReplacePolicy;
  readonly anywhere: boolean;
  /**
   * `where` must be in one of these folders after symbolic links are resolved, unless `anywhere`. Without this list and without
   * `anywhere`, a `where` that is reached through a symbolic link is rejected: an earlier restore may have made it.
   */
  readonly restoreRoots?: readonly string[];
  /** The console's own folders, never written to with any right, except below `openFolders`. */
  readonly protectedFolders: readonly string[];
  readonly openFolders: readonly string[];
}
