import { type CatalogEntry } from '../../domain/catalog.port.js';
import { sliceOf, type PageRequest, type Slice } from '../../domain/pagination.js';
import { countLimit, totalOf } from '../../domain/bounded-count.js';
import { type CatalogConnection } from '../connection.js';
import { entryOf, rawBytes, rawText, type EntryRow } from '../entry-rows.js';
import { isFromPlaceOn } from '../name-keys.js';
import { bytesAt, SqlValues, textAt } from '../rows.js';

type RunFileRow = EntryRow & { readonly pathid: string };

/** What one run wrote, in the order of the catalog's index: folder by folder as they were first seen. Marks of deletions are no files. */
export async function listRunFiles(
  catalog: CatalogConnection,
  jobId: number,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const { files, names } = await catalog.dialect();
  const sql = new SqlValues();
  const conditions = [`f.jobid = ${sql.add(jobId)}::bigint`, 'f.fileindex > 0'];
  if (page.after) {
    const pathId = `${sql.add(textAt(page.after, 0))}::bigint`;
    const key = names.keyOf(rawText(`${sql.add(bytesAt(page.after, 1))}::bytea`));
    const fileId = `${sql.add(textAt(page.after, 2))}::bigint`;
    // The first is what the index can begin at; the second tells records of one name apart.
    conditions.push(isFromPlaceOn(names.order, 'atLeast', pathId, key));
    conditions.push(`(f.pathid <> ${pathId} OR f.namekey <> ${key} OR f.fileid > ${fileId})`);
  }
  const order = `f.pathid, ${names.order.sorted('f.namekey')}, f.fileid`;
  const rows = await catalog.rows<RunFileRow>(
    `SELECT f.fileid::text AS fileid, f.jobid, f.lstat, f.pathid::text AS pathid, ${rawBytes('p.path')} AS path,
       ${rawBytes(names.nameOf('f.namekey'))} AS filename, c.name AS client
     FROM (
       SELECT * FROM ${files} f WHERE ${conditions.join(' AND ')}
       ORDER BY ${order} LIMIT ${sql.add(page.limit + 1)}) f
     JOIN path p ON p.pathid = f.pathid
     JOIN job j ON j.jobid = f.jobid
     LEFT JOIN client c ON c.clientid = j.clientid
     ORDER BY ${order}`,
    sql.values,
  );
  const total = page.count === true ? totalOf(await countFiles(catalog, jobId)) : undefined;
  const slice = sliceOf(rows, page.limit, (row) => [row.pathid, row.filename.toString('base64url'), row.fileid], total);
  return { ...slice, items: slice.items.map(entryOf) };
}

async function countFiles(catalog: CatalogConnection, jobId: number): Promise<number> {
  const dialect = await catalog.dialect();
  const [row] = await catalog.rows<{ files: string }>(
    `SELECT count(*) AS files FROM (
       SELECT 1 FROM ${dialect.files} f WHERE f.jobid = $1::bigint AND f.fileindex > 0 LIMIT ${countLimit + 1}) counted`,
    [jobId],
  );
  return Number(row?.files ?? 0);
}
