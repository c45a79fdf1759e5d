import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A new name is on disk only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
