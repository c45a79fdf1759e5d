import { type RawPath } from '../../domain/catalog-entry.js';
import { type CatalogConnection } from '../connection.js';
import { rawText, figuresOf } from '../rows.js';
import { rootPaths, rootsText } from './folders.js';
import { type LiveRow, outsideTrees, streamTrees, type Selection } from './visible-files.js';

/** A selection as the Director's own restore commands name it. */
export interface RestoreIds {
  /** Catalog ids of the newest versions of the selected files. */
  readonly fileIds: readonly string[];
  /** Catalog ids of the selected folders; each takes its tree. */
  readonly pathIds: readonly string[];
  /** Where the data of selected hard links lies: the record of the first name of each. */
  readonly hardLinks: readonly { readonly jobId: number; readonly fileIndex: number; readonly fileId: string }[];
}

/** What restores ask of the catalog in the catalog's own ids. */
export interface RestoreSource {
  /** An empty selection is everything that the runs hold. */
  restoreIds(jobIds: readonly number[], selection: readonly RawPath[]): Promise<RestoreIds>;
  /** Those of the runs whose folders the Director has not yet made ready to be browsed. */
  unprepared(jobIds: readonly number[]): Promise<readonly number[]>;
}

/** The first names of hard links, each once, of records that are further names. */
export class FirstNames {
  private readonly known = new Map<string, { readonly jobId: number; readonly fileIndex: number }>();

  get all(): readonly { readonly jobId: number; readonly fileIndex: number }[] {
    return [...this.known.values()];
  }

  take(jobId: number, lstat: string): void {
    const { linkFileIndex: fileIndex } = figuresOf(lstat);
    if (fileIndex > 0) this.known.set(`${jobId} ${fileIndex}`, { jobId, fileIndex });
  }
}

/** Where the data lies of hard links in the folders whose first name is elsewhere. Bacula 9.6 fails to restore those by itself. */
export async function linksOutOf(
  catalog: CatalogConnection,
  jobids: readonly number[],
  selection: Selection,
): Promise<RestoreIds['hardLinks']> {
  if (selection.everything) return [];
  const firsts = new FirstNames();
  const take = (rows: readonly LiveRow[]): void => {
    for (const [jobId, , lstat] of rows) firsts.take(jobId, lstat);
  };
  await streamTrees(catalog, jobids, selection, take, 'second names');
  return outsideTrees(catalog, selection.trees, firsts.all);
}

export async function findRoots(catalog: CatalogConnection, jobids: readonly number[]): Promise<string[]> {
  const rows = await catalog.rows<{ pathid: string }>(
    `SELECT roots.pathid::text AS pathid FROM (${rootsText}) roots WHERE $1::bigint[] IS NOT NULL`,
    [jobids, rootPaths],
  );
  return rows.map(({ pathid }) => pathid);
}

export async function findPaths(catalog: CatalogConnection, folders: readonly RawPath[]): Promise<string[]> {
  if (folders.length === 0) return [];
  const rows = await catalog.rows<{ pathid: string }>(
    `SELECT p.pathid::text AS pathid FROM unnest($1::bytea[]) AS k(folder) JOIN path p ON p.path = ${rawText('k.folder')}`,
    [folders.map(({ bytes }) => bytes)],
  );
  return rows.map(({ pathid }) => pathid);
}
