import { type CatalogEntry } from '../../domain/catalog-entry.js';
import { type EntryRecord } from './file-entry.dto.js';

/** The API's form of a catalog entry. Names are decoded here, never in SQL. */
export function recordOfEntry(director: string, entry: CatalogEntry): EntryRecord {
  const { path, type, client, jobId, fileId, size, modifiedAt, mode } = entry;
  return {
    path: path.text,
    name: path.name.toString('utf8'),
    type,
    director,
    client,
    jobId,
    fileId,
    size,
    modifiedAt: modifiedText(modifiedAt),
    mode,
    lossy: path.isLossy,
    ref: path.ref,
  };
}

/** null also if the file's time is outside the range of a Date, as on a damaged file system. */
function modifiedText(time: Date | null): string | null {
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
