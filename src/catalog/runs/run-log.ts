import { type LogTails } from '../../domain/catalog.port.js';
import { sliceOf, type PageRequest, type Slice } from '../../domain/pagination.js';
import { type LogLine } from '../../domain/run.js';
import { countLimit, totalOf } from '../../domain/bounded-count.js';
import { type CatalogConnection } from '../connection.js';
import { epochMs, integerOf, numberAt } from '../rows.js';

interface LogRow {
  readonly logid: string | number;
  readonly at: number;
  readonly logtext: string;
}

/** What is not UTF-8 in a message comes out as U+FFFD; a message may have several lines, its last line break is dropped. */
export async function listLog(catalog: CatalogConnection, jobId: number, page: PageRequest): Promise<Slice<LogLine>> {
  const after = page.after ? numberAt(page.after, 0) : 0;
  const { logOrder } = await catalog.dialect();
  const rows = await catalog.rows<LogRow>(
    `SELECT logid, ${epochMs('"time"', '$4')} AS at, logtext FROM log
     WHERE jobid = $1::bigint AND logid > $2::bigint ORDER BY ${logOrder} LIMIT $3`,
    [jobId, after, page.limit + 1, catalog.timezone],
  );
  const lines = rows.map(lineOf);
  const total = page.count === true ? totalOf(await countLines(catalog, jobId)) : undefined;
  return sliceOf(lines, page.limit, (line) => [line.id], total);
}

/** Far more than any closing report has, and little enough for hundreds of runs. */
const mostTailBytes = 8_000;

/** One statement for many runs. A line beyond the limit is cut, maybe in the middle of a character. */
export async function lastLogLines(
  catalog: CatalogConnection,
  jobIds: readonly number[],
  perRun: number,
): Promise<LogTails> {
  const { logOrder } = await catalog.dialect();
  const rows = await catalog.rows<LogRow & { readonly run: string }>(
    `SELECT wanted.run, tail.logid, ${epochMs('tail."time"', '$3')} AS at, left(tail.logtext, ${mostTailBytes}) AS logtext
     FROM unnest($1::bigint[]) AS wanted(run)
     CROSS JOIN LATERAL (SELECT logid, "time", logtext FROM log WHERE jobid = wanted.run ORDER BY ${logOrder} DESC LIMIT $2) tail
     ORDER BY tail.logid`,
    [jobIds, perRun, catalog.timezone],
  );
  const tails = new Map<number, LogLine[]>();
  for (const row of rows) {
    const jobId = integerOf(row.run);
    tails.set(jobId, [...(tails.get(jobId) ?? []), lineOf(row)]);
  }
  return tails;
}

function lineOf(row: LogRow): LogLine {
  return { id: integerOf(row.logid), at: new Date(Math.floor(row.at)), text: row.logtext.replace(/[\r\n]+$/, '') };
}

async function countLines(catalog: CatalogConnection, jobId: number): Promise<number> {
  const [row] = await catalog.rows<{ lines: string }>(
    `SELECT count(*) AS lines FROM (SELECT 1 FROM log WHERE jobid = $1::bigint LIMIT ${countLimit + 1}) counted`,
    [jobId],
  );
  return Number(row?.lines ?? 0);
}
