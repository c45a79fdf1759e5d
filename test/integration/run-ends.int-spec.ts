import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { everything } from '../../src/domain/scope.js';
import { RecordScene } from '../support/record-scene.js';
import { endsTold, runRecordParts } from '../support/run-records.js';
import { until } from '../support/until.js';

let scene: RecordScene;

beforeEach(async () => {
  scene = await RecordScene.open();
});

afterEach(() => scene.close());

const running = { status: 'R', ended: null };
const ended = (jobId: number, letter = 'T') =>
  scene.change(`UPDATE job SET jobstatus = $2 WHERE jobid = $1`, [jobId, letter]);
const filled = () => until(async () => (await scene.writes.stateOf('here')).filledFrom === 0);

describe('the end of a run is told', () => {
  test('with its record, the last ten lines of its log, and where to look', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    const jobId = await scene.source.maker.makeRun({ status: 'f', errors: 1, files: 3, bytes: 2048, level: 'I' });
    for (let line = 1; line <= 11; line += 1) await scene.source.maker.recordLine(jobId, `line ${line}\n`);
    await scene.source.maker.recordLine(
      jobId,
      'Fatal error: No space left on device\n  Termination: *** Backup Error ***\n',
    );
    await feeder.look();
    const [event] = await endsTold(scene.database);
    const { uniqueName } = (await scene.runs.find('here', jobId))!;
    expect(event).toMatchObject({
      ...{ type: 'job.completed.error', severity: 'error', source: 'here' },
      ...{ subject: `run:here:${uniqueName}`, dedupKey: 'job:here:BackupHome' },
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
    expect(scene.announced.map(({ id }) => id)).toEqual([event?.id]);
  });

  test('for each run that ended well, with warnings or failed, and for none that was canceled', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    for (const status of ['T', 'W', 'f', 'A']) await scene.source.maker.makeRun({ status, type: 'D' });
    await scene.source.maker.makeRun({ errors: 1 });
    await feeder.look();
    expect(await scene.told()).toEqual(['ok 1', 'warning 2', 'error 3', 'warning 5']);
  });

  test('with its log, for which nobody waits who starts the run or asks for it', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    const jobId = await scene.source.maker.makeRun({});
    await scene.source.maker.recordLine(jobId, 'Termination: Backup OK\n');
    const entry = scene.entry();
    const hanging = { lastLogLines: () => new Promise(() => undefined) };
    const slow = { ...entry, catalog: Object.assign(Object.create(entry.catalog) as typeof entry.catalog, hanging) };
    await scene.history().note(everything, slow, jobId);
    expect(await scene.runs.find('here', jobId)).toMatchObject({ status: 'running', endedAt: null });
    expect(await scene.history().find(everything, slow, jobId)).toMatchObject({ status: 'completed' });
    expect(await scene.told()).toEqual([]);
    await feeder.look();
    expect((await endsTold(scene.database)).map(({ data }) => data['log'])).toEqual([['Termination: Backup OK']]);
  });

  test('once, whoever finds it and how often', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    const jobId = await scene.source.maker.makeRun(running);
    await feeder.look();
    await ended(jobId);
    await scene.history().note(everything, scene.entry(), jobId);
    await scene.history().find(everything, scene.entry(), jobId);
    await feeder.look();
    await scene.feeder().look();
    expect(await scene.told()).toEqual([`ok ${jobId}`]);
  });

  test('once where two consoles on one database read the same runs at the same time', async () => {
    const other = runRecordParts(scene.database);
    await scene.feeder().look();
    const ids: number[] = [];
    for (let made = 0; made < 20; made += 1) ids.push(await scene.source.maker.makeRun({}));
    const runs = await scene.source.catalog.readRuns(everything, { ids });
    const takes = [scene.intake, other.intake, scene.intake, other.intake];
    await Promise.all(takes.map((intake) => intake.take(scene.entry(), { runs, newest: ids.at(-1)! })));
    expect(await scene.told()).toEqual(ids.map((id) => `ok ${id}`));
    expect(scene.announced.length + other.announced.length).toBe(20);
  });

  test('together with the record or not at all', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    const jobId = await scene.source.maker.makeRun(running);
    await feeder.look();
    await scene.database.query('ALTER TABLE event ADD CONSTRAINT broken CHECK (false)');
    await ended(jobId);
    await expect(feeder.look()).rejects.toThrow('broken');
    expect(await scene.runs.find('here', jobId)).toMatchObject({ status: 'running' });
    await scene.database.query('ALTER TABLE event DROP CONSTRAINT broken');
    // Nor does an event stay, or is one announced, where it is the commit that fails.
    await scene.database
      .query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE CONSTRAINT TRIGGER broken AFTER UPDATE ON run DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await expect(feeder.look()).rejects.toThrow('broken');
    expect([await scene.told(), scene.announced]).toEqual([[], []]);
    await scene.database.query('DROP TRIGGER broken ON run');
    await feeder.look();
    expect(await scene.told()).toEqual([`ok ${jobId}`]);
  });

  test('by each kind of end once, where a run changes its end', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    const jobId = await scene.source.maker.makeRun({});
    await feeder.look();
    for (const letter of ['f', 'T', 'f']) {
      await ended(jobId, letter);
      await feeder.look();
    }
    expect(await scene.told()).toEqual([`error ${jobId}`, `ok ${jobId}`]);
  });

  test('as lost where the catalog forgot it, and as it ended where it comes back', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    const jobId = await scene.source.maker.makeRun(running);
    await scene.source.maker.makeRun({ status: 'A' });
    await feeder.look();
    await scene.change(`CREATE TABLE kept AS SELECT * FROM job WHERE jobid = ${jobId}`);
    await scene.change('DELETE FROM job WHERE jobid = $1', [jobId]);
    await feeder.look();
    const [lost] = await endsTold(scene.database);
    expect(lost).toMatchObject({
      type: 'job.completed.error',
      data: { diagnosis: { code: 'run_lost' }, endedAt: null, log: [] },
    });
    expect(lost?.summary).toMatch(/on here was lost\. The catalog no longer has this run/);
    expect(lost?.timestamp).toEqual(lost?.recordedAt);
    await scene.change("INSERT INTO job SELECT * FROM kept; UPDATE job SET jobstatus = 'T' WHERE jobstatus = 'R'");
    await feeder.look();
    expect(await scene.told()).toEqual([`error ${jobId}`, `ok ${jobId}`]);
  });
});

describe('what ended while nobody looked is told', () => {
  test('after a start of the console, also of a run that was on its way before', async () => {
    await scene.feeder().look();
    const before = await scene.source.maker.makeRun(running);
    await scene.feeder().look();
    const missed = await scene.source.maker.makeRun({});
    await ended(before, 'E');
    await scene.feeder().look();
    expect(await scene.told()).toEqual([`error ${before}`, `ok ${missed}`]);
  });

  test('after a long absence run by run, although streams are told at once to read everything again', async () => {
    const feeder = scene.feeder();
    await feeder.look();
    await scene.makeMany(3_001);
    await feeder.look();
    expect(await scene.told()).toHaveLength(3_001);
    await feeder.look();
    expect(await scene.told()).toHaveLength(3_001);
  });
});

describe('a Director seen for the first time', () => {
  test('brings history, of which nothing is told, also when it is filled in or looked at', async () => {
    await scene.makeMany(700);
    await scene.feeder().look();
    await scene.history().find(everything, scene.entry(), 3);
    await scene.feeder().look();
    scene.feeder(true);
    await filled();
    await scene.stopFeeders();
    await scene.feeder().look();
    expect(await scene.told()).toEqual([]);
  });

  test('tells the ends of runs that were on their way then, however far back they began', async () => {
    const old = await scene.source.maker.makeRun(running);
    await scene.makeMany(700);
    const fresh = await scene.source.maker.makeRun(running);
    const feeder = scene.feeder();
    expect(await feeder.look()).toBe(2);
    await scene.change("UPDATE job SET jobstatus = 'T'");
    await feeder.look();
    expect(await scene.told()).toEqual([`ok ${old}`, `ok ${fresh}`]);
    expect((await scene.listed()).map(({ jobId }) => jobId)).toEqual(
      Array.from({ length: 702 }, (_, index) => 702 - index),
    );
  });

  test('tells the end of a run that came in the middle of the first look', async () => {
    await scene.makeMany(3);
    const { catalog } = scene.source;
    const newestJobId = catalog.newestJobId.bind(catalog);
    let came = 0;
    catalog.newestJobId = async (scope) => {
      const newest = await newestJobId(scope);
      came ||= await scene.source.maker.makeRun({});
      return newest;
    };
    const feeder = scene.feeder();
    await feeder.look();
    await feeder.look();
    expect(await scene.told()).toEqual([`ok ${came}`]);
  });
});

describe('where ids start over', () => {
  const now = () => new Date(Date.now() + 60_000).toISOString().slice(0, 19);

  test('with a Director that was installed anew, its runs are told from the first one on', async () => {
    await scene.makeMany(5);
    const feeder = scene.feeder();
    await feeder.look();
    await scene.change('TRUNCATE job RESTART IDENTITY');
    await scene.makeMany(2, { name: 'New', ended: now() });
    await feeder.look();
    await scene.makeMany(1, { name: 'Newer' });
    await feeder.look();
    expect(await scene.told()).toEqual(['ok 1', 'ok 2', 'ok 3']);
  });

  test('with the catalog of another Director, its history is not told', async () => {
    await scene.makeMany(120);
    scene.feeder(true);
    await filled();
    await scene.stopFeeders();
    await scene.change('TRUNCATE job RESTART IDENTITY');
    await scene.makeMany(300, { name: 'Others' });
    await scene.makeMany(2, { name: 'Late', ended: now() });
    await scene.makeMany(400, { name: 'More' });
    await scene.feeder().look();
    expect((await scene.writes.stateOf('here')).generation).toBe(2);
    scene.feeder(true);
    await filled();
    expect(await scene.told()).toEqual(['ok 301', 'ok 302']);
  });

  test('seen first by a run that somebody asked for, nothing of the history is told either', async () => {
    await scene.source.maker.makeRun(running);
    const feeder = scene.feeder();
    await feeder.look();
    await scene.change('TRUNCATE job RESTART IDENTITY');
    await scene.makeMany(300, { name: 'Others' });
    await scene.history().find(everything, scene.entry(), 1);
    await feeder.look();
    await feeder.look();
    // What was on its way in the old catalog is lost, and that is told.
    expect(await scene.told()).toEqual(['error 1']);
    await scene.makeMany(1, { name: 'New' });
    await feeder.look();
    expect(await scene.told()).toEqual(['error 1', 'ok 301']);
  });

  test("with yesterday's catalog, what runs from there on is told, and what is known is not told again", async () => {
    await scene.makeMany(3);
    const feeder = scene.feeder();
    await feeder.look();
    await scene.makeMany(2, { name: 'Gone' });
    await feeder.look();
    await scene.change("DELETE FROM job WHERE jobid > 3; SELECT setval('job_jobid_seq', 3)");
    await scene.makeMany(1, { name: 'Again' });
    await feeder.look();
    expect(await scene.told()).toEqual(['ok 4', 'ok 4', 'ok 5']);
  });
});
