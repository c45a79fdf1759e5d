import { RawPath } from '../../../domain/catalog-entry.js';
import { type FolderEntry, type FolderListing } from '../../../domain/configuration-reader.port.js';
import { AppError } from '../../../domain/error-codes.js';
import { asFolder } from '../../../domain/path-input.js';
import { errorCode, reasonOf } from '../backup/failure-text.js';
import { type FileHelper, FolderHangs } from '../file-helper/file-helper.js';
import { type ListedEntry, type ListedFolder } from '../file-helper/list-folder.js';

/** A folder of this machine. Its disk may hang, which concerns neither the console nor other folders. */
export async function browseFolder(path: RawPath, files: FileHelper): Promise<FolderListing> {
  const folder = asFolder(path);
  const { device, entries, isTruncated } = await listed(folder, files);
  return { path: folder, device, isTruncated, entries: entries.map((entry) => entryOf(folder, entry)) };
}

async function listed(folder: RawPath, files: FileHelper): Promise<ListedFolder> {
  try {
    return await files.of(folder.text).browse(folder.bytes.toString('latin1'));
  } catch (error) {
    throw folderError(folder.text, error);
  }
}

/** Why a folder cannot be used, for the caller. */
export function folderError(folder: string, error: unknown): AppError {
  const params = { folder };
  if (error instanceof FolderHangs) {
    return new AppError('director_too_slow', error.message, { reason: 'folder_hangs', params, cause: error });
  }
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') {
    const detail = `The console may not read the folder ${folder}.`;
    return new AppError('conflict', detail, { reason: 'folder_unreadable', params, cause: error });
  }
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG') {
    const detail = `There is no folder ${folder} on this machine.`;
    return new AppError('not_found', detail, { reason: 'no_folder', params, cause: error });
  }
  return new AppError('director_error', `The folder ${folder} cannot be read: ${reasonOf(error)}`, { cause: error });
}

function entryOf(folder: RawPath, { name, kind, size, isReadable, device }: ListedEntry): FolderEntry {
  const path = RawPath.ofBytes(Buffer.concat([folder.bytes, Buffer.from(name, 'latin1')]));
  return { path: kind === 'folder' ? asFolder(path) : path, kind, size, isReadable, device };
}
