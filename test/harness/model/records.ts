import { type CatalogMaker } from '../builders/catalog-builder.js';
import { type CatalogShape } from '../builders/catalog-shapes.js';
import { lstatOf } from '../builders/catalog-records.js';
import { type MadeRecord } from './reference.js';

const day0 = 1_767_225_600;
export const timeOfDay = (day: number): number => day0 + day * 86_400;

const tables = 'job, file, path, pathhierarchy, pathvisibility, basefiles, jobmedia';

/** As of a Director that was installed anew. */
export async function emptyCatalog({ client }: CatalogMaker, shape: CatalogShape): Promise<void> {
  await client.query(`TRUNCATE ${tables}${shape.names === 'apart' ? ', filename' : ''} RESTART IDENTITY`);
}

const raw = (text: string) => Buffer.from(text, 'latin1');
const text = (bytes: string) => `convert_from(${bytes}, 'SQL_ASCII')`;

/** All records of a run at once. */
export async function writeRecords(
  { client }: CatalogMaker,
  shape: CatalogShape,
  jobId: number,
  records: readonly MadeRecord[],
): Promise<void> {
  const folders = records.map(({ path }) => raw(path.slice(0, path.lastIndexOf('/') + 1)));
  const names = records.map(({ path }) => raw(path.slice(path.lastIndexOf('/') + 1)));
  const known = (table: string, column: string) => `INSERT INTO ${table} (${column})
    SELECT DISTINCT ${text('given')} FROM unnest($1::bytea[]) given ON CONFLICT (${column}) DO NOTHING`;
  await client.query(known('path', 'path'), [folders]);
  if (shape.names === 'apart') await client.query(known('filename', 'name'), [names]);
  const isApart = shape.names === 'apart';
  await client.query(
    `INSERT INTO file (fileid, fileindex, jobid, pathid, lstat, md5, deltaseq, ${isApart ? 'filenameid' : shape.names})
     SELECT g.id, g.place, $1, p.pathid, g.lstat, '0', 0, ${isApart ? 'n.filenameid' : text('g.name')}
     FROM unnest($2::bigint[], $3::integer[], $4::bytea[], $5::bytea[], $6::text[]) g(id, place, folder, name, lstat)
     JOIN path p ON p.path = ${text('g.folder')}
     ${isApart ? `JOIN filename n ON n.name = ${text('g.name')}` : ''}`,
    [
      jobId,
      records.map(({ fileId }) => fileId),
      records.map(({ isLive }, at) => (isLive ? at + 1 : shape.deletionIndex(at + 1))),
      folders,
      names,
      records.map(({ path, mode, size, day }) =>
        path.endsWith('/')
          ? lstatOf({ path, mtime: timeOfDay(day) }, true)
          : lstatOf({ path, mode, size, mtime: timeOfDay(day) }, false),
      ),
    ],
  );
}
