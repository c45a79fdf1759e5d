import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Sums of so many days up to and with the one that they stand at. */
const spans = { week: 7, month: 30, quarter: 90 } as const;
const statuses = ['completed', 'warning', 'error', 'canceled'] as const;

interface Figure {
  readonly column: string;
  readonly type: 'integer' | 'bigint';
  /** What of a row of `run_client_day` it adds up. */
  readonly figure: string;
  /** Days that it reaches back, and how many of the last it leaves out. */
  readonly from: number;
  readonly until: number;
  readonly status?: string;
}

const figures: readonly Figure[] = Object.entries(spans).flatMap(([name, days]) => {
  const now = { from: days, until: 0 };
  const before = { from: 2 * days, until: days };
  return [
    ...statuses.map((status) => {
      return { column: `${name}_${status}`, type: 'integer' as const, figure: 'runs', status, ...now };
    }),
    { column: `${name}_files`, type: 'bigint', figure: 'files', ...now },
    { column: `${name}_bytes`, type: 'bigint', figure: 'bytes', ...now },
    { column: `${name}_runs_before`, type: 'integer', figure: 'runs', ...before },
    { column: `${name}_bytes_before`, type: 'bigint', figure: 'bytes', ...before },
  ] satisfies Figure[];
});
const columns = figures.map(({ column }) => column);
const longest = 2 * spans.quarter;
/** A row enters or leaves a sum when it is so many days old. */
const edges = [0, ...Object.values(spans).flatMap((days) => [days, 2 * days])];

/** Whether a row of `day` counts in sums that stand at the day `at`. */
function isWithin({ from, until }: Figure, at: string): string {
  return `day > ${at} - ${from} AND day <= ${at} - ${until}`;
}

function summed(condition: (figure: Figure) => string): string {
  return figures
    .map((one) => {
      const status = one.status === undefined ? '' : ` AND status = '${one.status}'`;
      return `COALESCE(sum(${one.figure}) FILTER (WHERE ${condition(one)}${status}), 0)`;
    })
    .join(', ');
}

/** Each order has an index for each span, of those clients alone that ran within it. */
const rankings = Object.keys(spans).flatMap((span) => {
  const ran = statuses.map((status) => `${span}_${status}`).join(' + ');
  return [
    [`run_client_by_${span}_bytes`, { rank: `${span}_bytes`, where: `${ran} > 0` }],
    [`run_client_by_${span}_files`, { rank: `${span}_files`, where: `${ran} > 0` }],
    [`run_client_by_${span}_failures`, { rank: `${span}_error`, where: `${ran} > 0` }],
    [
      `run_client_by_${span}_growth`,
      { rank: `(${span}_bytes - ${span}_bytes_before)`, where: `${ran} + ${span}_runs_before > 0` },
    ],
  ] as const;
});

const keys = 'director, client, type';
const insertInto = `INSERT INTO run_client_sum AS known (${keys}, ${columns.join(', ')})`;
/** In one order, so that no two writers wait for each other. */
const addUp = `GROUP BY ${keys} ORDER BY ${keys} ON CONFLICT (${keys}) DO UPDATE SET
  ${columns.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')}`;

/** Clients by what their backups of the last 7, 30 and 90 days come to, kept so that a ranking of them reads one row each. */
export class RankClients1763700036000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A million runs take longer than a statement of a running console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    await createSums(runner);
    await fill(runner);
    for (const [deed, { tables, rows }] of Object.entries(changes)) {
      await runner.query(`CREATE FUNCTION sum_clients_on_${deed}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN ${bodyOf(rows)} RETURN NULL; END $$`);
      await runner.query(`CREATE TRIGGER run_summed_on_${deed} AFTER ${deed.toUpperCase()} ON run
        REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION sum_clients_on_${deed}()`);
    }
    await runner.query(moveSums);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION move_client_sums(text, date)');
    for (const deed of Object.keys(changes)) {
      await runner.query(`DROP TRIGGER run_summed_on_${deed} ON run`);
      await runner.query(`DROP FUNCTION sum_clients_on_${deed}()`);
    }
    await runner.query('DROP TABLE run_client_sum, run_client_sum_day');
  }
}

async function createSums(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE run_client_sum (
    director text COLLATE "C" NOT NULL, client text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL,
    ${figures.map(({ column, type }) => `${column} ${type} NOT NULL`).join(', ')},
    CONSTRAINT run_client_sum_pkey PRIMARY KEY (${keys})
  )`);
  await runner.query(`CREATE TABLE run_client_sum_day (
    director text COLLATE "C" NOT NULL, day date NOT NULL, CONSTRAINT run_client_sum_day_pkey PRIMARY KEY (director)
  )`);
}

const today = `(now() AT TIME ZONE 'UTC')::date`;

async function fill(runner: QueryRunner): Promise<void> {
  await runner.query(`INSERT INTO run_client_sum_day SELECT DISTINCT director, ${today} FROM run_day`);
  await runner.query(`${insertInto} SELECT ${keys}, ${summed((figure) => isWithin(figure, today))}
    FROM run_client_day WHERE client <> '' AND day > ${today} - ${longest} AND day <= ${today} ${addUp}`);
  for (const [name, { rank, where }] of rankings) {
    await runner.query(`CREATE INDEX ${name} ON run_client_sum (director, type, ${rank} DESC, client) WHERE ${where}`);
  }
  await runner.query('ANALYZE run_client_sum');
}

const figured = `director, client, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status`;
const gained = `SELECT ${figured}, 1 AS runs, files, bytes FROM gained WHERE ended AND client <> ''`;
const gone = `SELECT ${figured}, -1 AS runs, -files AS files, -bytes AS bytes FROM gone WHERE ended AND client <> ''`;
const changes = {
  insert: { tables: 'NEW TABLE AS gained', rows: [gained] },
  update: { tables: 'OLD TABLE AS gone NEW TABLE AS gained', rows: [gained, gone] },
  delete: { tables: 'OLD TABLE AS gone', rows: [gone] },
} as const;

/** Who adds up holds the day in place, for else a row would be counted at the one day and miss its move to the next. */
function bodyOf(rows: readonly string[]): string {
  const all = rows.join(' UNION ALL ');
  const some = rows.map((row) => `EXISTS (${row})`).join(' OR ');
  return `IF NOT (${some}) THEN RETURN NULL; END IF;
    INSERT INTO run_client_sum_day SELECT DISTINCT director, ${today} FROM (${all}) r
      WHERE NOT EXISTS (SELECT FROM run_client_sum_day d WHERE d.director = r.director) ORDER BY director ON CONFLICT DO NOTHING;
    PERFORM FROM run_client_sum_day WHERE director IN (SELECT director FROM (${all}) r) ORDER BY director FOR SHARE;
    ${insertInto} SELECT r.director, client, type, ${summed((figure) => isWithin(figure, 'd.at'))}
    FROM (${all}) r JOIN (SELECT director, day AS at FROM run_client_sum_day) d USING (director)
    WHERE day > d.at - ${longest} AND day <= d.at ${addUp.replace(`GROUP BY ${keys}`, 'GROUP BY r.director, client, type')};`;
}

/** To another day: what enters and what leaves on the way, and nothing else, is read. Answers whether they stood elsewhere. */
const moveSums = `CREATE FUNCTION move_client_sums(of_director text, today date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was date;
  days date[];
BEGIN
  SELECT d.day INTO was FROM run_client_sum_day d WHERE d.director = of_director FOR UPDATE;
  IF was IS NULL OR was = today THEN RETURN false; END IF;
  days := ARRAY(SELECT DISTINCT least(was, today) - edge + step
    FROM unnest(ARRAY[${edges.join(', ')}]) edge, generate_series(1, abs(today - was)) step);
  ${insertInto} SELECT ${keys}, ${figures.map((figure) => movedSum(figure)).join(', ')}
    FROM run_client_day WHERE director = of_director AND day = ANY (days) AND client <> '' ${addUp};
  DELETE FROM run_client_sum WHERE director = of_director AND quarter_runs_before = 0
    AND ${statuses.map((status) => `quarter_${status} = 0`).join(' AND ')};
  UPDATE run_client_sum_day SET day = today WHERE director = of_director;
  RETURN true;
END $$`;

function movedSum(figure: Figure): string {
  const sign = `(${isWithin(figure, 'today')})::integer - (${isWithin(figure, 'was')})::integer`;
  const status = figure.status === undefined ? '' : ` FILTER (WHERE status = '${figure.status}')`;
  return `COALESCE(sum(${figure.figure} * (${sign}))${status}, 0)`;
}
