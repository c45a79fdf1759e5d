import { type CatalogEntry } from '../../domain/catalog.port.js';
import { sliceOf, type PageRequest, type Slice } from '../../domain/page.js';
import { countLimit, totalOf } from './bounded-count.js';
import { type CatalogConnection } from './catalog-connection.js';
import { baculaDialect } from './catalog-dialect.js';
import { entryOf, rawBytes, rawText, type EntryRow } from './entry-rows.js';
import { bytesAt, SqlValues, textAt } from './sql-values.js';

type RunFileRow = EntryRow & { readonly pathid: string };

/** What one run wrote, in the order of the catalog's index: folder by folder as they were first seen. Marks of deletions are no files. */
export async function listRunFiles(
  catalog: CatalogConnection,
  jobId: number,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const sql = new SqlValues();
  const conditions = [`f.jobid = ${sql.add(jobId)}::bigint`, 'f.fileindex > 0'];
  if (page.after) {
    const name = rawText(`${sql.add(bytesAt(page.after, 1))}::bytea`);
    const key = [`${sql.add(textAt(page.after, 0))}::bigint`, name, `${sql.add(textAt(page.after, 2))}::bigint`];
    // The shorter comparison is what the index can begin at; the longer one tells records of one name apart.
    conditions.push(`(f.pathid, f.filename) >= (${key[0]}, ${key[1]})`);
    conditions.push(`(f.pathid, f.filename, f.fileid) > (${key.join(', ')})`);
  }
  const rows = await catalog.rows<RunFileRow>(
    `SELECT f.fileid::text AS fileid, f.jobid, f.lstat, f.pathid::text AS pathid, ${rawBytes('p.path')} AS path,
       ${rawBytes('f.filename')} AS filename, c.name AS client
     FROM (
       SELECT * FROM ${baculaDialect.files} f WHERE ${conditions.join(' AND ')}
       ORDER BY f.pathid, f.filename, f.fileid LIMIT ${sql.add(page.limit + 1)}) f
     JOIN path p ON p.pathid = f.pathid
     JOIN job j ON j.jobid = f.jobid
     LEFT JOIN client c ON c.clientid = j.clientid
     ORDER BY f.pathid, f.filename, f.fileid`,
    sql.values,
  );
  const total = page.count === true ? totalOf(await countFiles(catalog, jobId)) : undefined;
  const slice = sliceOf(rows, page.limit, (row) => [row.pathid, row.filename.toString('base64url'), row.fileid], total);
  return { ...slice, items: slice.items.map(entryOf) };
}

async function countFiles(catalog: CatalogConnection, jobId: number): Promise<number> {
  const [row] = await catalog.rows<{ files: string }>(
    `SELECT count(*) AS files FROM (
       SELECT 1 FROM ${baculaDialect.files} WHERE jobid = $1::bigint AND fileindex > 0 LIMIT ${countLimit + 1}) counted`,
    [jobId],
  );
  return Number(row?.files ?? 0);
}
