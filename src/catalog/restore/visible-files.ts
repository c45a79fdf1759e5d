import { type CatalogConnection, type OnBatch } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { rawText, canBeRecorded, SqlParams } from '../rows.js';
import { chainTables, hasVisibleRecord, newestRecord } from '../files/newest-versions.js';
import { type RawPath } from '../../domain/catalog-entry.js';

/** All paths of a folder's tree, as a range of the bytes of Path: from the folder itself up to, not including, `to`. */
interface Tree {
  readonly folder: RawPath;
  readonly from: Buffer;
  readonly to: Buffer;
}

export interface Selection {
  /** Everything that the chain holds: nothing was selected, or the root. */
  readonly everything: boolean;
  /** No tree lies in another, so each path belongs to one at most. */
  readonly trees: readonly Tree[];
  /** Selected folders that lie in one of the trees, or in everything. */
  readonly nested: readonly Tree[];
  readonly files: readonly RawPath[];
  /** Paths that no catalog can hold. */
  readonly impossible: readonly RawPath[];
}

/** Sorts a selection into what can be asked for in one go. Duplicates are dropped. */
export function selectionOf(paths: readonly RawPath[]): Selection {
  const unique = [...new Map(paths.map((path) => [path.ref, path])).values()];
  const possible = unique.filter(canBeRecorded);
  const folders = possible.filter((path) => path.isFolder).sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const trees: Tree[] = [];
  const nested: Tree[] = [];
  for (const folder of folders) {
    const tree = { folder, from: folder.bytes, to: afterTree(folder.bytes) };
    const last = trees.at(-1);
    // In byte order a folder comes right before everything below it.
    if (last && Buffer.compare(folder.bytes, last.to) < 0) nested.push(tree);
    else trees.push(tree);
  }
  const everything = paths.length === 0 || trees.some((tree) => tree.folder.bytes.length === 1);
  return {
    everything,
    trees: everything ? [] : trees,
    nested: everything ? [...trees, ...nested] : nested,
    files: possible.filter((path) => !path.isFolder),
    impossible: unique.filter((path) => !canBeRecorded(path)),
  };
}

/** The folder's path with its final slash replaced by the byte after it: greater than all that begins with the folder. */
function afterTree(folder: Buffer): Buffer {
  return Buffer.concat([folder.subarray(0, -1), Buffer.from([0x30])]);
}

/**
 * jobid, fileindex, lstat, the position of the tree or file that selected it, the FileId where the record holds only what
 * changed since an older one, and the FileId.
 */
export type LiveRow = [
  jobId: number,
  fileIndex: number,
  lstat: string,
  position: number,
  deltaFileId: string | null,
  fileId: string,
];

/** Reading all files of a large chain takes longer than one statement may. */
const readingTimeMs = 20_000;

/**
 * Streams the newest version of every file in the trees, or in the whole chain. The records of all runs but the oldest
 * are few, so PostgreSQL keeps those in a hash and reads each run's files once.
 */
export async function streamTrees(
  catalog: CatalogConnection,
  jobids: readonly number[],
  selection: Selection,
  take: OnBatch<LiveRow>,
  only: 'all' | 'second names' = 'all',
): Promise<void> {
  if (!selection.everything && selection.trees.length === 0) return;
  const dialect = await catalog.dialect();
  const sql = new SqlParams();
  const chain = chainTables(sql.add(jobids));
  const scope = selection.everything
    ? ''
    : `JOIN (${selection.trees.map((tree, position) => treeText(dialect, sql, tree, position)).join(' UNION ALL ')}) s
       ON s.pathid = f.pathid`;
  const text = `
    WITH ${chain}
    SELECT f.jobid, f.fileindex, f.lstat, ${selection.everything ? '0' : 's.position'}, ${deltaFileId('f')}, f.fileid::text
    FROM chain c JOIN ${dialect.files} f ON f.jobid = c.jobid ${scope}
    WHERE f.fileindex > 0 ${only === 'all' ? '' : `AND ${isSecondName}`} AND NOT EXISTS (
      SELECT 1 FROM chain later JOIN ${dialect.files} n ON n.jobid = later.jobid
      WHERE later.ord > 1 AND later.ord > c.ord AND later.clientid = c.clientid
        AND n.pathid = f.pathid AND n.namekey = f.namekey)`;
  await catalog.stream<LiveRow>(text, sql.values, readingTimeMs, take);
}

function deltaFileId(record: string): string {
  return `CASE WHEN ${record}.deltaseq > 0 THEN ${record}.fileid::text END`;
}

/** A further name of a hard link: LStat's field LinkFI is not zero. */
const isSecondName = `split_part(f.lstat, ' ', 14) NOT IN ('', 'A')`;

/** A record by its run and file index, with its FileId. */
export interface PlacedRecord {
  readonly jobId: number;
  readonly fileIndex: number;
  readonly fileId: string;
}

/** Those of the records that the catalog has and that lie in none of the trees. */
export async function outsideTrees(
  catalog: CatalogConnection,
  trees: readonly Tree[],
  records: readonly Omit<PlacedRecord, 'fileId'>[],
): Promise<PlacedRecord[]> {
  if (records.length === 0) return [];
  const dialect = await catalog.dialect();
  const sql = new SqlParams();
  const [jobIds, indexes] = [records.map(({ jobId }) => jobId), records.map(({ fileIndex }) => fileIndex)];
  const wanted = `unnest(${sql.add(jobIds)}::bigint[], ${sql.add(indexes)}::bigint[]) AS k(jobid, fileindex)`;
  const inside = trees.map(({ from, to }) =>
    isInTree(dialect, rawText(`${sql.add(from)}::bytea`), rawText(`${sql.add(to)}::bytea`)),
  );
  const rows = await catalog.rows<{ jobid: number; fileindex: number; fileid: string }>(
    `SELECT f.jobid, f.fileindex, f.fileid::text AS fileid FROM ${wanted}
     JOIN ${dialect.files} f ON f.jobid = k.jobid AND f.fileindex = k.fileindex
     JOIN path p ON p.pathid = f.pathid
     WHERE NOT (${['false', ...inside].join(' OR ')})`,
    sql.values,
  );
  return rows.map(({ jobid, fileindex, fileid }) => ({ jobId: jobid, fileIndex: fileindex, fileId: fileid }));
}

/** One range for each tree with its own values: PostgreSQL then knows from its statistics how many paths each has. */
function treeText(dialect: CatalogDialect, sql: SqlParams, tree: Tree, position: number): string {
  const from = rawText(`${sql.add(tree.from)}::bytea`);
  const to = rawText(`${sql.add(tree.to)}::bytea`);
  return `SELECT p.pathid, ${position} AS position FROM path p WHERE ${isInTree(dialect, from, to)}`;
}

function isInTree({ pathOrder }: CatalogDialect, from: string, to: string): string {
  return `p.path ${pathOrder.atLeast} ${from} AND p.path ${pathOrder.less} ${to}`;
}

export async function streamFiles(
  catalog: CatalogConnection,
  jobids: readonly number[],
  selection: Selection,
  take: OnBatch<LiveRow>,
): Promise<void> {
  if (selection.files.length === 0) return;
  const dialect = await catalog.dialect();
  const text = `
    WITH ${chainTables('$1')}
    SELECT n.jobid, n.fileindex, n.lstat, (k.ord - 1)::integer, ${deltaFileId('n')}, n.fileid::text
    FROM unnest($2::bytea[], $3::bytea[]) WITH ORDINALITY AS k(folder, name, ord)
    JOIN path p ON p.path = ${rawText('k.folder')}
    CROSS JOIN clients cl
    CROSS JOIN LATERAL ${newestRecord(dialect, 'cl.clientid', 'p.pathid', dialect.names.keyOf(rawText('k.name')))} n
    WHERE n.fileindex > 0`;
  const values = [jobids, selection.files.map((file) => file.folder), selection.files.map((file) => file.name)];
  await catalog.stream<LiveRow>(text, values, readingTimeMs, take);
}

/** Which of the trees hold nothing live. Each is asked for its first live file only. */
export async function findEmptyTrees(
  catalog: CatalogConnection,
  jobids: readonly number[],
  trees: readonly Tree[],
): Promise<Tree[]> {
  const empty: Tree[] = [];
  const dialect = await catalog.dialect();
  const inTree = isInTree(dialect, rawText('$2::bytea'), rawText('$3::bytea'));
  for (const tree of trees) {
    const [row] = await catalog.rows<{ found: boolean }>(
      `WITH ${chainTables('$1')}
       SELECT EXISTS (
         SELECT 1 FROM (
           SELECT p.pathid FROM path p WHERE ${inTree} OFFSET 0) p
         CROSS JOIN clients cl
         WHERE ${hasVisibleRecord(dialect, 'cl.clientid', 'p.pathid')}) AS found`,
      [jobids, tree.from, tree.to],
    );
    if (row?.found !== true) empty.push(tree);
  }
  return empty;
}
