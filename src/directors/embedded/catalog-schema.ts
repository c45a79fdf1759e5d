import { advisoryLocks } from '../../database/advisory-locks.js';
import { PostgresClient } from '../../database/postgres-client.js';

/**
 * The embedded Director's catalog: a database of its own with the table and column names, codes and encoding of Bacula's
 * PostgreSQL catalog as of version 15, so that every reader of a Bacula catalog can read it. It has two more indexes on Job, for
 * frequent queries: a client's history, and the few runs that did not simply succeed. Times are UTC (this Director declares UTC as
 * its zone), names are bytes (SQL_ASCII).
 */
export const catalogDatabaseClauses =
  "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc TEMPLATE template0";

export const catalogTimezone = 'UTC';
const schemaVersion = 1026;

const tables = `
CREATE TABLE version (versionid integer NOT NULL);
CREATE TABLE client (
  clientid serial PRIMARY KEY, name text NOT NULL UNIQUE, uname text NOT NULL DEFAULT '', autoprune smallint DEFAULT 0,
  fileretention bigint DEFAULT 0, jobretention bigint DEFAULT 0, plugins text DEFAULT '');
CREATE TABLE fileset (
  filesetid serial PRIMARY KEY, fileset text NOT NULL, md5 text NOT NULL, createtime timestamp NOT NULL, content text DEFAULT '');
CREATE INDEX fileset_name_idx ON fileset (fileset);
CREATE TABLE pool (
  poolid serial PRIMARY KEY, name text NOT NULL UNIQUE, numvols integer DEFAULT 0, maxvols integer DEFAULT 0,
  usecatalog smallint DEFAULT 1, volretention bigint DEFAULT 0, voluseduration bigint DEFAULT 0, maxvoljobs integer DEFAULT 0,
  maxvolfiles integer DEFAULT 0, maxvolbytes bigint DEFAULT 0, autoprune smallint DEFAULT 1, recycle smallint DEFAULT 1,
  pooltype text NOT NULL DEFAULT 'Backup', labeltype integer DEFAULT 0, labelformat text NOT NULL DEFAULT '*',
  enabled smallint DEFAULT 1, scratchpoolid integer DEFAULT 0, recyclepoolid integer DEFAULT 0, nextpoolid integer DEFAULT 0,
  migrationhighbytes bigint DEFAULT 0, migrationlowbytes bigint DEFAULT 0, migrationtime bigint DEFAULT 0, maxpoolbytes bigint DEFAULT 0);
CREATE TABLE storage (
  storageid serial PRIMARY KEY, name text NOT NULL UNIQUE, autochanger integer DEFAULT 0);
CREATE TABLE mediatype (mediatypeid serial PRIMARY KEY, mediatype text NOT NULL, readonly integer DEFAULT 0);
CREATE TABLE device (
  deviceid serial PRIMARY KEY, name text NOT NULL, mediatypeid integer DEFAULT 0, storageid integer DEFAULT 0);
CREATE TABLE media (
  mediaid serial PRIMARY KEY, volumename text NOT NULL UNIQUE, slot integer DEFAULT 0, poolid integer DEFAULT 0,
  mediatype text NOT NULL DEFAULT 'File', mediatypeid integer DEFAULT 0, labeltype integer DEFAULT 0,
  firstwritten timestamp, lastwritten timestamp, labeldate timestamp, voljobs integer DEFAULT 0, volfiles integer DEFAULT 0,
  volblocks integer DEFAULT 0, volmounts integer DEFAULT 0, volbytes bigint DEFAULT 0, volabytes bigint DEFAULT 0,
  volapadding bigint DEFAULT 0, volparts integer DEFAULT 0, volerrors integer DEFAULT 0, volwrites bigint DEFAULT 0,
  volcapacitybytes bigint DEFAULT 0, volstatus text NOT NULL DEFAULT 'Append', enabled smallint DEFAULT 1,
  recycle smallint DEFAULT 1, actiononpurge smallint DEFAULT 0, volretention bigint DEFAULT 0, voluseduration bigint DEFAULT 0,
  maxvoljobs integer DEFAULT 0, maxvolfiles integer DEFAULT 0, maxvolbytes bigint DEFAULT 0, inchanger smallint DEFAULT 0,
  storageid integer DEFAULT 0, deviceid integer DEFAULT 0, mediaaddressing smallint DEFAULT 0, volreadtime bigint DEFAULT 0,
  volwritetime bigint DEFAULT 0, endfile integer DEFAULT 0, endblock bigint DEFAULT 0, locationid integer DEFAULT 0,
  recyclecount integer DEFAULT 0, initialwrite timestamp, scratchpoolid integer DEFAULT 0, recyclepoolid integer DEFAULT 0,
  comment text DEFAULT '', voltype integer DEFAULT 1, volcloudparts integer DEFAULT 0, lastpartbytes bigint DEFAULT 0,
  cacheretention bigint DEFAULT 0, protected smallint DEFAULT 0, useprotect smallint DEFAULT 0, volencrypted smallint DEFAULT 0);
CREATE INDEX media_poolid_idx ON media (poolid);
CREATE TABLE job (
  jobid serial PRIMARY KEY, job text NOT NULL UNIQUE, name text NOT NULL, type char(1) NOT NULL, level char(1) NOT NULL,
  clientid integer DEFAULT 0, jobstatus char(1) NOT NULL, schedtime timestamp, starttime timestamp, endtime timestamp,
  realendtime timestamp, realstarttime timestamp, jobtdate bigint DEFAULT 0, volsessionid integer DEFAULT 0,
  volsessiontime integer DEFAULT 0, jobfiles integer DEFAULT 0, jobbytes bigint DEFAULT 0, readbytes bigint DEFAULT 0,
  joberrors integer DEFAULT 0, jobmissingfiles integer DEFAULT 0, poolid integer DEFAULT 0, filesetid integer DEFAULT 0,
  priorjobid integer DEFAULT 0, priorjob text DEFAULT '', purgedfiles smallint DEFAULT 0, hasbase smallint DEFAULT 0,
  hascache smallint DEFAULT 0, reviewed smallint DEFAULT 0, comment text DEFAULT '', filetable text DEFAULT 'File',
  isvirtualfull smallint DEFAULT 0, compressratio real DEFAULT 0, rate real DEFAULT 0, lastreadstorageid integer DEFAULT 0,
  lastreaddevice text DEFAULT '', writestorageid integer DEFAULT 0, writedevice text DEFAULT '', statusinfo text DEFAULT '',
  encrypted integer DEFAULT 0);
CREATE INDEX job_name_idx ON job (name);
CREATE INDEX job_jobtdate_idx ON job (jobtdate);
CREATE INDEX job_client_time_idx ON job (clientid, jobtdate, jobid);
CREATE INDEX job_not_ok_idx ON job (jobid) WHERE jobstatus <> 'T';
CREATE INDEX job_comment_idx ON job (comment) WHERE comment <> '';
CREATE TABLE path (pathid serial PRIMARY KEY, path text NOT NULL);
CREATE UNIQUE INDEX path_name_idx ON path (path);
CREATE TABLE file (
  fileid bigserial PRIMARY KEY, fileindex integer NOT NULL DEFAULT 0, jobid integer NOT NULL, pathid integer NOT NULL,
  filename text NOT NULL DEFAULT '', deltaseq smallint NOT NULL DEFAULT 0, markid integer NOT NULL DEFAULT 0,
  lstat text NOT NULL, md5 text NOT NULL DEFAULT '0');
CREATE INDEX file_jpfid_idx ON file (jobid, pathid, filename);
CREATE TABLE restoreobject (
  restoreobjectid serial PRIMARY KEY, objectname text NOT NULL, restoreobject bytea NOT NULL, pluginname text NOT NULL,
  objectlength integer DEFAULT 0, objectfulllength integer DEFAULT 0, objectindex integer DEFAULT 0, objecttype integer DEFAULT 0,
  fileindex integer DEFAULT 0, jobid integer, objectcompression integer DEFAULT 0);
CREATE TABLE jobmedia (
  jobmediaid serial PRIMARY KEY, jobid integer NOT NULL, mediaid integer NOT NULL, firstindex integer DEFAULT 0,
  lastindex integer DEFAULT 0, startfile bigint DEFAULT 0, endfile bigint DEFAULT 0, startblock bigint DEFAULT 0,
  endblock bigint DEFAULT 0, volindex integer DEFAULT 0);
CREATE INDEX jobmedia_jobid_idx ON jobmedia (jobid);
CREATE INDEX jobmedia_mediaid_idx ON jobmedia (mediaid);
CREATE TABLE basefiles (
  baseid bigserial PRIMARY KEY, jobid integer NOT NULL, fileid bigint NOT NULL, fileindex integer, basejobid integer);
CREATE INDEX basefiles_jobid_idx ON basefiles (jobid);
CREATE TABLE log (logid serial PRIMARY KEY, jobid integer NOT NULL, "time" timestamp NOT NULL, logtext text NOT NULL);
CREATE INDEX log_jobid_idx ON log (jobid, logid);
CREATE TABLE pathhierarchy (pathid integer PRIMARY KEY, ppathid integer NOT NULL);
CREATE INDEX pathhierarchy_ppathid ON pathhierarchy (ppathid);
CREATE TABLE pathvisibility (
  pathid integer NOT NULL, jobid integer NOT NULL, size bigint DEFAULT 0, files integer DEFAULT 0, PRIMARY KEY (jobid, pathid));
CREATE TABLE status (jobstatus char(1) PRIMARY KEY, jobstatuslong text, severity integer);
INSERT INTO status (jobstatus, jobstatuslong, severity) VALUES
  ('C', 'Created, not yet running', 15), ('R', 'Running', 15), ('T', 'Completed successfully', 10),
  ('W', 'Completed with warnings', 20), ('E', 'Terminated with errors', 25), ('e', 'Non-fatal error', 20),
  ('f', 'Fatal error', 100), ('A', 'Canceled', 90);
INSERT INTO version (versionid) VALUES (${schemaVersion});
`;

/** What only this Director keeps, in tables of its own beside those of Bacula. */
const ownTables = `
CREATE TABLE IF NOT EXISTS backup_console_storage_mark (storageid integer PRIMARY KEY, mark text NOT NULL);
CREATE TABLE IF NOT EXISTS backup_console_source (
  name text, clientid integer, filesetid integer, sources jsonb NOT NULL, PRIMARY KEY (name, clientid, filesetid));
CREATE TABLE IF NOT EXISTS backup_console_restored (
  jobid integer, outcome smallint, place integer, sourcejobid integer NOT NULL, path bytea NOT NULL, mode integer NOT NULL,
  size bigint NOT NULL, modified bigint NOT NULL, reason text, PRIMARY KEY (jobid, outcome, place));
CREATE TABLE IF NOT EXISTS backup_console_job_switch (name text PRIMARY KEY, enabled boolean NOT NULL);
CREATE TABLE IF NOT EXISTS backup_console_deletion (kind text, id integer, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS backup_console_configuration (id integer PRIMARY KEY CHECK (id = 1), content bytea NOT NULL);
CREATE TABLE IF NOT EXISTS backup_console_configuration_history (
  number serial PRIMARY KEY, revision text NOT NULL, changeid text);
CREATE TABLE IF NOT EXISTS backup_console_rename (
  seq serial PRIMARY KEY, changeid text NOT NULL, type text NOT NULL, oldname text NOT NULL, newname text NOT NULL);
CREATE TABLE IF NOT EXISTS backup_console_pool_keep (
  pool text PRIMARY KEY, last integer, daily integer, weekly integer, monthly integer, yearly integer);
CREATE TABLE IF NOT EXISTS backup_console_verified (
  jobid integer PRIMARY KEY, verifyjobid integer NOT NULL, verifiedat timestamp NOT NULL, differences integer NOT NULL);
CREATE TABLE IF NOT EXISTS backup_console_own_retention (mediaid integer PRIMARY KEY REFERENCES media ON DELETE CASCADE);
CREATE TABLE IF NOT EXISTS backup_console_verify_attempt (
  jobid integer PRIMARY KEY, verifyjobid integer NOT NULL, attemptedat timestamp NOT NULL);
`;

const ownTableNames = [...ownTables.matchAll(/backup_console_\w+/g)].map(([name]) => name);

/** Creates the catalog's tables in an empty database; leaves a catalog of this version unchanged and rejects any other. */
export async function ensureCatalogSchema(url: string): Promise<void> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.catalogSchema]);
    await rejectWrongEncoding(client);
    const version = await findVersion(client);
    if (version === null) await client.query(tables);
    else if (version !== schemaVersion) {
      throw new Error(
        `The catalog of the embedded Director has version ${version}; this version of the console supports version ${schemaVersion}. Use the version that created it, or set EMBEDDED_CATALOG_URL to another database.`,
      );
    }
    // A role that may not make tables can use those that are there.
    if (!(await areThere(client, ownTableNames))) await client.query(ownTables);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function rejectWrongEncoding(client: PostgresClient): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  if (rows[0]?.server_encoding !== 'SQL_ASCII') {
    throw new Error(
      `The embedded Director needs a catalog database with ENCODING SQL_ASCII, because file names are bytes. Create one with CREATE DATABASE … ${catalogDatabaseClauses}; and set EMBEDDED_CATALOG_URL to it.`,
    );
  }
}

async function areThere(client: PostgresClient, tableNames: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ are_there: boolean }>(
    'SELECT bool_and(to_regclass(name) IS NOT NULL) AS are_there FROM unnest($1::text[]) AS name',
    [tableNames],
  );
  return rows[0]?.are_there === true;
}

async function findVersion(client: PostgresClient): Promise<number | null> {
  if (!(await areThere(client, ['version']))) return null;
  const version = await client.query<{ versionid: number }>('SELECT versionid FROM version');
  return version.rows[0]?.versionid ?? null;
}
