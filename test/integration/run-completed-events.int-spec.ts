import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { noteStarted } from '../../src/features/runs/requests/idempotent-run-requests.service.js';
import { fullScope } from '../../src/domain/principal.js';
import { type RunReader } from '../../src/domain/run-reader.port.js';
import { RecordFixture } from '../harness/fixtures/run-store-fixture.js';
import { endsTold, runRecordParts } from '../harness/fixtures/run-records.js';
import { until } from '../harness/fixtures/until.js';

let fixture: RecordFixture;

beforeEach(async () => {
  fixture = await RecordFixture.open();
});

afterEach(() => fixture.close());

const running = { status: 'R', ended: null };
const ended = (jobId: number, letter = 'T') =>
  fixture.change(`UPDATE job SET jobstatus = $2 WHERE jobid = $1`, [jobId, letter]);
const filled = () => until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);

describe('the end of a run is told', () => {
  test('with its record, the last ten lines of its log, and where to look', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun({ status: 'f', errors: 1, files: 3, bytes: 2048, level: 'I' });
    for (let line = 1; line <= 11; line += 1) await fixture.source.maker.recordLine(jobId, `line ${line}\n`);
    await fixture.source.maker.recordLine(
      jobId,
      'Fatal error: No space left on device\n  Termination: *** Backup Error ***\n',
    );
    await feeder.poll();
    const [event] = await endsTold(fixture.database);
    const { uniqueName } = (await fixture.runs.find('here', jobId))!;
    expect(event).toMatchObject({
      type: 'job.completed.error',
      severity: 'error',
      source: 'here',
      subject: `run:here:${uniqueName}`,
      dedupKey: 'job:here:BackupHome',
      summary:
        'Backup "BackupHome" (Incremental) of ada on here failed: 3 files, 2.0 KiB, 1 error. The storage is full.',
      timestamp: new Date('2026-01-01T01:10:00Z'),
      links: { run: `https://backups.example.com/api/v1/operations/runs/${jobId}?director=here` },
    });
    expect(event?.data).toMatchObject({
      jobId,
      uniqueName,
      status: 'error',
      endedAt: '2026-01-01T01:10:00.000Z',
      diagnosis: { code: 'storage_full' },
    });
    const lines = event?.data['log'] as string[];
    expect([lines.length, lines[0], lines[9]]).toEqual([
      10,
      'line 3',
      'Fatal error: No space left on device\n  Termination: *** Backup Error ***',
    ]);
    expect(fixture.announced.map(({ id }) => id)).toEqual([event?.id]);
  });

  test('for each run that ended well, with warnings or failed, and for none that somebody canceled', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    for (const status of ['T', 'W', 'f', 'A']) await fixture.source.maker.makeRun({ status, type: 'D' });
    await fixture.source.maker.makeRun({ errors: 1 });
    await feeder.poll();
    expect(await fixture.told()).toEqual(['ok 1', 'warning 2', 'error 3', 'warning 5']);
  });

  test('with its log, for which nobody waits who starts the run or asks for it', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun({});
    await fixture.source.maker.recordLine(jobId, 'Termination: Backup OK\n');
    const entry = fixture.entry();
    const hanging = { lastLogLines: () => new Promise(() => undefined) };
    const runs = Object.assign(Object.create(entry.catalog.runs) as RunReader, hanging);
    const slow = { ...entry, catalog: { ...entry.catalog, runs } };
    await noteStarted(fixture.writes, fullScope, slow, jobId);
    expect(await fixture.runs.find('here', jobId)).toMatchObject({ status: 'running', endedAt: null });
    expect(await fixture.history().find(fullScope, slow, jobId)).toMatchObject({ status: 'completed' });
    expect(await fixture.told()).toEqual([]);
    await feeder.poll();
    expect((await endsTold(fixture.database)).map(({ data }) => data['log'])).toEqual([['Termination: Backup OK']]);
  });

  test('once, whoever finds it and how often', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun(running);
    await feeder.poll();
    await ended(jobId);
    await noteStarted(fixture.writes, fullScope, fixture.entry(), jobId);
    await fixture.history().find(fullScope, fixture.entry(), jobId);
    await feeder.poll();
    await fixture.feeder().poll();
    expect(await fixture.told()).toEqual([`ok ${jobId}`]);
  });

  test('once where two consoles on one database read the same runs at the same time', async () => {
    const other = runRecordParts(fixture.database);
    await fixture.feeder().poll();
    const ids: number[] = [];
    for (let made = 0; made < 20; made += 1) ids.push(await fixture.source.maker.makeRun({}));
    const runs = await fixture.source.catalog.runs.readRuns(fullScope, { ids });
    const takes = [fixture.intake, other.intake, fixture.intake, other.intake];
    await Promise.all(takes.map((intake) => intake.take(fixture.entry(), { runs, newest: ids.at(-1)! })));
    expect(await fixture.told()).toEqual(ids.map((id) => `ok ${id}`));
    expect(fixture.announced.length + other.announced.length).toBe(20);
  });

  test('together with the record or not at all', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun(running);
    await feeder.poll();
    await fixture.database.query('ALTER TABLE event ADD CONSTRAINT broken CHECK (false)');
    await ended(jobId);
    await expect(feeder.poll()).rejects.toThrow('broken');
    expect(await fixture.runs.find('here', jobId)).toMatchObject({ status: 'running' });
    await fixture.database.query('ALTER TABLE event DROP CONSTRAINT broken');
    // Nor does an event stay, or is one announced, where it is the commit that fails.
    await fixture.database
      .query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE CONSTRAINT TRIGGER broken AFTER UPDATE ON run DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await expect(feeder.poll()).rejects.toThrow('broken');
    expect([await fixture.told(), fixture.announced]).toEqual([[], []]);
    await fixture.database.query('DROP TRIGGER broken ON run');
    await feeder.poll();
    expect(await fixture.told()).toEqual([`ok ${jobId}`]);
  });

  test('by each kind of end once, where a run changes its end', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun({});
    await feeder.poll();
    for (const letter of ['f', 'T', 'f']) {
      await ended(jobId, letter);
      await feeder.poll();
    }
    expect(await fixture.told()).toEqual([`error ${jobId}`, `ok ${jobId}`]);
  });

  test('as lost where the catalog forgot it, and as it ended where it comes back', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun(running);
    await fixture.source.maker.makeRun({ status: 'A' });
    await feeder.poll();
    await fixture.change(`CREATE TABLE kept AS SELECT * FROM job WHERE jobid = ${jobId}`);
    await fixture.change('DELETE FROM job WHERE jobid = $1', [jobId]);
    await feeder.poll();
    const [lost] = await endsTold(fixture.database);
    expect(lost).toMatchObject({
      type: 'job.completed.error',
      data: { diagnosis: { code: 'run_lost' }, endedAt: null, log: [] },
    });
    expect(lost?.summary).toMatch(/on here was lost\. The run is no longer in the catalog/);
    expect(lost?.timestamp).toEqual(lost?.recordedAt);
    await fixture.change("INSERT INTO job SELECT * FROM kept; UPDATE job SET jobstatus = 'T' WHERE jobstatus = 'R'");
    await feeder.poll();
    expect(await fixture.told()).toEqual([`error ${jobId}`, `ok ${jobId}`]);
  });
});

describe('what ended while nobody looked is told', () => {
  test('after a start of the console, also of a run that was on its way before', async () => {
    await fixture.feeder().poll();
    const before = await fixture.source.maker.makeRun(running);
    await fixture.feeder().poll();
    const missed = await fixture.source.maker.makeRun({});
    await ended(before, 'E');
    await fixture.feeder().poll();
    expect(await fixture.told()).toEqual([`error ${before}`, `ok ${missed}`]);
  });

  test('after a long absence run by run, although streams are told at once to read everything again', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    await fixture.makeMany(3_001);
    await feeder.poll();
    expect(await fixture.told()).toHaveLength(3_001);
    await feeder.poll();
    expect(await fixture.told()).toHaveLength(3_001);
  });
});

describe('a Director seen for the first time', () => {
  test('brings history, of which nothing is told, also when it is filled in or looked at', async () => {
    await fixture.makeMany(700);
    await fixture.feeder().poll();
    await fixture.history().find(fullScope, fixture.entry(), 3);
    await fixture.feeder().poll();
    fixture.feeder(true);
    await filled();
    await fixture.stopFeeders();
    await fixture.feeder().poll();
    expect(await fixture.told()).toEqual([]);
  });

  test('tells the ends of runs that were on their way then, however far back they began', async () => {
    const old = await fixture.source.maker.makeRun(running);
    await fixture.makeMany(700);
    const fresh = await fixture.source.maker.makeRun(running);
    const feeder = fixture.feeder();
    expect(await feeder.poll()).toBe(2);
    await fixture.change("UPDATE job SET jobstatus = 'T'");
    await feeder.poll();
    expect(await fixture.told()).toEqual([`ok ${old}`, `ok ${fresh}`]);
    expect((await fixture.listed()).map(({ jobId }) => jobId)).toEqual(
      Array.from({ length: 702 }, (_, index) => 702 - index),
    );
  });

  test('tells the end of a run that came in the middle of the first look', async () => {
    await fixture.makeMany(3);
    const { catalog } = fixture.source;
    const newestJobId = catalog.runs.newestJobId.bind(catalog.runs);
    let came = 0;
    catalog.runs.newestJobId = async (scope) => {
      const newest = await newestJobId(scope);
      came ||= await fixture.source.maker.makeRun({});
      return newest;
    };
    const feeder = fixture.feeder();
    await feeder.poll();
    await feeder.poll();
    expect(await fixture.told()).toEqual([`ok ${came}`]);
  });
});

describe('where ids start over', () => {
  const now = () => new Date(Date.now() + 60_000).toISOString().slice(0, 19);

  test('with a Director that was installed anew, its runs are told from the first one on', async () => {
    await fixture.makeMany(5);
    const feeder = fixture.feeder();
    await feeder.poll();
    await fixture.change('TRUNCATE job RESTART IDENTITY');
    await fixture.makeMany(2, { name: 'New', ended: now() });
    await feeder.poll();
    await fixture.makeMany(1, { name: 'Newer' });
    await feeder.poll();
    expect(await fixture.told()).toEqual(['ok 1', 'ok 2', 'ok 3']);
  });

  test('with the catalog of another Director, its history is not told', async () => {
    await fixture.makeMany(120);
    fixture.feeder(true);
    await filled();
    await fixture.stopFeeders();
    await fixture.change('TRUNCATE job RESTART IDENTITY');
    await fixture.makeMany(300, { name: 'Others' });
    await fixture.makeMany(2, { name: 'Late', ended: now() });
    await fixture.makeMany(400, { name: 'More' });
    await fixture.feeder().poll();
    expect((await fixture.writes.stateOf('here')).generation).toBe(2);
    fixture.feeder(true);
    await filled();
    expect(await fixture.told()).toEqual(['ok 301', 'ok 302']);
  });

  test('seen first by a run that somebody asked for, nothing of the history is told either', async () => {
    await fixture.source.maker.makeRun(running);
    const feeder = fixture.feeder();
    await feeder.poll();
    await fixture.change('TRUNCATE job RESTART IDENTITY');
    await fixture.makeMany(300, { name: 'Others' });
    await fixture.history().find(fullScope, fixture.entry(), 1);
    await feeder.poll();
    await feeder.poll();
    // What was on its way in the old catalog is lost, and that is told.
    expect(await fixture.told()).toEqual(['error 1']);
    await fixture.makeMany(1, { name: 'New' });
    await feeder.poll();
    expect(await fixture.told()).toEqual(['error 1', 'ok 301']);
  });

  test("with yesterday's catalog, what runs from there on is told, and what is known is not told again", async () => {
    await fixture.makeMany(3);
    const feeder = fixture.feeder();
    await feeder.poll();
    await fixture.makeMany(2, { name: 'Gone' });
    await feeder.poll();
    await fixture.change("DELETE FROM job WHERE jobid > 3; SELECT setval('job_jobid_seq', 3)");
    await fixture.makeMany(1, { name: 'Again' });
    await feeder.poll();
    expect(await fixture.told()).toEqual(['ok 4', 'ok 4', 'ok 5']);
  });
});
