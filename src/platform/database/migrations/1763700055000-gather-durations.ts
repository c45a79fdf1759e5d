import { type MigrationInterface, type QueryRunner } from 'typeorm';

const gained = 'SELECT director, day, type, bucket, runs FROM gained';
const gone = 'SELECT director, day, type, bucket, -runs AS runs FROM gone';
const changes = {
  insert: { tables: 'NEW TABLE AS gained', delta: gained },
  update: { tables: 'OLD TABLE AS gone NEW TABLE AS gained', delta: `${gained} UNION ALL ${gone}` },
  delete: { tables: 'OLD TABLE AS gone', delta: gone },
} as const;

/** Adds to what is there, so that it does not matter in which order two writers come. */
function gatherText(delta: string): string {
  return `WITH delta AS MATERIALIZED (${delta})
    INSERT INTO run_day_durations AS known (director, day, type, runs)
    SELECT director, day, type, array_agg(runs ORDER BY place) FROM (
      SELECT director, day, type, place, COALESCE(sum(own.runs), 0)::integer AS runs
      FROM (SELECT director, day, type, max(bucket) AS top FROM delta GROUP BY director, day, type) days
      CROSS JOIN generate_series(0, days.top) place
      LEFT JOIN (SELECT director, day, type, bucket AS place, runs FROM delta) own USING (director, day, type, place)
      GROUP BY director, day, type, place
    ) places GROUP BY director, day, type ORDER BY director, day, type
    ON CONFLICT (director, day, type) DO UPDATE SET runs = add_bucket_runs(known.runs, excluded.runs)`;
}

/** The buckets of a day in one row: a summary of 90 days read sixty rows for each of 180 days. */
export class GatherDurations1763700055000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE run_day_durations (
      director text COLLATE "C" NOT NULL, day date NOT NULL, type text COLLATE "C" NOT NULL, runs integer[] NOT NULL,
      CONSTRAINT run_day_durations_pkey PRIMARY KEY (director, type, day)
    )`);
    await runner.query(`CREATE FUNCTION add_bucket_runs(a integer[], b integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $$
      SELECT array_agg(COALESCE(x, 0) + COALESCE(y, 0) ORDER BY place) FROM unnest(a, b) WITH ORDINALITY AS pairs(x, y, place) $$`);
    await runner.query(gatherText('SELECT * FROM run_duration_day'));
    for (const [deed, { tables, delta }] of Object.entries(changes)) {
      await runner.query(`CREATE FUNCTION gather_durations_on_${deed}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN ${gatherText(delta)}; RETURN NULL; END $$`);
      await runner.query(`CREATE TRIGGER run_durations_gathered_on_${deed} AFTER ${deed.toUpperCase()} ON run_duration_day
        REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION gather_durations_on_${deed}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const deed of Object.keys(changes)) {
      await runner.query(`DROP TRIGGER run_durations_gathered_on_${deed} ON run_duration_day`);
      await runner.query(`DROP FUNCTION gather_durations_on_${deed}()`);
    }
    await runner.query('DROP FUNCTION add_bucket_runs(integer[], integer[])');
    await runner.query('DROP TABLE run_day_durations');
  }
}
