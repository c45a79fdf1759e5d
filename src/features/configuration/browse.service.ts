import { Injectable } from '@nestjs/common';
import { RawPath } from '../../domain/catalog-entry.js';
import { type FolderEntry } from '../../domain/configuration-reader.port.js';
import { resolveDirector, Directors } from '../../domain/directors.port.js';
import { pathInput } from '../../domain/path-input.js';
import { type Principal } from '../../domain/principal.js';
import { type BrowsedEntry, type BrowsedFolder, type BrowseQuery } from './browse.dto.js';
import { readerOf } from './configuration-reader.js';

/** Folders of the machine as they are now, to choose from. */
@Injectable()
export class MachineBrowser {
  constructor(private readonly directors: Directors) {}

  async browse({ scope }: Principal, query: BrowseQuery): Promise<BrowsedFolder> {
    const entry = resolveDirector(this.directors, query.director);
    const wanted = pathInput(query) ?? RawPath.ofText('/');
    const reader = await readerOf(entry, scope);
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

function parentOf(folder: RawPath): RawPath | null {
  const { bytes } = folder;
  return bytes.length === 1 ? null : RawPath.ofBytes(bytes.subarray(0, bytes.lastIndexOf(0x2f, bytes.length - 2) + 1));
}

function recordOf({ path, kind, size, isReadable, device }: FolderEntry): BrowsedEntry {
  const name = path.name.toString('utf8');
  return { name, path: path.text, ref: path.ref, lossy: path.isLossy, kind, size, readable: isReadable, device };
}
