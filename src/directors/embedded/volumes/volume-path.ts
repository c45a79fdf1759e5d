import { join } from 'node:path';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileSafe } from '../safe-file-name.js';

/** A new name is on disk only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const suffix = '.tar.gz';

/** The path of a volume in its storage's folder. */
export function volumeFile(folder: string, volumeName: string): string {
  return join(folder, volumeName + suffix);
}

/** The volume of a file name, or null. */
export function volumeOfFile(fileName: string): string | null {
  return fileName.endsWith(suffix) ? fileName.slice(0, -suffix.length) : null;
}

/** `Default-0001`; Bacula's label format with a counter. Characters that are invalid in file names are invalid in volume names. */
export function volumeName(pool: string, number: number): string {
  return `${volumePrefix(pool)}${String(number).padStart(4, '0')}`;
}

export function volumePrefix(pool: string): string {
  return `${fileSafe(pool)}-`;
}
