import { type CatalogEntry } from '../domain/catalog.port.js';
import { type EntryRecord } from './entry-record.dto.js';

/** What the API says of a catalog entry. Names are decoded here, never in SQL. */
export function recordOfEntry(director: string, entry: CatalogEntry): EntryRecord {
  const { path, type, client, jobId, fileId, size, modifiedAt, mode } = entry;
  return {
    ...{ path: path.text, name: path.name.toString('utf8') },
    ...{ type, director, client, jobId, fileId, size, modifiedAt, mode },
    ...{ lossy: path.isLossy, ref: path.ref },
  };
}
