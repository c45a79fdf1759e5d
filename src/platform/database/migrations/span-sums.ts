import { type QueryRunner } from 'typeorm';

// Migrations that landed are made of this: what they do to a database must stay the same.

/** Sums of so many days up to and with the one that they stand at. */
const spans = { week: 7, month: 30, quarter: 90 } as const;
export const spanNames = Object.keys(spans) as (keyof typeof spans)[];
const statuses = ['completed', 'warning', 'error', 'canceled'] as const;

/** A table with a row for each client, or job, of a Director and each type: what its runs of the last days come to. */
export interface SpanSums {
  readonly table: string;
  readonly of: 'client' | 'job';
  /** What is added up beside the runs. */
  readonly figures: readonly ('files' | 'bytes' | 'seconds')[];
}

/** Tables that stand at the same day and change together. */
export interface SpanKeeping {
  readonly sums: readonly SpanSums[];
  /** Which day they stand at, for each Director. */
  readonly dayTable: string;
  /** What the functions of the triggers are called, before the deed. */
  readonly summing: string;
  readonly moving: string;
}

interface Column {
  readonly name: string;
  readonly type: 'integer' | 'bigint';
  /** What of a row of `run_client_day` it adds up. */
  readonly figure: string;
  /** Days that it reaches back, and how many of the last it leaves out. */
  readonly from: number;
  readonly until: number;
  readonly status?: string;
}

function columnsOf({ figures }: SpanSums): Column[] {
  return Object.entries(spans).flatMap(([span, days]) => {
    const now = { from: days, until: 0 };
    const before = { from: 2 * days, until: days };
    return [
      ...statuses.map((status) => {
        return { name: `${span}_${status}`, type: 'integer' as const, figure: 'runs', status, ...now };
      }),
      ...figures.map((figure) => ({ name: `${span}_${figure}`, type: 'bigint' as const, figure, ...now })),
      { name: `${span}_runs_before`, type: 'integer', figure: 'runs', ...before },
      { name: `${span}_bytes_before`, type: 'bigint', figure: 'bytes', ...before },
    ] satisfies Column[];
  });
}

const longest = 2 * spans.quarter;
/** A row enters or leaves a sum when it is so many days old. */
const edges = [0, ...Object.values(spans).flatMap((days) => [days, 2 * days])];
const today = `(now() AT TIME ZONE 'UTC')::date`;

/** The ended runs of a span. */
export function ranWithin(span: string): string {
  return statuses.map((status) => `${span}_${status}`).join(' + ');
}

/** Whether a row of `day` counts in sums that stand at the day `at`. */
function isWithin({ from, until }: Column, at: string): string {
  return `day > ${at} - ${from} AND day <= ${at} - ${until}`;
}

function summed(columns: readonly Column[], at: string): string {
  return columns
    .map((column) => {
      const status = column.status === undefined ? '' : ` AND status = '${column.status}'`;
      return `COALESCE(sum(${column.figure}) FILTER (WHERE ${isWithin(column, at)}${status}), 0)`;
    })
    .join(', ');
}

function insertInto({ table, of }: SpanSums, columns: readonly Column[]): string {
  return `INSERT INTO ${table} AS known (director, ${of}, type, ${columns.map(({ name }) => name).join(', ')})`;
}

/** In one order, so that no two writers wait for each other. */
function addUp({ of }: SpanSums, columns: readonly Column[], director = 'director'): string {
  return `GROUP BY ${director}, ${of}, type ORDER BY ${director}, ${of}, type ON CONFLICT (director, ${of}, type) DO UPDATE SET
    ${columns.map(({ name }) => `${name} = known.${name} + excluded.${name}`).join(', ')}`;
}

export async function createSpanSums(runner: QueryRunner, sums: SpanSums): Promise<void> {
  const { table, of } = sums;
  await runner.query(`CREATE TABLE ${table} (
    director text COLLATE "C" NOT NULL, ${of} text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL,
    ${columnsOf(sums)
      .map(({ name, type }) => `${name} ${type} NOT NULL`)
      .join(', ')},
    CONSTRAINT ${table}_pkey PRIMARY KEY (director, ${of}, type)
  )`);
}

export async function createSpanDays(runner: QueryRunner, { dayTable }: SpanKeeping): Promise<void> {
  await runner.query(`CREATE TABLE ${dayTable} (
    director text COLLATE "C" NOT NULL, day date NOT NULL, CONSTRAINT ${dayTable}_pkey PRIMARY KEY (director)
  )`);
  await runner.query(`INSERT INTO ${dayTable} SELECT DISTINCT director, ${today} FROM run_day`);
}

/** From the sums of days, as of the day that each Director's sums stand at. */
export async function fillSpanSums(runner: QueryRunner, sums: SpanSums, { dayTable }: SpanKeeping): Promise<void> {
  const columns = columnsOf(sums);
  await runner.query(`${insertInto(sums, columns)} SELECT r.director, ${sums.of}, type, ${summed(columns, 'd.at')}
    FROM run_client_day r JOIN (SELECT director, day AS at FROM ${dayTable}) d USING (director)
    WHERE ${sums.of} <> '' AND day > d.at - ${longest} AND day <= d.at ${addUp(sums, columns, 'r.director')}`);
}

/** Seconds as `run_client_day` counts them. */
const lasted = `COALESCE(CASE WHEN ended_at < started_at THEN 0 ELSE round(extract(epoch FROM ended_at - started_at)) END, 0)::bigint`;
const figured = `director, client, job, type, (queued_at AT TIME ZONE 'UTC')::date AS day, status`;
const gained = `SELECT ${figured}, 1 AS runs, files, bytes, ${lasted} AS seconds FROM gained WHERE ended`;
const gone = `SELECT ${figured}, -1 AS runs, -files AS files, -bytes AS bytes, -${lasted} AS seconds FROM gone WHERE ended`;
const changes = {
  insert: { tables: 'NEW TABLE AS gained', rows: [gained] },
  update: { tables: 'OLD TABLE AS gone NEW TABLE AS gained', rows: [gained, gone] },
  delete: { tables: 'OLD TABLE AS gone', rows: [gone] },
} as const;

/** Triggers on the record of runs that keep the sums, and the function that moves them to another day. */
export async function createSumming(runner: QueryRunner, keeping: SpanKeeping): Promise<void> {
  for (const [deed, { tables, rows }] of Object.entries(changes)) {
    await runner.query(`CREATE FUNCTION ${keeping.summing}_on_${deed}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN ${bodyOf(keeping, rows)} RETURN NULL; END $$`);
    await runner.query(`CREATE TRIGGER run_summed_on_${deed} AFTER ${deed.toUpperCase()} ON run
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${keeping.summing}_on_${deed}()`);
  }
  await runner.query(movingText(keeping));
}

export async function dropSumming(runner: QueryRunner, { summing, moving }: SpanKeeping): Promise<void> {
  await runner.query(`DROP FUNCTION ${moving}(text, date)`);
  for (const deed of Object.keys(changes)) {
    await runner.query(`DROP TRIGGER run_summed_on_${deed} ON run`);
    await runner.query(`DROP FUNCTION ${summing}_on_${deed}()`);
  }
}

/** Who adds up holds the day in place, for else a row would be counted at the one day and miss its move to the next. */
function bodyOf({ sums, dayTable }: SpanKeeping, rows: readonly string[]): string {
  const all = rows.join(' UNION ALL ');
  const some = rows.map((row) => `EXISTS (${row})`).join(' OR ');
  const adding = sums.map((one) => {
    const columns = columnsOf(one);
    return `${insertInto(one, columns)} SELECT r.director, ${one.of}, type, ${summed(columns, 'd.at')}
      FROM (${all}) r JOIN (SELECT director, day AS at FROM ${dayTable}) d USING (director)
      WHERE ${one.of} <> '' AND day > d.at - ${longest} AND day <= d.at ${addUp(one, columns, 'r.director')};`;
  });
  return `IF NOT (${some}) THEN RETURN NULL; END IF;
    INSERT INTO ${dayTable} SELECT DISTINCT director, ${today} FROM (${all}) r
      WHERE NOT EXISTS (SELECT FROM ${dayTable} d WHERE d.director = r.director) ORDER BY director ON CONFLICT DO NOTHING;
    PERFORM FROM ${dayTable} WHERE director IN (SELECT director FROM (${all}) r) ORDER BY director FOR SHARE;
    ${adding.join('\n')}`;
}

/** To another day: what enters and what leaves on the way, and nothing else, is read. Answers whether they stood elsewhere. */
function movingText({ sums, dayTable, moving }: SpanKeeping): string {
  return `CREATE FUNCTION ${moving}(of_director text, today date) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      was date;
      days date[];
    BEGIN
      SELECT d.day INTO was FROM ${dayTable} d WHERE d.director = of_director FOR UPDATE;
      IF was IS NULL OR was = today THEN RETURN false; END IF;
      days := ARRAY(SELECT DISTINCT least(was, today) - edge + step
        FROM unnest(ARRAY[${edges.join(', ')}]) edge, generate_series(1, abs(today - was)) step);
      ${sums.map(moveText).join('\n')}
      UPDATE ${dayTable} SET day = today WHERE director = of_director;
      RETURN true;
    END $$`;
}

function moveText(sums: SpanSums): string {
  const columns = columnsOf(sums);
  return `${insertInto(sums, columns)} SELECT director, ${sums.of}, type, ${columns.map(movedSum).join(', ')}
      FROM run_client_day WHERE director = of_director AND day = ANY (days) AND ${sums.of} <> '' ${addUp(sums, columns)};
    DELETE FROM ${sums.table} WHERE director = of_director AND quarter_runs_before = 0
      AND ${statuses.map((status) => `quarter_${status} = 0`).join(' AND ')};`;
}

function movedSum(column: Column): string {
  const sign = `(${isWithin(column, 'today')})::integer - (${isWithin(column, 'was')})::integer`;
  const status = column.status === undefined ? '' : ` FILTER (WHERE status = '${column.status}')`;
  return `COALESCE(sum(${column.figure} * (${sign}))${status}, 0)`;
}
