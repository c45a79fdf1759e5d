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
import { SkippedFile, errorCode, ownData, reasonOf } from './skipped-file.js';
import { type RestoreTask } from './restore-task.js';
import { folderNames } from './target-path.js';

/**
 * Opens the folder a restore writes below, and creates it if it is missing. Symbolic links are resolved once, here, and the folder
 * that was really reached is opened and checked: if the path changes later, the restore stays in it.
 */
export function openRestoreRoot(task: RestoreTask, ownFolders: ProtectedFolders): FolderHandle {
  if (!isAbsolute(task.where)) throw new Error(`The restore folder ${task.where} is not an absolute path.`);
  const where = resolve(task.where);
  try {
    const planned = planPath(where);
    const reject = (reached: string): void => {
      rejectOutside(task, where, reached);
      if (isInOwnData(ownFolders, reached, task.openFolders)) throw new SkippedFile(ownData);
    };
    // Before anything is created, and again on what was reached: the path may have changed in between.
    reject(joined(planned));
    const root = enter(planned);
    reject(placeOf(root).toString());
    return root;
  } catch (error) {
    throw new Error(`The restore folder ${where} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Whether a restore folder would be in the console's own data, once symbolic links are resolved. */
export function isOwnPlace(ownFolders: ProtectedFolders, where: string, openFolders: readonly string[]): boolean {
  try {
    return isInOwnData(ownFolders, joined(planPath(resolve(where))), openFolders);
  } catch (error) {
    // What cannot be checked now (a loop of links, a name too long) fails in the restore, with the system's reason.
    if (errorCode(error) !== null) return false;
    throw error;
  }
}

function isInOwnData(ownFolders: ProtectedFolders, reached: string, openFolders: readonly string[]): boolean {
  return ownFolders.areAbove(
    reached,
    openFolders.map((folder) => joined(planPath(resolve(folder)))),
  );
}

interface PlannedPath {
  /** What exists, symbolic links resolved. */
  readonly real: string;
  /** The folders to create below it: empty, or names with a slash before each. */
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

function rejectOutside(task: RestoreTask, where: string, reached: string): void {
  if (task.anywhere) return;
  if (task.restoreRoots === undefined) {
    if (reached === where) return;
    throw new SkippedFile(`it is reached through a symbolic link; its real path is ${reached}`);
  }
  const isInside = task.restoreRoots.some((root) => {
    const real = joined(planPath(resolve(root)));
    return reached === real || reached.startsWith(real === '/' ? real : `${real}/`);
  });
  if (!isInside) throw new SkippedFile(`its real path is ${reached}, which is not in a restore folder`);
}
