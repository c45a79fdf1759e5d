import { type ProtectedFolders } from '../protected-folders.js';
import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import {
  lockDirectory,
  makeFolder,
  openDirectory,
  placeOf,
  releaseFolder,
  type FolderHandle,
} from './directory-handle.js';
import { RefusedFile, errorCode, ownData, reasonOf } from './skipped-file.js';
import { type RestoreTask } from './restore-task.js';
import { folderNames } from './target-path.js';

/**
 * Opens the folder a restore writes below, making it where it is missing. Symbolic links are resolved once, here, and the
 * folder that was really reached is held and checked: whatever happens to the path later, the restore stays in it.
 */
export function openRestoreRoot(task: RestoreTask, ownFolders: ProtectedFolders): FolderHandle {
  if (!isAbsolute(task.where)) throw new Error(`The restore folder ${task.where} is not an absolute path.`);
  const where = resolve(task.where);
  try {
    const planned = planPath(where);
    const refuse = (reached: string): void => {
      refuseOutside(task, where, reached);
      if (liesInOwn(ownFolders, reached, task.openFolders)) throw new RefusedFile(ownData);
    };
    // Before anything is made, and again on what was reached: the path may have changed in between.
    refuse(joined(planned));
    const root = enter(planned);
    refuse(placeOf(root).toString());
    return root;
  } catch (error) {
    throw new Error(`The restore folder ${where} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Whether a restore folder would lie in the console's own data, once symbolic links are resolved. */
export function isOwnPlace(ownFolders: ProtectedFolders, where: string, openFolders: readonly string[]): boolean {
  try {
    return liesInOwn(ownFolders, joined(planPath(resolve(where))), openFolders);
  } catch (error) {
    // What cannot be looked at now (a loop of links, a name too long) is the restore's to fail on, with the system's reason.
    if (errorCode(error) !== null) return false;
    throw error;
  }
}

function liesInOwn(ownFolders: ProtectedFolders, reached: string, openFolders: readonly string[]): boolean {
  return ownFolders.lieAbove(
    reached,
    openFolders.map((folder) => joined(planPath(resolve(folder)))),
  );
}

interface PlannedPath {
  /** What exists, symbolic links resolved. */
  readonly real: string;
  /** What is to be made below it: empty, or names with a slash before each. */
  readonly missing: string;
}

function planPath(where: string): PlannedPath {
  let existing = where;
  while (existing !== '/' && lstatSync(existing, { throwIfNoEntry: false }) === undefined) {
    existing = resolve(existing, '..');
  }
  return { real: realpathSync(existing), missing: existing === '/' ? where : where.slice(existing.length) };
}

function joined(planned: PlannedPath): string {
  return resolve(`${planned.real}/${planned.missing}`);
}

function enter(planned: PlannedPath): FolderHandle {
  let folder = lockDirectory(Buffer.from(planned.real), Buffer.from(planned.real));
  if (planned.missing === '' || planned.missing === '/') return folder;
  for (const name of folderNames(Buffer.from(`${planned.missing}/`))) {
    const next = openDirectory(folder, name) ?? makeFolder(folder, name);
    releaseFolder(folder);
    folder = next;
  }
  return folder;
}

function refuseOutside(task: RestoreTask, where: string, reached: string): void {
  if (task.anywhere) return;
  if (task.restoreRoots === undefined) {
    if (reached === where) return;
    throw new RefusedFile(`it is reached through a symbolic link; its real path is ${reached}`);
  }
  const isInside = task.restoreRoots.some((root) => {
    const real = joined(planPath(resolve(root)));
    return reached === real || reached.startsWith(real === '/' ? real : `${real}/`);
  });
  if (!isInside) throw new RefusedFile(`its real path is ${reached}, which is not in a restore folder`);
}
