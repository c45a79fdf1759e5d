import { type CatalogEntry, type ResolvedChain } from '../../domain/catalog.port.js';
import { type RawPath } from '../../domain/raw-path.js';
import { type CatalogConnection } from '../connection.js';
import { entryOf, type EntryRow, rawBytes } from '../entry-rows.js';
import { type LiveRow, streamFiles, streamTrees } from './visible-files.js';
import { selectionOf } from './restore-selection.js';

/** The first live entries of a selection. Only so many records are read as are answered. */
export async function listSelected(
  catalog: CatalogConnection,
  chain: ResolvedChain,
  paths: readonly RawPath[],
  limit: number,
): Promise<readonly CatalogEntry[]> {
  if (chain.jobids.length === 0 || limit <= 0) return [];
  const selection = selectionOf(paths);
  const fileIds = new Set<string>();
  const take = (rows: readonly LiveRow[]): boolean => {
    for (const row of rows) if (fileIds.size < limit) fileIds.add(row[5]);
    return fileIds.size < limit;
  };
  await streamFiles(catalog, chain.jobids, selection, take);
  if (fileIds.size < limit) await streamTrees(catalog, chain.jobids, selection, take);
  return entriesOf(catalog, [...fileIds]);
}

async function entriesOf(catalog: CatalogConnection, fileIds: readonly string[]): Promise<CatalogEntry[]> {
  const { files, names } = await catalog.dialect();
  const rows = await catalog.rows<EntryRow>(
    `SELECT f.fileid::text AS fileid, f.jobid, f.lstat, ${rawBytes('p.path')} AS path,
       ${rawBytes(names.nameOf('f.namekey'))} AS filename, cl.name AS client
     FROM unnest($1::bigint[]) AS k(fileid)
     JOIN ${files} f ON f.fileid = k.fileid
     JOIN path p ON p.pathid = f.pathid
     JOIN job j ON j.jobid = f.jobid
     JOIN client cl ON cl.clientid = j.clientid`,
    [fileIds],
  );
  return rows.map(entryOf);
}
