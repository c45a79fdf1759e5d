import { type CatalogEntry } from '../../domain/catalog.port.js';
import { entryOf, type EntryRow } from '../entry-rows.js';

/** A folder that some run recorded, by both names that the catalog has for it. */
export interface Folder {
  readonly pathId: string;
  /** With its final slash. */
  readonly path: Buffer;
}

/** Where a folder's list goes on: strictly after this raw name of this client. */
export interface Place {
  readonly name: Buffer;
  readonly clientId: number;
}

/** An entry with its place in the order of a folder's list. */
export interface PlacedEntry extends Place {
  readonly entry: CatalogEntry;
}

export function placed(row: EntryRow & { readonly clientid: number }, name: Buffer): PlacedEntry {
  return { entry: entryOf(row), name, clientId: row.clientid };
}
