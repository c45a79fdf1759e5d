import { type CatalogConnection } from './catalog-connection.js';
import { rawBytes, rawText } from './entry-rows.js';
import { placed, type Place, type PlacedEntry } from './folder-place.js';
import { findNewestVersions, type NewestRow } from './newest-versions.js';

/** Names are fetched beyond what is wanted, because some may turn out to be deleted. */
const spareNames = 12;
const readingTimeMs = 10_000;

interface Start {
  readonly name: Buffer;
  readonly comparison: 'more' | 'atLeast';
}

/** The live files of a folder after the place, at most `wanted`, by raw name. */
export async function findFilesOfFolder(
  catalog: CatalogConnection,
  jobids: readonly number[],
  pathId: string,
  place: Place | undefined,
  wanted: number,
): Promise<PlacedEntry[]> {
  const until = performance.now() + readingTimeMs;
  const found: PlacedEntry[] = [];
  const batch = wanted + spareNames;
  // The name of the place may go on with a further client, so the first round begins with it.
  let start: Start = place
    ? { name: place.name, comparison: 'atLeast' }
    : { name: Buffer.alloc(0), comparison: 'more' };
  for (;;) {
    const names = await findNames(catalog, jobids, pathId, start, batch);
    const keys = names.map((name) => ({ pathId, name }));
    const rows = await findNewestVersions(catalog, jobids, keys);
    found.push(...rows.filter((row) => isAfter(row, place)).map((row) => placed(row, row.filename)));
    const last = names.at(-1);
    if (found.length >= wanted || names.length < batch || last === undefined) return found.slice(0, wanted);
    if (performance.now() > until) throw catalog.tooSlow();
    start = { name: last, comparison: 'more' };
  }
}

function isAfter(row: NewestRow, place: Place | undefined): boolean {
  return place === undefined || !place.name.equals(row.filename) || row.clientid > place.clientId;
}

/**
 * The next names that any run of the chain has in the folder. Each run gives its own first ones from the index alone, so
 * the first `batch` of all of them together are complete. Where the index does not hold names, all of the folder are sorted.
 */
async function findNames(
  catalog: CatalogConnection,
  jobids: readonly number[],
  pathId: string,
  start: Start,
  batch: number,
): Promise<Buffer[]> {
  const { files, names } = await catalog.dialect();
  const from = rawText('$3::bytea');
  const { order } = names;
  const first = `AND r.namekey ${order[start.comparison]} ${from} ORDER BY ${order.sorted('r.namekey')} LIMIT $4`;
  const rows = await catalog.rows<{ name: Buffer }>(
    `SELECT ${rawBytes('merged.name')} AS name
     FROM (
       SELECT named.name
       FROM (
         SELECT DISTINCT f.namekey
         FROM unnest($1::bigint[]) AS chain(jobid)
         CROSS JOIN LATERAL (
           SELECT r.namekey FROM ${files} r
           WHERE r.jobid = chain.jobid AND r.pathid = $2::bigint AND r.namekey <> ${names.folder}
             ${names.sortAsNames ? first : ''}) f) keys
       CROSS JOIN LATERAL (SELECT ${names.nameOf('keys.namekey')} AS name) named
       WHERE named.name ${order[start.comparison]} ${from}
       ORDER BY ${order.sorted('named.name')} LIMIT $4) merged
     ORDER BY ${order.sorted('merged.name')}`,
    [jobids, pathId, start.name, batch],
    `folder_names_${start.comparison}`,
  );
  return rows.map((row) => row.name);
}
