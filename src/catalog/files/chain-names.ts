import { type FileKey } from '../../domain/name-index.port.js';
import { type CatalogConnection } from '../connection.js';
import { rawBytes, rawText } from '../entry-rows.js';
import { type NameCondition } from './matching-names.js';
import { isFromPlaceOn } from '../name-keys.js';
import { SqlValues } from '../rows.js';

/** Where a walk over names goes on: at this name, or behind it. */
export interface NamePlace {
  readonly file: FileKey;
  readonly comparison: 'more' | 'atLeast';
}

export interface NameBatch {
  readonly names: readonly FileKey[];
  /** null: these were the last. */
  readonly next: NamePlace | null;
}

/** So many folders are looked into by one statement. */
const foldersAtOnce = 50;
const noName = Buffer.alloc(0);
export const firstPlace: NamePlace = { file: { pathId: '0', name: noName }, comparison: 'atLeast' };

export interface NameWalk {
  readonly jobids: readonly number[];
  readonly condition: NameCondition;
  /** Only in these folders, ascending. */
  readonly folders?: readonly string[];
  readonly batch: number;
}

/** The names of all runs that match, in the order of (PathId, name's key), from a place on. */
export async function* walkNames(
  catalog: CatalogConnection,
  walk: NameWalk,
  from: NamePlace,
): AsyncGenerator<NameBatch> {
  let place: NamePlace | null = from;
  while (place !== null) {
    const batch: NameBatch = await readBatch(catalog, walk, place);
    yield batch;
    place = batch.next;
  }
}

async function readBatch(catalog: CatalogConnection, walk: NameWalk, place: NamePlace): Promise<NameBatch> {
  const ahead = walk.folders?.filter((id) => Number(id) >= Number(place.file.pathId));
  if (ahead?.length === 0) return { names: [], next: null };
  const names = await findNamesInFolders(catalog, walk, place, ahead?.slice(0, foldersAtOnce));
  const last = names.at(-1);
  if (last !== undefined && names.length === walk.batch) return { names, next: { file: last, comparison: 'more' } };
  const folder = ahead?.[foldersAtOnce];
  const next = folder === undefined ? null : { file: { pathId: folder, name: noName }, comparison: 'atLeast' as const };
  return { names, next };
}

/** The inner selects touch indexed columns only, so no file record is read for them. */
async function findNamesInFolders(
  catalog: CatalogConnection,
  { jobids, condition, batch }: NameWalk,
  { file, comparison }: NamePlace,
  folders: readonly string[] | undefined,
): Promise<FileKey[]> {
  const { files, names } = await catalog.dialect();
  const sql = new SqlValues();
  const fromPath = `${sql.add(file.pathId)}::bigint`;
  const fromKey = names.keyOf(rawText(`${sql.add(file.name)}::bytea`));
  const isNext = isFromPlaceOn(names.order, comparison, fromPath, fromKey);
  const isHit = condition(sql);
  const limit = sql.add(batch);
  const order = `f.pathid, ${names.order.sorted('f.namekey')}`;
  const inFolders = folders && `unnest(${sql.add(folders)}::bigint[]) folder(pathid) CROSS JOIN LATERAL`;
  const ofRun = (jobid: number) => {
    // A run has a name twice where its fileset names a folder twice: a limit on records would end before others' names do.
    const distinct = inFolders === undefined ? '' : 'DISTINCT';
    const records = `(SELECT ${distinct} f.pathid, f.namekey FROM ${files} f
      WHERE f.jobid = ${sql.add(jobid)}::bigint AND ${isNext} AND ${isHit}`;
    if (inFolders === undefined) return `${records} ORDER BY ${order})`;
    return `SELECT f.pathid, f.namekey FROM ${inFolders}
      ${records} AND f.pathid = folder.pathid ORDER BY ${order} LIMIT ${limit}) f`;
  };
  const rows = await catalog.rows<{ pathid: string; name: Buffer }>(
    `SELECT f.pathid::text AS pathid, ${rawBytes(names.nameOf('f.namekey'))} AS name
     FROM (
       SELECT DISTINCT ON (f.pathid, f.namekey) f.pathid, f.namekey
       FROM (${jobids.map(ofRun).join(' UNION ALL ')}) f
       ORDER BY ${order} LIMIT ${limit}) f
     ORDER BY ${order}`,
    sql.values,
  );
  return rows.map((row) => ({ pathId: row.pathid, name: row.name }));
}
