import { type CatalogConnection, type TakePortion } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { rawText } from '../entry-rows.js';
import { chainTables, hasLiveRecord, newestRecord } from './newest-versions.js';
import { type Selection, type Tree } from './restore-selection.js';
import { SqlValues } from '../rows.js';

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
  take: TakePortion<LiveRow>,
  only: 'all' | 'second names' = 'all',
): Promise<void> {
  if (!selection.everything && selection.trees.length === 0) return;
  const dialect = await catalog.dialect();
  const sql = new SqlValues();
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
export async function outsideOf(
  catalog: CatalogConnection,
  trees: readonly Tree[],
  records: readonly Omit<PlacedRecord, 'fileId'>[],
): Promise<PlacedRecord[]> {
  if (records.length === 0) return [];
  const dialect = await catalog.dialect();
  const sql = new SqlValues();
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
function treeText(dialect: CatalogDialect, sql: SqlValues, tree: Tree, position: number): string {
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
  take: TakePortion<LiveRow>,
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
         WHERE ${hasLiveRecord(dialect, 'cl.clientid', 'p.pathid')}) AS found`,
      [jobids, tree.from, tree.to],
    );
    if (row?.found !== true) empty.push(tree);
  }
  return empty;
}
