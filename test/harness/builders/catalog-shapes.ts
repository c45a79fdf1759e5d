import { Client } from 'pg';
import { catalogDatabaseClauses, ensureCatalogSchema } from '../../../src/directors/embedded/catalog-schema.js';
import { type EmbeddedPostgres } from '../../../src/database/embedded-postgres/embedded-postgres.js';

/** One of the schemas that a catalog may have, and what its Director writes differently. */
export interface CatalogShape {
  readonly name: string;
  readonly template: string;
  readonly product: 'Bacula' | 'Bareos';
  readonly version: number;
  /** Where the names of files are: the column of File, or a table of their own. */
  readonly names: 'filename' | 'name' | 'apart';
  /** A deleted file has the FileIndex 0, or a negative one. */
  readonly deletionIndex: (place: number) => number;
  /** Job has WriteStorageId and IsVirtualFull. */
  readonly hasNewJobColumns: boolean;
  /** Segments of volumes have their bytes counted. */
  readonly countsSegments: boolean;
  /** What makes it from the embedded Director's schema. */
  readonly changes: string;
}

/** Directors have no use for the indexes and constraints that the embedded one has beyond them. */
const withoutOwnIndexes = `
  DROP INDEX job_client_time_idx, job_not_ok_idx, job_comment_idx, job_name_idx, log_jobid_idx, jobmedia_jobid_idx,
    jobmedia_mediaid_idx, file_jpfid_idx, path_name_idx;
  ALTER TABLE job DROP CONSTRAINT job_job_key;
  ALTER TABLE client DROP CONSTRAINT client_name_key;
  ALTER TABLE pool DROP CONSTRAINT pool_name_key;
  ALTER TABLE storage DROP CONSTRAINT storage_name_key;
  ALTER TABLE media DROP CONSTRAINT media_volumename_key;
  ALTER TABLE jobmedia ALTER startfile TYPE integer, ALTER endfile TYPE integer;
  ALTER TABLE log ALTER "time" DROP NOT NULL;
  CREATE INDEX log_name_idx ON log (jobid);
  CREATE INDEX job_media_job_id_media_id_idx ON jobmedia (jobid, mediaid);
  CREATE INDEX pathvisibility_jobid ON pathvisibility (jobid);`;

const byteIndexes = `
  CREATE UNIQUE INDEX path_name_idx ON path (path text_pattern_ops);
  CREATE UNIQUE INDEX client_name_idx ON client (name text_pattern_ops);
  CREATE UNIQUE INDEX media_volumename_id ON media (volumename text_pattern_ops);
  CREATE INDEX job_name_idx ON job (name text_pattern_ops);`;

const withoutNewColumns = `
  ALTER TABLE job DROP realstarttime, DROP priorjob, DROP isvirtualfull, DROP compressratio, DROP rate,
    DROP lastreadstorageid, DROP lastreaddevice, DROP writestorageid, DROP writedevice, DROP statusinfo, DROP encrypted;
  ALTER TABLE fileset DROP content;
  ALTER TABLE client DROP plugins;
  ALTER TABLE media DROP protected, DROP useprotect, DROP volencrypted;
  ALTER TABLE pool DROP maxpoolbytes;`;

export const embeddedShape: CatalogShape = {
  name: 'the embedded Director',
  template: 'template_catalog',
  product: 'Bacula',
  version: 1026,
  names: 'filename',
  deletionIndex: () => 0,
  hasNewJobColumns: true,
  countsSegments: false,
  changes: '',
};

const bacula15: CatalogShape = {
  ...embeddedShape,
  name: 'Bacula 15',
  template: 'template_bacula_15',
  deletionIndex: (place) => -place,
  changes: `${withoutOwnIndexes} ${byteIndexes}
    DROP INDEX job_jobtdate_idx;
    CREATE INDEX job_media_media_id_idx ON jobmedia (mediaid);
    CREATE INDEX file_jpfid_idx ON file (jobid, pathid, filename text_pattern_ops);`,
};

const bacula9: CatalogShape = {
  ...embeddedShape,
  name: 'Bacula 9',
  template: 'template_bacula_9',
  version: 16,
  names: 'apart',
  deletionIndex: (place) => -place,
  hasNewJobColumns: false,
  changes: `${withoutOwnIndexes} ${byteIndexes} ${withoutNewColumns}
    CREATE TABLE filename (filenameid serial PRIMARY KEY, name text NOT NULL);
    CREATE UNIQUE INDEX filename_name_idx ON filename (name text_pattern_ops);
    ALTER TABLE file DROP filename, ADD filenameid integer NOT NULL;
    CREATE INDEX file_jpfid_idx ON file (jobid, pathid, filenameid);
    CREATE INDEX file_jobid_idx ON file (jobid);
    UPDATE version SET versionid = 16;`,
};

const bareos: CatalogShape = {
  ...embeddedShape,
  name: 'Bareos',
  template: 'template_bareos',
  product: 'Bareos',
  version: 2250,
  names: 'name',
  hasNewJobColumns: false,
  countsSegments: true,
  changes: `${withoutOwnIndexes} ${withoutNewColumns}
    ALTER TABLE job DROP filetable;
    ALTER TABLE media DROP volabytes, DROP volapadding, DROP volparts, DROP voltype, DROP volcloudparts,
      DROP lastpartbytes, DROP cacheretention;
    ALTER TABLE media ALTER volfiles TYPE bigint, ALTER voljobs TYPE bigint, ALTER volmounts TYPE bigint,
      ALTER volerrors TYPE bigint, ALTER recyclecount TYPE bigint, ALTER slot TYPE bigint, ALTER maxvoljobs TYPE bigint,
      ALTER maxvolfiles TYPE bigint, ALTER volblocks TYPE bigint, ALTER volwrites TYPE bigint;
    ALTER TABLE jobmedia ADD jobbytes numeric(20) DEFAULT 0;
    ALTER TABLE file RENAME filename TO name;
    CREATE UNIQUE INDEX path_name_idx ON path (path);
    CREATE UNIQUE INDEX client_name_idx ON client (name);
    CREATE UNIQUE INDEX media_volumename_id ON media (volumename);
    CREATE INDEX job_name_idx ON job (name);
    DROP INDEX job_jobtdate_idx;
    CREATE INDEX file_jpfid_idx ON file (jobid, pathid, name);
    CREATE INDEX file_pjidpart_idx ON file (pathid, jobid) WHERE fileindex = 0 AND name = '';
    UPDATE version SET versionid = 2250;`,
};

/** Whatever is asked of a catalog is asked of each of these. */
export const catalogShapes: readonly CatalogShape[] = [embeddedShape, bacula15, bacula9, bareos];

export const catalogReader = { role: 'catalog_reader', password: 'may-select-only' };

/** One template database for each shape, which a role may read and do nothing else with. */
export async function makeCatalogTemplates(postgres: EmbeddedPostgres): Promise<void> {
  await change(
    postgres.url('postgres'),
    `CREATE ROLE ${catalogReader.role} LOGIN PASSWORD '${catalogReader.password}'`,
  );
  for (const shape of catalogShapes) {
    await postgres.ensureDatabase(shape.template, catalogDatabaseClauses);
    await ensureCatalogSchema(postgres.url(shape.template));
    const grants = `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${catalogReader.role};`;
    await change(postgres.url(shape.template), `${shape.changes} ${grants}`);
  }
}

async function change(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
