import { type Client } from 'pg';
import { lstatAndSum, rareNamesOf, segmentsText, visibilityText } from '../../../bench/generators/file-history.js';
import { makeFolders } from '../../../bench/generators/folder-history.js';
import { hashFunctions, makeNames } from '../../../bench/generators/name-history.js';

/** The Full and its Incrementals. */
export const chainRuns = 7;
export const chainClient = 'archive-fd';

export interface ChainHistory {
  /** Files that the newest point of the chain holds; folders are not counted. */
  readonly files: number;
  readonly rows: number;
  /** A tenth of all files lies in this one folder. */
  readonly hugeFolder: string;
  readonly hugeFiles: number;
  /** Names that few files have, for searches. */
  readonly rareNames: readonly string[];
}

/**
 * One client with one chain of so many files: a Full with all but a twentieth of them, and six Incrementals in which files come
 * and change. Folders and names are as the clients of the other history have them, but for one folder that is very large.
 */
export async function makeChainHistory(client: Client, files: number): Promise<ChainHistory> {
  await client.query(hashFunctions);
  await makeNames(client, namesOf(files));
  await makeFolders(client, { clients: 1, files });
  await client.query(runsText);
  await client.query('ALTER TABLE file DROP CONSTRAINT file_pkey; DROP INDEX file_jpfid_idx');
  await client.query('ALTER TABLE pathvisibility DROP CONSTRAINT pathvisibility_pkey; DROP INDEX pathvisibility_jobid');
  await client.query(filesTextOf(files));
  await client.query(foldersText);
  await client.query(recordsText);
  await client.query(visibilityText);
  await client.query('ALTER TABLE file ADD PRIMARY KEY (fileid)');
  await client.query('CREATE INDEX file_jpfid_idx ON file (jobid, pathid, filename text_pattern_ops)');
  await client.query('ALTER TABLE pathvisibility ADD PRIMARY KEY (jobid, pathid)');
  await client.query('CREATE INDEX pathvisibility_jobid ON pathvisibility (jobid)');
  await client.query(segmentsText);
  const facts = await factsOf(client);
  await client.query('DROP SCHEMA gen CASCADE');
  return facts;
}

function namesOf(files: number): number {
  return Math.max(2_000, Math.floor(files * 0.138));
}

const runsText = `
  INSERT INTO client (clientid, name) VALUES (1, '${chainClient}');
  INSERT INTO fileset (filesetid, fileset, md5, createtime) VALUES (1, 'Everything', 'x', '2026-01-01');
  INSERT INTO pool (poolid, name) VALUES (1, 'Daily');
  INSERT INTO storage (storageid, name) VALUES (1, 'Disk');
  INSERT INTO media (mediaid, volumename, poolid, storageid, volstatus, volbytes)
    SELECT n, 'Daily-' || lpad(n::text, 4, '0'), 1, 1, 'Full', 50000000000 FROM generate_series(1, 200) n;
  INSERT INTO job (jobid, job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, realendtime, jobtdate,
      poolid, filesetid, hascache, writestorageid)
    SELECT night, 'backup-archive.' || night, 'backup-archive', 'B', CASE WHEN night = 1 THEN 'F' ELSE 'I' END, 1, 'T', t, t,
      t + interval '10 minutes', t + interval '10 minutes', extract(epoch FROM t AT TIME ZONE 'UTC') + 600, 1, 1, 1, 1
    FROM generate_series(1, RUNS) night, LATERAL (SELECT date_trunc('day', now() AT TIME ZONE 'UTC')
      + (night - RUNS - 1) * interval '1 day' + interval '20 hours' AS t) at ORDER BY 1;
  SELECT setval('job_jobid_seq', (SELECT max(jobid) FROM job))`.replaceAll('RUNS', String(chainRuns));

/** What lies in the large folder has the names of a mail store; the rest is drawn, each name of each folder once. */
const filesTextOf = (files: number): string => `
  CREATE UNLOGGED TABLE gen.file AS
  SELECT n AS i, pathid, name,
    CASE WHEN gen.u(51, n) < 0.05 THEN 2 + gen.h(52, n) % ${chainRuns - 1} ELSE 1 END::smallint AS born,
    CASE WHEN gen.u(56, n) < 0.03 THEN 2 + gen.h(57, n) % ${chainRuns - 1} END::smallint AS changed
  FROM (
    SELECT drawn.n, drawn.pathid, name.name
    FROM (
      SELECT min(n) AS n, p.pathid, nameid
      FROM (
        SELECT n, owner, floor(folders * power(gen.u(3 + owner, n), 1.4))::integer AS k,
          floor(${namesOf(files)} * power(gen.u(4 + owner, n), 3))::integer AS nameid
        FROM (SELECT n, CASE WHEN n <= least(${files} / 4, 120000) THEN 0 ELSE 1 END AS owner
          FROM generate_series(1, ${files}) n) placed
        JOIN (SELECT owner AS o, count(*) AS folders FROM gen.path GROUP BY owner) owners ON o = owner) ranked
      JOIN gen.path p USING (owner, k)
      GROUP BY p.pathid, nameid
      ORDER BY 1 LIMIT ${files - Math.floor(files / 10)}) drawn
    JOIN gen.name ON name.id = nameid
    UNION ALL
    SELECT n + ${2 * files}, p.pathid, (1730000000 + n) || '.M' || gen.h(7, n) % 1000000 || 'P' || gen.h(8, n) % 32768 || '.mail'
    FROM generate_series(1, ${Math.floor(files / 10)}) n, gen.path p WHERE p.owner = 1 AND p.k = 1) file`;

/** The Full has a record of every folder, each later run of those in which something came or changed. */
const foldersText = `
  CREATE UNLOGGED TABLE gen.seen AS
  SELECT pathid, 1 AS jobid FROM gen.path
  UNION SELECT pathid, born FROM gen.file WHERE born > 1
  UNION SELECT pathid, changed FROM gen.file WHERE changed > born`;

const recordsText = `
  INSERT INTO file (fileindex, jobid, pathid, filename, lstat, md5)
  SELECT place, night, pathid, name, ${lstatAndSum}
  FROM (
    SELECT night, i, pathid, name, row_number() OVER (PARTITION BY night ORDER BY pathid, name = '', i)::integer AS place
    FROM (
      SELECT born::integer AS night, i, pathid, name FROM gen.file
      UNION ALL SELECT changed, i, pathid, name FROM gen.file WHERE changed > born
      UNION ALL SELECT jobid, pathid, pathid, '' FROM gen.seen) record) placed
  ORDER BY night, place`;

async function factsOf(client: Client): Promise<ChainHistory> {
  const { rows } = await client.query<{ files: string; rows: string; folder: string; huge: string }>(
    `SELECT (SELECT count(*) FROM gen.file) AS files, (SELECT count(*) FROM file) AS rows, path AS folder,
       (SELECT count(*) FROM gen.file WHERE gen.file.pathid = gen.path.pathid) AS huge
     FROM gen.path WHERE owner = 1 AND k = 1`,
  );
  const [row] = rows;
  return {
    files: Number(row?.files),
    rows: Number(row?.rows),
    hugeFolder: row?.folder ?? '',
    hugeFiles: Number(row?.huge),
    rareNames: await rareNamesOf(client),
  };
}
