import { type MigrationInterface, type QueryRunner } from 'typeorm';

const figures = ['runs', 'files', 'bytes', 'seconds'] as const;

interface Sums {
  readonly table: string;
  readonly keys: readonly string[];
  readonly figures: readonly string[];
  /** Which ended runs count here. */
  readonly where: string;
}

/** A run counts on the day, in UTC, on which its Director took it. */
const sums: readonly Sums[] = [
  { table: 'run_day', keys: ['director', 'day', 'type', 'level', 'status'], figures, where: 'true' },
  {
    table: 'run_client_day',
    keys: ['director', 'day', 'client', 'job', 'type', 'level', 'status'],
    figures,
    where: 'true',
  },
  {
    table: 'run_pool_day',
    keys: ['director', 'day', 'pool', 'type'],
    figures: ['runs', 'files', 'bytes'],
    where: 'pool IS NOT NULL',
  },
  {
    table: 'run_duration_day',
    keys: ['director', 'day', 'type', 'bucket'],
    figures: ['runs'],
    where: `bucket IS NOT NULL AND status IN ('completed', 'warning')`,
  },
];

/** Null where one of the two times is. */
const lasted = `(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END)::bigint`;

/** Buckets of durations grow by a tenth each: domain/durations.ts reads them. */
const counted = `director, (queued_at AT TIME ZONE 'UTC')::date AS day, COALESCE(client, '') AS client, job, type, level, status, pool,
  files, bytes, COALESCE(${lasted}, 0) AS seconds,
  CASE WHEN ${lasted} < 1 THEN 0 ELSE 1 + floor(ln(${lasted}::float8) / ln(1.1::float8)) END::integer AS bucket`;

const gained = `SELECT ${counted}, 1 AS runs FROM gained WHERE ended`;
const gone = `SELECT director, (queued_at AT TIME ZONE 'UTC')::date, COALESCE(client, ''), job, type, level, status, pool,
  -files, -bytes, -COALESCE(${lasted}, 0),
  CASE WHEN ${lasted} < 1 THEN 0 ELSE 1 + floor(ln(${lasted}::float8) / ln(1.1::float8)) END::integer, -1
  FROM gone WHERE ended`;

/** What each change of the record of runs does to its sums, in the same transaction and once for each statement. */
const changes = {
  insert: { tables: 'NEW TABLE AS gained', delta: gained, hasGained: true, hasGone: false },
  update: {
    tables: 'OLD TABLE AS gone NEW TABLE AS gained',
    delta: `${gained} UNION ALL ${gone.replace('-1\n', '-1 AS runs\n')}`,
    hasGained: true,
    hasGone: true,
  },
  delete: { tables: 'OLD TABLE AS gone', delta: namedDelta(), hasGained: false, hasGone: true },
} as const;

/** Sums of the ended runs by day, and what follows from them: outliers, and starts that were planned. */
export class CountRuns1763700033000 implements MigrationInterface {
  readonly name = 'CountRuns1763700033000';

  async up(runner: QueryRunner): Promise<void> {
    // A million runs take longer than a statement of a running console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    await createSums(runner);
    await createOutliers(runner);
    await createPlans(runner);
    await fill(runner);
    await createIndexes(runner);
    for (const [deed, change] of Object.entries(changes)) {
      await runner.query(`CREATE FUNCTION count_runs_on_${deed}() RETURNS trigger LANGUAGE plpgsql AS $count$
        BEGIN ${bodyOf(change)} RETURN NULL; END $count$`);
      await runner.query(`CREATE TRIGGER run_counted_on_${deed} AFTER ${deed.toUpperCase()} ON "run"
        REFERENCING ${change.tables} FOR EACH STATEMENT EXECUTE FUNCTION count_runs_on_${deed}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const deed of Object.keys(changes)) {
      await runner.query(`DROP TRIGGER run_counted_on_${deed} ON "run"`);
      await runner.query(`DROP FUNCTION count_runs_on_${deed}()`);
    }
    for (const table of ['planned_watch', 'planned_start', 'run_outlier', 'run_unweighed']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
    for (const { table } of sums) await runner.query(`DROP TABLE "${table}"`);
  }
}

function namedDelta(): string {
  const names = 'director, day, client, job, type, level, status, pool, files, bytes, seconds, bucket, runs';
  return `SELECT * FROM (${gone}) AS named(${names})`;
}

function bodyOf({ delta, hasGained, hasGone }: (typeof changes)[keyof typeof changes]): string {
  const [first, ...rest] = sums.map((sum) => addText(sum));
  const parts = rest.map((text, index) => `, part_${index} AS (${text})`).join('');
  const counts = `WITH delta AS MATERIALIZED (${delta})${parts} ${first};`;
  const known = [hasGained ? 'EXISTS (SELECT FROM gained WHERE ended)' : '', hasGone ? goneExists : ''];
  return `IF NOT (${known.filter((text) => text !== '').join(' OR ')}) THEN RETURN NULL; END IF;
    ${counts}
    ${hasGone ? `IF ${goneExists} THEN ${sums.map(emptyText).join(' ')} END IF;` : ''}
    ${hasGained ? weighText : ''}`;
}

const goneExists = 'EXISTS (SELECT FROM gone WHERE ended)';

function addText({ table, keys, figures: own, where }: Sums): string {
  return `INSERT INTO ${table} (${[...keys, ...own].join(', ')})
    SELECT ${keys.join(', ')}, ${own.map((figure) => `sum(${figure})`).join(', ')} FROM delta WHERE ${where}
    GROUP BY ${keys.join(', ')} HAVING ${own.map((figure) => `sum(${figure}) <> 0`).join(' OR ')}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
      ${own.map((figure) => `${figure} = ${table}.${figure} + excluded.${figure}`).join(', ')}`;
}

/** A sum of no runs is none. */
function emptyText({ table }: Sums): string {
  return `DELETE FROM ${table} emptied
    USING (SELECT DISTINCT director, (queued_at AT TIME ZONE 'UTC')::date AS day FROM gone WHERE ended) changed
    WHERE emptied.director = changed.director AND emptied.day = changed.day AND emptied.runs = 0;`;
}

/** Also over a row that is just being dealt with: what was read of the run then is no longer so. */
const weighText = `INSERT INTO run_unweighed (director, unique_name)
  SELECT director, unique_name FROM gained WHERE ended AND type = 'Backup'
  ON CONFLICT (director, unique_name) DO UPDATE SET unique_name = excluded.unique_name;`;

const columnTypes: Readonly<Record<string, string>> = { day: 'date', bucket: 'integer', runs: 'integer' };

async function createSums(runner: QueryRunner): Promise<void> {
  for (const { table, keys, figures: own } of sums) {
    const columns = [
      ...keys.map((key) => `"${key}" ${columnTypes[key] ?? 'text COLLATE "C"'} NOT NULL`),
      ...own.map((figure) => `"${figure}" ${columnTypes[figure] ?? 'bigint'} NOT NULL`),
    ];
    await runner.query(`CREATE TABLE "${table}" (${columns.join(', ')})`);
  }
}

async function fill(runner: QueryRunner): Promise<void> {
  for (const { table, keys, figures: own, where } of sums) {
    await runner.query(`INSERT INTO ${table} (${[...keys, ...own].join(', ')})
      SELECT ${keys.join(', ')}, ${own.map((figure) => `sum(${figure})`).join(', ')}
      FROM (SELECT ${counted}, 1 AS runs FROM run WHERE ended) delta WHERE ${where} GROUP BY ${keys.join(', ')}`);
  }
  await runner.query(`INSERT INTO run_unweighed (director, unique_name)
    SELECT director, unique_name FROM run WHERE ended AND type = 'Backup' AND queued_at > now() - interval '400 days'`);
}

async function createIndexes(runner: QueryRunner): Promise<void> {
  for (const { table, keys } of sums) {
    const columns = keys.map((key) => `"${key}"`).join(', ');
    await runner.query(`ALTER TABLE "${table}" ADD CONSTRAINT "${table}_pkey" PRIMARY KEY (${columns})`);
  }
  for (const key of ['client', 'job']) {
    await runner.query(`CREATE INDEX "run_client_day_by_${key}" ON "run_client_day" ("director", "${key}", "day")`);
  }
  await runner.query('ALTER TABLE run_unweighed ADD CONSTRAINT run_unweighed_pkey PRIMARY KEY (director, unique_name)');
}

async function createOutliers(runner: QueryRunner): Promise<void> {
  await runner.query('CREATE TABLE "run_unweighed" ("director" text NOT NULL, "unique_name" text NOT NULL)');
  await runner.query(`CREATE TABLE "run_outlier" (
    "director" text NOT NULL,
    "unique_name" text COLLATE "C" NOT NULL,
    "kind" text COLLATE "C" NOT NULL,
    "usual" bigint NOT NULL,
    "value" bigint NOT NULL,
    "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "run_outlier_pkey" PRIMARY KEY ("director", "unique_name", "kind")
  )`);
  await runner.query('CREATE INDEX "run_outlier_newest" ON "run_outlier" ("director", "at", "unique_name", "kind")');
}

async function createPlans(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE "planned_start" (
    "director" text NOT NULL,
    "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "job" text COLLATE "C" NOT NULL,
    "client" text COLLATE "C" NOT NULL,
    "missed" boolean NOT NULL,
    CONSTRAINT "planned_start_pkey" PRIMARY KEY ("director", "at", "job", "client")
  )`);
  await runner.query(
    'CREATE INDEX "planned_start_missed" ON "planned_start" ("director", "client", "at") WHERE missed',
  );
  await runner.query(`CREATE TABLE "planned_watch" (
    "director" text NOT NULL,
    "from_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "until_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "planned_watch_pkey" PRIMARY KEY ("director", "from_at")
  )`);
}
