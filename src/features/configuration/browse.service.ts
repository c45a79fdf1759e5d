import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { RawPath } from '../../domain/catalog-entry.js';
import { type FolderEntry } from '../../domain/configuration-reader.port.js';
import { invalidField } from '../../domain/error-codes.js';
import { asFolder, pathInput } from '../../domain/path-input.js';
import { type Principal } from '../../domain/principal.js';
import { type BrowsedEntry, type BrowsedFolder, type BrowseQuery } from './browse.dto.js';
import { Configurations } from './configurations.js';

const slash = 0x2f;

/** Folders of the machine as they are now, to choose from. */
@Injectable()
export class MachineBrowser {
  constructor(private readonly configurations: Configurations) {}

  async browse(principal: Principal, query: BrowseQuery): Promise<BrowsedFolder> {
    const wanted = folderOf(query);
    const { reader } = await this.configurations.readerOf(principal, query.director);
    const { path, device, entries, isTruncated } = await reader.listFolder(wanted);
    const parent = parentOf(path);
    return {
      path: path.text,
      ref: path.ref,
      parent: parent?.text ?? null,
      parentRef: parent?.ref ?? null,
      device,
      entries: entries.map(recordOf),
      truncated: isTruncated,
    };
  }
}

/** Without empty, `.` and `..` words. */
function folderOf(query: BrowseQuery): RawPath {
  const path = pathInput(query) ?? RawPath.ofText('/');
  if (path.bytes[0] !== slash) {
    const field = query.ref === undefined ? 'path' : 'ref';
    throw invalidField(field, `${field} must be an absolute path of this machine, such as /home`, 'invalid_format');
  }
  // The text of each byte, so that names that are not UTF-8 stay as they are.
  return asFolder(RawPath.ofBytes(Buffer.from(posix.normalize(path.bytes.toString('latin1')), 'latin1')));
}

function parentOf(folder: RawPath): RawPath | null {
  const { bytes } = folder;
  return bytes.length === 1 ? null : RawPath.ofBytes(bytes.subarray(0, bytes.lastIndexOf(slash, bytes.length - 2) + 1));
}

function recordOf({ path, kind, size, isReadable, device }: FolderEntry): BrowsedEntry {
  const name = path.name.toString('utf8');
  return { name, path: path.text, ref: path.ref, lossy: path.isLossy, kind, size, readable: isReadable, device };
}
