import { type KeptRun, type KeptRunChoice, type KeptRuns } from '../../domain/catalog.port.js';
import { type CatalogConnection } from '../connection.js';
import { isRestorable, isUnpurged } from './retained-runs.js';
import { integerOf } from '../rows.js';

type KeptRow = [
  jobId: number,
  isKept: boolean,
  uniqueName: string,
  client: string | null,
  fileset: string | null,
  level: string,
  dataTime: string | null,
];

/** Walks the primary key, so that a look costs the same wherever it is. */
export async function listKeptRuns(catalog: CatalogConnection, choice: KeptRunChoice): Promise<KeptRuns> {
  // Not asked of a catalog that is not known to be one: an empty answer must mean that no run is there.
  await catalog.dialect();
  const some = '(SELECT * FROM job WHERE jobid = ANY ($1::bigint[]))';
  const window = '(SELECT * FROM job WHERE jobid < $1::bigint ORDER BY jobid DESC LIMIT $2)';
  const newest = '(SELECT * FROM job ORDER BY jobid DESC LIMIT $1)';
  if ('ids' in choice) return { runs: keptOf(await read(catalog, some, [choice.ids])), from: null };
  const { below, limit } = choice;
  const rows = await (below === null ? read(catalog, newest, [limit]) : read(catalog, window, [below, limit]));
  return { runs: keptOf(rows), from: rows.length < limit ? null : (rows.at(-1)?.[0] ?? null) };
}

function read(catalog: CatalogConnection, from: string, values: readonly unknown[]): Promise<KeptRow[]> {
  return catalog.arrays<KeptRow>(
    `SELECT j.jobid, (${isRestorable} AND ${isUnpurged}) IS TRUE, j.job, c.name, fs.fileset, j.level, j.jobtdate
     FROM ${from} j
     LEFT JOIN client c ON c.clientid = j.clientid
     LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
     ORDER BY j.jobid DESC`,
    values,
  );
}

function keptOf(rows: readonly KeptRow[]): KeptRun[] {
  const runs: KeptRun[] = [];
  for (const [jobId, isKept, uniqueName, client, fileset, level, dataTime] of rows) {
    if (!isKept) continue;
    const isFull = level === 'F' || level === 'f';
    runs.push({
      jobId,
      uniqueName,
      client: client ?? '',
      fileset: fileset ?? '',
      isFull,
      dataTime: integerOf(dataTime),
    });
  }
  return runs;
}
