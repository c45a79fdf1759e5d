/** What a fileset takes: files and folders by path, and those below them that are left out. Paths have no final slash. */
export interface FolderSelection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** A path as a fileset has it; the root folder is a slash alone. */
export function pathOf(text: string): string {
  return text.replace(/(?<=.)\/+$/, '');
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && path.startsWith(folder === '/' ? folder : `${folder}/`);
}

function parentOf(path: string): string | null {
  if (path === '/') return null;
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** Whether a backup would contain it: the nearest folder above it that was chosen or left out decides. */
export function isSelected({ include, exclude }: FolderSelection, path: string): boolean {
  for (let at: string | null = path; at !== null; at = parentOf(at)) {
    if (include.includes(at)) return true;
    if (exclude.includes(at)) return false;
  }
  return false;
}

/** Whether only a part of it would be in a backup. */
export function isPartly({ include, exclude }: FolderSelection, path: string): boolean {
  return [...include, ...exclude].some((one) => isBelow(one, path));
}

/** In an exclude pattern these have a meaning of their own. */
export function canBeExcluded(path: string): boolean {
  return !/[*?[\]\\]/.test(path);
}

/** With a path as it was typed; what does not begin with a slash is none. */
export function withTyped(selection: FolderSelection, typed: string): FolderSelection {
  const path = pathOf(typed.trim());
  // What is in a chosen folder is chosen already: to toggle it would leave it out.
  return path.startsWith('/') && !isSelected(selection, path) ? toggled(selection, path) : selection;
}

/** Takes it or leaves it out; what was chosen below it goes along. */
export function toggled(selection: FolderSelection, path: string): FolderSelection {
  const rest = (paths: readonly string[]) => paths.filter((one) => one !== path && !isBelow(one, path));
  const next = { include: rest(selection.include), exclude: rest(selection.exclude) };
  const isWanted = !isSelected(selection, path);
  if (isSelected(next, path) === isWanted) return next;
  return isWanted
    ? { ...next, include: [...next.include, path].sort() }
    : { ...next, exclude: [...next.exclude, path].sort() };
}
