import { type AskConsole } from './index-invariants.js';

const sums = {
  run_day: ['director, day, type, level, status', 'true'],
  run_client_day: ["director, day, coalesce(client, '') client, job, type, level, status", 'true'],
  run_pool_day: ['director, day, pool, type', 'pool IS NOT NULL'],
} as const;

export type KeptSum = keyof typeof sums;
export const keptSums = Object.keys(sums) as KeptSum[];

/** The kept sums, and the same made anew from the record. */
export async function keptAndMade(ask: AskConsole, table: KeptSum): Promise<[readonly object[], readonly object[]]> {
  const [keys, where] = sums[table];
  const figures = ['runs', 'files', 'bytes', ...(table === 'run_pool_day' ? [] : ['seconds'])];
  const names = keys.replace("coalesce(client, '') client", 'client');
  const kept = `SELECT ${names}, ${figures.map((figure) => `${figure}::float8 ${figure}`).join(', ')} FROM ${table}`;
  const made = `SELECT ${keys}, count(*)::float8 runs, sum(files)::float8 files, sum(bytes)::float8 bytes
      ${table === 'run_pool_day' ? '' : ', sum(seconds)::float8 seconds'}
    FROM (SELECT *, (queued_at AT TIME ZONE 'UTC')::date AS day,
        coalesce(round(greatest(0, extract(epoch FROM ended_at - started_at))), 0) AS seconds FROM run WHERE ended) r
    WHERE ${where} GROUP BY ${names.replace(/\bclient\b/, "coalesce(client, '')")}`;
  const order = ` ORDER BY ${names}`;
  return [await ask(kept + order), await ask(`SELECT * FROM (${made}) made ${order}`)];
}

/** The runs counted among the durations, and those of the record that are to be. */
export async function durationsKeptAndMade(ask: AskConsole): Promise<[readonly object[], readonly object[]]> {
  const kept = await ask(
    'SELECT director, day, type, sum(runs)::int runs FROM run_duration_day GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
  );
  const made = await ask(
    `SELECT director, (queued_at AT TIME ZONE 'UTC')::date AS day, type COLLATE "C" AS type, count(*)::int runs FROM run
     WHERE ended AND status IN ('completed', 'warning') AND started_at IS NOT NULL AND ended_at IS NOT NULL
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return [kept, made];
}

const spans = { week: 7, month: 30, quarter: 90 };

/** What is kept of clients over the last days, and the same made anew from the record; those of no runs left out. */
export async function spansKeptAndMade(ask: AskConsole): Promise<[readonly object[], readonly object[]]> {
  const sums = Object.entries(spans).flatMap(([span, days]) => {
    const now = `day > at - ${days}`;
    const before = `day > at - ${2 * days} AND day <= at - ${days}`;
    return [
      ...['completed', 'warning', 'error', 'canceled'].map((status) => [`${span}_${status}`, 1, `${now} AND status = '${status}'`]),
      [`${span}_files`, 'files', now],
      [`${span}_bytes`, 'bytes', now],
      [`${span}_runs_before`, 1, before],
      [`${span}_bytes_before`, 'bytes', before],
    ] as const; // prettier-ignore
  });
  const columns = sums.map(([name]) => `${name}::float8 AS ${name}`).join(', ');
  const kept = await ask(
    `SELECT director, client, type, ${columns} FROM run_client_sum
     WHERE quarter_completed + quarter_warning + quarter_error + quarter_canceled + quarter_runs_before > 0 ORDER BY 1, 2, 3`,
  );
  const made = await ask(
    `SELECT director, client, type, ${sums.map(([name, figure, where]) => `COALESCE(sum(${figure}) FILTER (WHERE ${where}), 0)::float8 AS ${name}`).join(', ')}
     FROM (SELECT director, client COLLATE "C" AS client, type COLLATE "C" AS type, status, files, bytes, d.day AS at,
         (queued_at AT TIME ZONE 'UTC')::date AS day
       FROM run JOIN run_sum_day d USING (director) WHERE ended AND client IS NOT NULL) r
     WHERE day > at - 180 AND day <= at GROUP BY director, client, type ORDER BY 1, 2, 3`,
  );
  return [kept, made];
}

/** Rows of kept sums that are not those of the record. */
export async function flawsOfSums(ask: AskConsole): Promise<string[]> {
  const pairs = [
    ...(await Promise.all(keptSums.map((table) => keptAndMade(ask, table)))),
    await durationsKeptAndMade(ask),
  ];
  return pairs.flatMap(([kept, made]) => {
    const [right, found] = [made, kept].map((rows) => rows.map((row) => JSON.stringify(Object.entries(row).sort())));
    if (right!.length === 0) return ['Nothing is on record.'];
    return [
      ...right!.filter((row) => !found!.includes(row)).map((row) => `missing: ${row}`),
      ...found!.filter((row) => !right!.includes(row)).map((row) => `wrong: ${row}`),
    ];
  });
}
