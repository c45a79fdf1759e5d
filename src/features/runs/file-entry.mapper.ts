import { type CatalogEntry } from '../../domain/catalog-entry.js';
import { type EntryRecord } from './file-entry.dto.js';

/** What the API says of a catalog entry. Names are decoded here, never in SQL. */
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

/** null also where a file's time lies beyond what a date can hold, as a broken one on disk may. */
function modifiedText(time: Date | null): string | null {
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
