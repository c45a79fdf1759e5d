import { type Client } from 'pg';
import { hashFunctions } from './name-history.js';

const days = 100;

export interface JobHistory {
  readonly rows: number;
  readonly clients: number;
}

/** Names of a client of the history and of its job. */
export function historyNames(client: number): { readonly client: string; readonly job: string } {
  const number = String(client).padStart(5, '0');
  return { client: `client${number}-fd`, job: `backup-client${number}` };
}

/**
 * A run of each client a night for a hundred nights, within two hours of the evening. Of a thousand runs 970 are backups; of the backups
 * 93 of a hundred end well, some with warnings, some badly. A few clients become overdue, a few never succeed, one run of a hundred
 * thousand goes to a pool of its own, and of the last night some are still running. The catalog has no file records; they count as purged.
 */
export async function makeJobHistory(client: Client, jobs: number): Promise<JobHistory> {
  const clients = Math.max(1, Math.round(jobs / days));
  await client.query(hashFunctions);
  await client.query(resourcesText);
  await client.query("INSERT INTO client (clientid, name) SELECT c, $2 || lpad(c::text, 5, '0') || '-fd' FROM generate_series(1, $1::integer) c", [
    clients,
    'client',
  ]); // prettier-ignore
  await client.query(runsText, [clients, days]);
  await client.query(segmentsText);
  await client.query(sequencesText);
  await client.query('DROP SCHEMA gen CASCADE');
  const { rows } = await client.query<{ rows: string }>('SELECT count(*) AS rows FROM job');
  return { rows: Number(rows[0]?.rows), clients };
}

const resourcesText = `
  INSERT INTO pool (poolid, name) SELECT n, 'Pool' || n FROM generate_series(1, 9) n;
  INSERT INTO fileset (filesetid, fileset, md5, createtime) SELECT n, 'FileSet' || n, 'x', '2026-01-01' FROM generate_series(1, 20) n;
  INSERT INTO storage (storageid, name) VALUES (1, 'Disk');
  INSERT INTO media (mediaid, volumename, poolid, storageid, volstatus, volbytes)
    SELECT n, 'Vol-' || lpad(n::text, 5, '0'), 1 + n % 8, 1, CASE WHEN n % 50 = 0 THEN 'Append' ELSE 'Full' END, 50000000000
    FROM generate_series(1, 20000) n;`;

/** The embedded Director adds its own resources and runs. */
const sequencesText = `
  SELECT setval('job_jobid_seq', (SELECT max(jobid) FROM job)), setval('client_clientid_seq', (SELECT max(clientid) FROM client)),
    setval('pool_poolid_seq', (SELECT max(poolid) FROM pool)), setval('fileset_filesetid_seq', (SELECT max(filesetid) FROM fileset)),
    setval('storage_storageid_seq', (SELECT max(storageid) FROM storage)), setval('media_mediaid_seq', (SELECT max(mediaid) FROM media))`;

const runsText = `
  INSERT INTO job (jobid, job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, realendtime, jobtdate, jobfiles,
    jobbytes, joberrors, poolid, filesetid, writestorageid, purgedfiles)
  SELECT n, name || '.' || to_char(due, 'YYYY-MM-DD_HH24.MI.SS'), name, type,
    CASE WHEN type <> 'B' THEN ' ' WHEN day % 28 = c % 28 THEN 'F' WHEN day % 7 = c % 7 THEN 'D' ELSE 'I' END, c, status, due, due + wait,
    CASE WHEN status <> 'R' THEN due + wait + took END, CASE WHEN status <> 'R' THEN due + wait + took END,
    CASE WHEN status <> 'R' THEN extract(epoch FROM (due + wait + took) AT TIME ZONE 'UTC') ELSE 0 END,
    gen.h(5, n) % 40000, (gen.h(6, n) % 4000) * (gen.h(7, n) % 4000000), CASE WHEN status IN ('T', 'R') THEN 0 ELSE 1 + gen.h(8, n) % 9 END,
    CASE WHEN n % 100000 = 77 THEN 9 ELSE 1 + c % 8 END, 1 + c % 20, 1, 1
  FROM (
    SELECT n, day, c, 'backup-client' || lpad(c::text, 5, '0') AS name,
      date_trunc('day', now() AT TIME ZONE 'UTC') + (day - $2::integer - 1) * interval '1 day' + interval '21 hours'
        + gen.h(3, c) % 7200 * interval '1 second' AS due,
      gen.h(4, n) % 600 * interval '1 second' AS wait, (20 + gen.h(10, n) % 5400) * interval '1 second' AS took,
      CASE WHEN gen.h(1, n) % 1000 < 970 THEN 'B' WHEN gen.h(1, n) % 1000 < 985 THEN 'V' WHEN gen.h(1, n) % 1000 < 995 THEN 'R' ELSE 'D' END AS type,
      CASE WHEN day = $2 AND gen.h(2, n) % 400 = 0 THEN 'R' WHEN gen.h(9, c) % 500 = 0 THEN 'f' WHEN gen.h(2, n) % 1000 < 930 THEN 'T'
        WHEN gen.h(2, n) % 1000 < 960 THEN 'W' WHEN gen.h(2, n) % 1000 < 980 THEN 'f' WHEN gen.h(2, n) % 1000 < 990 THEN 'E' ELSE 'A' END AS status
    FROM generate_series(1, $2::integer) day, generate_series(1, $1::integer) c, LATERAL (SELECT (day - 1) * $1::integer + c AS n) number
    WHERE NOT (gen.h(11, c) % 200 = 0 AND day > gen.h(12, c) % $2::integer)) run
  ORDER BY n`;

const segmentsText = `
  INSERT INTO jobmedia (jobid, mediaid, firstindex, lastindex)
  SELECT jobid, 1 + (jobid / 60 + part) % 20000, part * 10000 + 1, (part + 1) * 10000
  FROM job, generate_series(0, CASE WHEN gen.h(13, jobid) % 4 = 0 THEN 1 ELSE 0 END) part WHERE type = 'B' ORDER BY jobid, part`;
