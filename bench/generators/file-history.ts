import { type Client } from 'pg';
import { makeFolders } from './folder-history.js';
import { hashFunctions, makeNames } from './name-history.js';

export const clients = 40;
export const nights = 30;

export interface FileHistory {
  readonly rows: number;
  /** Names of few files, for searches. */
  readonly rareNames: readonly string[];
}

/**
 * Thirty nights of forty clients: odd ones have a Full and then Incrementals, even ones a Differential each week. Files come, change,
 * go and come back. Run n of client c is (n - 1) * 40 + c. One folder of client 2 holds a fourteenth of all files.
 */
export async function makeFileHistory(client: Client, files: number): Promise<FileHistory> {
  await client.query(hashFunctions);
  await makeNames(client, Math.max(2_000, Math.floor(files * 0.138)));
  await makeFolders(client, { clients, files });
  await makeRunsOfClients(client);
  await client.query('ALTER TABLE file DROP CONSTRAINT file_pkey; DROP INDEX file_jpfid_idx');
  await client.query('ALTER TABLE pathvisibility DROP CONSTRAINT pathvisibility_pkey; DROP INDEX pathvisibility_jobid');
  for (let c = 1; c <= clients; c += 1) await makeClient(client, c, files);
  await client.query('ALTER TABLE file ADD PRIMARY KEY (fileid)');
  await client.query('CREATE INDEX file_jpfid_idx ON file (jobid, pathid, filename text_pattern_ops)');
  await client.query('ALTER TABLE pathvisibility ADD PRIMARY KEY (jobid, pathid)');
  await client.query('CREATE INDEX pathvisibility_jobid ON pathvisibility (jobid)');
  await client.query(segmentsText);
  const facts = await factsOf(client);
  await client.query('DROP SCHEMA gen CASCADE');
  return facts;
}

async function makeRunsOfClients(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO client (clientid, name) SELECT c, 'client' || c || '-fd' FROM gen.client ORDER BY c;
    INSERT INTO fileset (filesetid, fileset, md5, createtime) VALUES (1, 'Everything', 'x', '2026-01-01');
    INSERT INTO pool (poolid, name) VALUES (1, 'Daily');
    INSERT INTO storage (storageid, name) VALUES (1, 'Disk');
    INSERT INTO media (mediaid, volumename, poolid, storageid, volstatus, volbytes)
      SELECT n, 'Daily-' || lpad(n::text, 4, '0'), 1, 1, 'Full', 50000000000 FROM generate_series(1, 200) n`);
  await client.query(
    `INSERT INTO job (jobid, job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, realendtime, jobtdate,
       poolid, filesetid, hascache, writestorageid)
     SELECT (night - 1) * $1 + c, 'backup-client' || c || '.' || night, 'backup-client' || c, 'B',
       CASE WHEN night = 1 THEN 'F' WHEN c % 2 = 0 AND night % 7 = 1 THEN 'D' ELSE 'I' END, c, 'T', t, t,
       t + interval '10 minutes', t + interval '10 minutes', extract(epoch FROM t AT TIME ZONE 'UTC') + 600, 1, 1, 1, 1
     FROM generate_series(1, $2) night, generate_series(1, $1) c,
       LATERAL (SELECT date_trunc('day', now() AT TIME ZONE 'UTC') + (night - $2 - 1) * interval '1 day' + interval '20 hours'
         + c * interval '30 seconds' AS t) at
     ORDER BY 1`,
    [clients, nights],
  );
  await client.query("SELECT setval('job_jobid_seq', (SELECT max(jobid) FROM job)); ANALYZE job");
}

async function makeClient(client: Client, c: number, files: number): Promise<void> {
  await client.query('DROP TABLE IF EXISTS gen.file, gen.seen');
  await client.query('CREATE UNLOGGED TABLE gen.seen (pathid integer, jobid integer)');
  await client.query(`CREATE UNLOGGED TABLE gen.file AS ${filesOf(c, Math.max(2_000, Math.floor(files * 0.138)))}`);
  await client.query(recordsOf(c));
  await client.query(visibilityText);
}

/** Client 2 has nine of ten files in its mail folder. */
const mailText = `
  UNION ALL
  SELECT n + 10000000, p.pathid, (1730000000 + n) || '.M' || gen.h(7, n) % 1000000 || 'P' || gen.h(8, n) % 32768 || '.mail', n * 64::bigint
  FROM gen.client, generate_series(1, (files * 0.9)::integer) n, gen.path p WHERE c = 2 AND p.owner = 2 AND p.k = 1`;

/** The files of one client by folder, and on which nights each came, changed, went and came back. */
function filesOf(c: number, names: number): string {
  const share = c === 2 ? 0.1 : 1;
  return `
    SELECT n AS i, pathid, name,
      CASE WHEN gen.u(51, seed) < 0.03 THEN 2 + gen.h(52, seed) % 29 ELSE 1 END::smallint AS born,
      CASE WHEN gen.u(53, seed) < 0.02 THEN 2 + gen.h(54, seed) % 29 END::smallint AS gone,
      CASE WHEN gen.u(55, seed) < 0.1 THEN 5 + gen.h(54, seed) % 29 END::smallint AS back,
      CASE WHEN gen.u(56, seed) < 0.11 THEN 2 + gen.h(57, seed) % 29 END::smallint AS changed,
      gen.u(58, seed) < 0.002 AS hot
    FROM (
      SELECT d.n, d.pathid, name.name, d.n * 64::bigint + ${c} AS seed
      FROM (
        SELECT min(n) AS n, p.pathid, drawn.nameid
        FROM (
          SELECT n, owner, CASE WHEN gen.u(1 + seed, n) < 0.02 THEN 40 + gen.h(2 + seed, n) % 8
              ELSE floor(folders * power(gen.u(3 + seed, n), 1.4)) END::integer AS k,
            floor(${names} * power(gen.u(4 + seed, n), 3))::integer AS nameid
          FROM (
            SELECT n, CASE WHEN n <= least(files / 4, 120000) THEN 0 ELSE ${c} END AS owner,
              CASE WHEN n <= least(files / 4, 120000) THEN 0 ELSE ${c * 100} END AS seed
            FROM gen.client, generate_series(1, (files * ${share})::integer) n WHERE c = ${c}) ranked
          JOIN (SELECT owner AS o, count(*) AS folders FROM gen.path WHERE owner IN (0, ${c}) GROUP BY owner) owners ON o = owner
        ) drawn
        JOIN gen.path p ON p.owner = drawn.owner AND p.k = drawn.k
        GROUP BY p.pathid, drawn.nameid) d
      JOIN gen.name ON name.id = d.nameid ${c === 2 ? mailText : ''}) file`;
}

const letters = (number: string): string => `translate(to_hex(${number}), '0123456789abcdef', 'ABCDEFGHIJKLMNOP')`;
/** Of the file `i` in the run of a `night`; a folder has no name. */
export const lstatAndSum = `
  'P0A ' || ${letters('i')} || CASE WHEN name = '' THEN ' EHt' ELSE ' IGk' END || ' B Po Po A '
    || ${letters('gen.h(60 + night, i) % 8000000')} || ' BAA ' || ${letters('gen.h(61, i) % 16000')}
    || ' Bn' || ${letters('gen.h(62 + night, i) % 65536')} || ' BnUF9w BnUF9w A A C',
  CASE WHEN name = '' THEN '0' ELSE left(encode(decode(md5(i::text || night), 'hex'), 'base64'), 22) END`;

/** What went comes back after three nights, if ever. */
const alive = 'born <= night AND (gone > born AND gone <= night AND (back > night) IS NOT FALSE) IS NOT TRUE';

/** What each run of the client recorded, run by run and folder by folder; a folder's own record follows its files'. */
function recordsOf(c: number): string {
  const isDifferential = c % 2 === 0 ? 'night % 7 = 1' : 'false';
  return `
    WITH record AS MATERIALIZED (
      SELECT 1 AS night, i, pathid, name, false AS dead FROM gen.file WHERE born = 1
      UNION ALL
      SELECT night, i, pathid, name, NOT isalive
      FROM (
        SELECT night, gen.file.*, ${alive} AS isalive
        FROM gen.file, generate_series(2, ${nights}) night
        WHERE hot OR born > 1 OR gone > born OR changed > 1) touched
      WHERE CASE
        WHEN ${isDifferential} THEN CASE WHEN isalive THEN hot OR born > 1 OR gone <= night OR changed <= night
          ELSE gone > born AND gone <= night END
        WHEN isalive THEN hot OR born = night OR changed = night OR (back = night AND gone > born)
        ELSE gone = night AND gone > born END),
    recorded AS (
    INSERT INTO file (fileindex, jobid, pathid, filename, lstat, md5)
    SELECT CASE WHEN dead THEN -place ELSE place END, (night - 1) * ${clients} + ${c}, pathid, name, ${lstatAndSum}
    FROM (
      SELECT night, i, pathid, name, dead,
        row_number() OVER (PARTITION BY night ORDER BY pathid, name = '', i)::integer AS place
      FROM (
        SELECT * FROM record
        UNION ALL
        SELECT DISTINCT night, pathid, pathid, '', false FROM record) r) placed
    ORDER BY night, placed.place
    RETURNING jobid, pathid, filename)
    INSERT INTO gen.seen SELECT pathid, jobid FROM recorded WHERE filename = ''`;
}

/** The Director's own tables for browsing: which folders a run has something in or below. */
export const visibilityText = `
  INSERT INTO pathvisibility (pathid, jobid)
  WITH RECURSIVE seen AS (
    SELECT pathid, jobid FROM gen.seen
    UNION
    SELECT h.ppathid, seen.jobid FROM seen JOIN pathhierarchy h ON h.pathid = seen.pathid)
  SELECT pathid, jobid FROM seen`;

/** Fifty thousand files of a run in a row on each volume, and what a run's own row tells of it. */
export const segmentsText = `
  UPDATE job SET jobfiles = n, jobbytes = n::bigint * 200000 FROM (SELECT jobid, count(*) AS n FROM file GROUP BY jobid) f WHERE f.jobid = job.jobid;
  INSERT INTO jobmedia (jobid, mediaid, firstindex, lastindex)
    SELECT jobid, 1 + (jobid + part) % 200, 1 + part * 50000, least(jobfiles, (part + 1) * 50000)
    FROM job, generate_series(0, greatest(0, jobfiles - 1) / 50000) part ORDER BY jobid, part`;

async function factsOf(client: Client): Promise<FileHistory> {
  const { rows } = await client.query<{ rows: string }>('SELECT count(*) AS rows FROM file');
  return { rows: Number(rows[0]?.rows), rareNames: await rareNamesOf(client) };
}

export async function rareNamesOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM gen.name WHERE id > (SELECT max(id) * 0.4 FROM gen.name) AND name ~ '^[a-z]+[A-Z][a-z]+[0-9]+[.]' ORDER BY id LIMIT 10",
  );
  return rows.map(({ name }) => name);
}
