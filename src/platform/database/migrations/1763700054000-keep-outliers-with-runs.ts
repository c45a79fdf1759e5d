import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Of the record of runs, at an UPDATE: what each keeps does not depend on outliers. */
const triggers = [
  { name: 'run_counted_on_update', tables: 'OLD TABLE AS gone NEW TABLE AS gained', run: 'count_runs_on_update' },
  { name: 'run_summed_on_update', tables: 'OLD TABLE AS gone NEW TABLE AS gained', run: 'sum_runs_on_update' },
  { name: 'run_tally_update', tables: 'OLD TABLE AS stale NEW TABLE AS fresh', run: 'tally_updated_runs' },
  { name: 'run_updated', tables: 'NEW TABLE AS written', run: 'keep_run_lists' },
] as const;

/** A weighed run would be weighed again for having been weighed, and so on for ever. */
const unlessMarking = `WHEN (current_setting('console.marking', true) IS DISTINCT FROM 'on')`;

const changes = [
  ['inserted', 'INSERT', 'NEW'],
  ['updated', 'UPDATE', 'NEW'],
  ['deleted', 'DELETE', 'OLD'],
] as const;

const outliersOf = (
  run: string,
): string => `(SELECT jsonb_agg(jsonb_build_array(o.kind, o.usual, o.value) ORDER BY o.kind)
  FROM run_outlier o WHERE o.director = ${run}.director AND o.unique_name = ${run}.unique_name)`;

/**
 * By the database itself. A role that owns nothing may not bind a setting to a function, but set it. One by one, each by its key,
 * whatever a plan thinks of how many there are; the key of runs is in the order of the database, that of outliers in the order of bytes.
 */
const keepOutliers = `CREATE FUNCTION keep_run_outliers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE weighed record;
BEGIN
  PERFORM set_config('console.marking', 'on', true);
  FOR weighed IN SELECT DISTINCT director, unique_name FROM changed ORDER BY director, unique_name LOOP
    UPDATE run SET outliers = ${outliersOf('weighed')}
    WHERE run.director = weighed.director AND run.unique_name = weighed.unique_name COLLATE "default"
      AND run.outliers IS DISTINCT FROM ${outliersOf('weighed')};
  END LOOP;
  PERFORM set_config('console.marking', 'off', true);
  RETURN NULL;
END $$`;

/** Each run with its outliers: looking them up for each row of a list took as long as all else that was read of it. */
export class KeepOutliersWithRuns1763700054000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run ADD COLUMN outliers jsonb');
    for (const { name } of triggers) await runner.query(`DROP TRIGGER ${name} ON run`);
    await runner.query(`UPDATE run SET outliers = ${outliersOf('run')} FROM (SELECT DISTINCT director, unique_name FROM run_outlier) known
      WHERE run.director = known.director AND run.unique_name = known.unique_name`);
    await createUpdateTriggers(runner, unlessMarking);
    await runner.query(keepOutliers);
    for (const [name, deed, version] of changes) {
      await runner.query(`CREATE TRIGGER run_outlier_${name} AFTER ${deed} ON run_outlier
        REFERENCING ${version} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_run_outliers()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of changes) await runner.query(`DROP TRIGGER run_outlier_${name} ON run_outlier`);
    await runner.query('DROP FUNCTION keep_run_outliers()');
    for (const { name } of triggers) await runner.query(`DROP TRIGGER ${name} ON run`);
    await createUpdateTriggers(runner, '');
    await runner.query('ALTER TABLE run DROP COLUMN outliers');
  }
}

async function createUpdateTriggers(runner: QueryRunner, condition: string): Promise<void> {
  for (const { name, tables, run } of triggers) {
    await runner.query(`CREATE TRIGGER ${name} AFTER UPDATE ON run REFERENCING ${tables}
      FOR EACH STATEMENT ${condition} EXECUTE FUNCTION ${run}()`);
  }
}
