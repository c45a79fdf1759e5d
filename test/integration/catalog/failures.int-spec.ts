import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { CatalogConnection } from '../../../src/catalog/connection.js';
import { fullScope } from '../../../src/domain/principal.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogReader, catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { copyDatabase } from '../../harness/fixtures/database.js';
import { until } from '../../harness/fixtures/until.js';

const ownSessions = "datname = current_database() AND application_name = 'backup-console catalog'";

describe.each(catalogShapes)('$name', (shape) => {
  let fixture: CatalogFixture;
  let connection: CatalogConnection;
  let jobId: number;

  beforeEach(async () => {
    fixture = await openCatalogFixture(shape);
    connection = new CatalogConnection({ director: 'here', url: fixture.readerUrl, timezone: 'UTC' });
    jobId = await fixture.maker.makeRun();
  });

  afterEach(async () => {
    await connection.close();
    await fixture.close();
  });

  test('is known by its schema', async () => {
    expect(await connection.dialect()).toMatchObject({ product: shape.product, version: shape.version });
  });

  test('is looked at once, and again after its server was away', async () => {
    const { client } = fixture.maker;
    await Promise.all([connection.dialect(), connection.dialect()]);
    const first = await connection.dialect();
    await connection.rows('SELECT 1', []);
    expect(await connection.dialect()).toBe(first);
    await client.query('UPDATE version SET versionid = versionid + 1');
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ownSessions}`);
    await until(async () => (await connection.dialect().catch(() => first)).version === shape.version + 1);
  });

  test('is looked at again when a table has changed below it', async () => {
    await connection.dialect();
    await fixture.maker.client.query('ALTER TABLE log RENAME TO oldlog');
    await expect(connection.rows('SELECT logid FROM log', [])).rejects.toMatchObject({ code: 'director_error' });
    await expect(connection.dialect()).rejects.toThrow('is missing the table "log"');
  });

  test('is read on after an upgrade has changed the type of what is asked all the time', async () => {
    const ask = () => fixture.catalog.runs.readRuns(fullScope, { ids: [jobId] });
    const before = await ask();
    await fixture.maker.client.query('ALTER TABLE job ALTER COLUMN joberrors TYPE bigint');
    // Its connection has a plan for the old type, and learns so only now.
    await expect(ask()).rejects.toThrow('cached plan');
    expect(await ask()).toEqual(before);
  });

  test('lacking a table or a column is said with its name', async () => {
    await fixture.maker.client.query('ALTER TABLE job DROP COLUMN purgedfiles');
    await expect(fixture.catalog.runs.findRun(fullScope, jobId)).rejects.toThrow(
      'is missing the column "job.purgedfiles"',
    );
    await fixture.maker.client.query('DROP TABLE pathhierarchy, pathvisibility');
    const refusal = fixture.catalog.runs.findRun(fullScope, jobId);
    await expect(refusal).rejects.toMatchObject({ code: 'director_error' });
    await expect(refusal).rejects.toThrow('is missing the tables "pathhierarchy", "pathvisibility"');
  });

  test('with names of files nowhere is refused', async () => {
    const column = { filename: 'filename', name: 'name', apart: 'filenameid' }[shape.names];
    await fixture.maker.client.query(`ALTER TABLE file DROP COLUMN ${column}`);
    await expect(fixture.catalog.runs.newestJobId(fullScope)).rejects.toThrow('file records without names');
  });

  test('a missing grant is named with the statement that gives it', async () => {
    await fixture.maker.client.query(`REVOKE SELECT ON log, media FROM ${catalogReader.role}`);
    const refusal = fixture.catalog.runs.findRun(fullScope, jobId);
    await expect(refusal).rejects.toMatchObject({ code: 'director_error' });
    await expect(refusal).rejects.toThrow(`GRANT SELECT ON media, log TO "${catalogReader.role}"`);
    await fixture.maker.client.query(`GRANT SELECT ON log, media TO ${catalogReader.role}`);
    expect((await fixture.catalog.runs.findRun(fullScope, jobId))?.jobId).toBe(jobId);
  });

  test('a time zone that PostgreSQL does not know is named', async () => {
    const lost = new BaculaCatalog({ director: 'here', url: fixture.readerUrl, timezone: 'Mars/Olympus' });
    await expect(lost.runs.findRun(fullScope, jobId)).rejects.toThrow('the time zone "Mars/Olympus"');
    await lost.close();
  });

  test('can be read and nothing else, even by its owner', async () => {
    const owner = new CatalogConnection({ director: 'here', url: fixture.url, timezone: 'UTC' });
    await expect(owner.rows('DELETE FROM job', [])).rejects.toMatchObject({ code: '25006' });
    await owner.close();
    expect((await fixture.catalog.runs.findRun(fullScope, jobId))?.jobId).toBe(jobId);
  });

  test('takes four connections at most, and gives names as bytes', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => connection.rows('SELECT pg_sleep(0.02)', [])));
    expect(answers).toHaveLength(12);
    const { rows } = await fixture.maker.client.query(`SELECT 1 FROM pg_stat_activity WHERE ${ownSessions}`);
    expect(rows).toHaveLength(4);
    expect(await connection.rows('SHOW client_encoding', [])).toEqual([{ client_encoding: 'SQL_ASCII' }]);
  });

  test('a connection that the server ends is replaced', async () => {
    await fixture.catalog.runs.findRun(fullScope, jobId);
    await fixture.maker.client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ownSessions}`);
    await until(async () => (await fixture.catalog.runs.findRun(fullScope, jobId).catch(() => null))?.jobId === jobId);
  });
});

test('a database that is not there is unreachable', async () => {
  const nowhere = new BaculaCatalog({ director: 'gone', url: 'postgres://nobody@127.0.0.1:1/none', timezone: 'UTC' });
  await expect(nowhere.runs.findRun(fullScope, 1)).rejects.toMatchObject({ code: 'director_unreachable' });
  await nowhere.close();
  await expect(nowhere.runs.findRun(fullScope, 1)).rejects.toMatchObject({ code: 'shutting_down' });
});

test('a database that is no catalog is the Director at fault', async () => {
  const other = new BaculaCatalog({ director: 'x', url: await copyDatabase('template_console'), timezone: 'UTC' });
  await expect(other.runs.findRun(fullScope, 1)).rejects.toMatchObject({ code: 'director_error' });
  await other.close();
});

test('a statement that takes too long is too slow', async () => {
  const fixture = await openCatalogFixture();
  const { maker, catalog } = fixture;
  const jobId = await maker.makeRun();
  await maker.recordLine(jobId, 'one');
  await catalog.runs.listLog(fullScope, jobId, { limit: 1 });
  await maker.client.query('BEGIN; LOCK TABLE log IN ACCESS EXCLUSIVE MODE');
  await expect(catalog.runs.listLog(fullScope, jobId, { limit: 1 })).rejects.toMatchObject({
    code: 'director_too_slow',
  });
  await maker.client.query('ROLLBACK');
  expect((await catalog.runs.listLog(fullScope, jobId, { limit: 1 })).items).toHaveLength(1);
  await fixture.close();
});
