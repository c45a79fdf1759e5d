import { foldedLine } from '../../../src/domain/name-pattern.js';
import { segmentBlocks, signatureOf, detailsOf, linesOf } from '../../../src/features/search-index/name-block.js';
import { type RecordedLine } from '../builders/growing-catalog.js';

/** Asks a database of the console. */
export type AskConsole = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

interface BlockRow {
  readonly lineage: number;
  readonly block: number;
  readonly folded: string;
  readonly details: Buffer;
}

/** Its names as `folder number/name`, and what is amiss with them. */
interface LineageRead {
  readonly names: ReadonlySet<string>;
  readonly texts: readonly string[];
  readonly flaws: readonly string[];
}

const active = 'retired_moment IS NULL';

/** What the tables say of each other; each row is a flaw. */
const flawsText = `
  SELECT format('lineage %s has rows in %s and is not there', o.lineage_id, o.place) AS text FROM (
      SELECT DISTINCT lineage_id, 'name_block' AS place FROM name_block UNION SELECT lineage_id, 'name_block_detail' FROM name_block_detail
      UNION SELECT lineage_id, 'name_signature' FROM name_signature UNION SELECT lineage_id, 'name_job' FROM name_job) o
    WHERE NOT EXISTS (SELECT FROM name_segment_set WHERE id = o.lineage_id)
  UNION ALL SELECT format('lineage %s has %s blocks and says %s', l.id, count(b.block), l.blocks)
    FROM name_segment_set l LEFT JOIN name_block b ON b.lineage_id = l.id WHERE ${active}
    GROUP BY l.id HAVING count(b.block) <> l.blocks OR max(b.block) + 1 <> l.blocks
  UNION ALL SELECT format('lineage %s has %s details and says %s', l.id, count(b.block), l.blocks)
    FROM name_segment_set l LEFT JOIN name_block_detail b ON b.lineage_id = l.id WHERE ${active}
    GROUP BY l.id HAVING count(b.block) <> l.blocks OR max(b.block) + 1 <> l.blocks
  UNION ALL SELECT format('lineage %s has %s signatures for %s blocks', l.id, count(s.segment), l.blocks)
    FROM name_segment_set l LEFT JOIN name_signature s ON s.lineage_id = l.id WHERE ${active}
    GROUP BY l.id HAVING count(s.segment) <> l.blocks / ${segmentBlocks} OR max(s.segment) + 1 <> l.blocks / ${segmentBlocks}
  UNION ALL SELECT format('lineage %s says %s entries and %s blocks, its runs %s and %s', l.id, l.entries, l.blocks,
      sum(j.entries), max(j.first_block + j.blocks))
    FROM name_segment_set l LEFT JOIN name_job j ON j.lineage_id = l.id WHERE ${active}
    GROUP BY l.id HAVING l.entries <> COALESCE(sum(j.entries), 0) OR l.blocks <> COALESCE(max(j.first_block + j.blocks), 0)
  UNION ALL SELECT format('lineage %s has no run', l.id) FROM name_segment_set l WHERE ${active}
    AND NOT EXISTS (SELECT FROM name_job WHERE lineage_id = l.id)
  UNION ALL SELECT format('moment %s of %s is that of %s changes', j.fed_moment, l.director, count(DISTINCT (l.id, j.fed_at)))
    FROM name_job j JOIN name_segment_set l ON l.id = j.lineage_id GROUP BY j.fed_moment, l.director HAVING count(DISTINCT (l.id, j.fed_at)) > 1
  UNION ALL SELECT format('moment %s is one of a run and of a retirement', l.retired_moment) FROM name_segment_set l
    JOIN name_job j ON j.fed_moment = l.retired_moment JOIN name_segment_set o ON o.id = j.lineage_id AND o.director = l.director
    WHERE EXISTS (SELECT FROM name_job WHERE lineage_id = l.id)
  UNION ALL SELECT format('moment %s of run %s is yet to come', j.fed_moment, j.job_id) FROM name_job j
    JOIN name_segment_set l ON l.id = j.lineage_id JOIN index_state f ON f.director = l.director WHERE j.fed_moment > f.moment
  UNION ALL SELECT format('run %s is fed at moment %s, lineage %s made at %s', j.job_id, j.fed_moment, l.id, l.created_moment)
    FROM name_job j JOIN name_segment_set l ON l.id = j.lineage_id WHERE j.fed_moment < l.created_moment
  UNION ALL SELECT format('run %s is said to stand in lineage %s and does not', r.job_id, r.lineage_id) FROM name_run r
    WHERE r.lineage_id IS NOT NULL AND NOT EXISTS (SELECT FROM name_job j JOIN name_segment_set l ON l.id = j.lineage_id
      WHERE l.id = r.lineage_id AND ${active} AND j.job_id = r.job_id AND j.unique_name = r.unique_name)
  UNION ALL SELECT format('run %s stands in %s lineages', j.job_id, count(*)) FROM name_job j
    JOIN name_segment_set l ON l.id = j.lineage_id WHERE ${active} GROUP BY l.director, j.job_id HAVING count(*) > 1
  UNION ALL SELECT format('run %s waits', job_id) FROM name_run WHERE lineage_id IS NULL`;

/**
 * Compares the index of names with itself and with the catalog: `kept` is what each run of the catalog recorded. Its lineages may
 * be any; what counts is which run's names can be found, that each is found once, and that nothing else is.
 */
export async function flawsOfIndex(
  ask: AskConsole,
  kept: ReadonlyMap<number, ReadonlySet<RecordedLine>>,
): Promise<string[]> {
  const flaws = (await ask<{ text: string }>(flawsText)).map(({ text }) => text);
  const lineages = await readLineages(ask);
  for (const [id, { flaws: own, texts }] of lineages) {
    flaws.push(...own, ...(await flawsOfSignatures(ask, id, texts)));
  }
  return [...flaws, ...(await flawsOfReach(ask, kept, lineages))];
}

async function readLineages(ask: AskConsole): Promise<ReadonlyMap<number, LineageRead>> {
  const ids = await ask<{ id: number }>(`SELECT id FROM name_segment_set WHERE ${active} ORDER BY id`);
  const lineages = new Map<number, LineageRead>();
  for (const { id } of ids) {
    const rows = await ask<BlockRow>(
      `SELECT b.lineage_id AS lineage, b.block, b.folded, d.details FROM name_block b
       JOIN name_block_detail d USING (lineage_id, block) WHERE b.lineage_id = $1 ORDER BY b.block`,
      [id],
    );
    lineages.set(id, readLineage(rows));
  }
  return lineages;
}

function readLineage(rows: readonly BlockRow[]): LineageRead {
  const names = new Set<string>();
  const flaws: string[] = [];
  for (const { lineage, block, folded, details } of rows) {
    const lines = linesOf(folded);
    const entries = detailsOf(details);
    const where = `block ${block} of lineage ${lineage}`;
    if (lines.length !== entries.length) flaws.push(`${where} has ${lines.length} lines and ${entries.length} details`);
    entries.forEach(({ pathId, name }, at) => {
      const key = `${pathId}/${name.toString('latin1')}`;
      if (names.has(key)) flaws.push(`${where} has ${key} again`);
      names.add(key);
      const line = foldedLine(name.toString('utf8'));
      if (name.length > 0 && line !== lines[at]) flaws.push(`${where} finds ${key} by ${lines[at]}`);
    });
  }
  return { names, texts: rows.map(({ folded }) => folded), flaws };
}

async function flawsOfSignatures(ask: AskConsole, lineage: number, texts: readonly string[]): Promise<string[]> {
  const rows = await ask<{ segment: number; bits: Buffer }>(
    'SELECT segment, bits FROM name_signature WHERE lineage_id = $1',
    [lineage],
  );
  return rows
    .filter(({ segment, bits }) => {
      const blocks = texts.slice(segment * segmentBlocks, (segment + 1) * segmentBlocks);
      return !bits.equals(signatureOf(blocks));
    })
    .map(({ segment }) => `signature ${segment} of lineage ${lineage} is not that of its blocks`);
}

interface StatusRow {
  readonly lineage: number;
  readonly job_id: number;
  readonly prefix: string;
  readonly is_kept: boolean;
}

/** Which names of which run can be found. */
async function flawsOfReach(
  ask: AskConsole,
  kept: ReadonlyMap<number, ReadonlySet<RecordedLine>>,
  lineages: ReadonlyMap<number, LineageRead>,
): Promise<string[]> {
  const standing = await ask<StatusRow>(
    `SELECT l.id AS lineage, j.job_id, j.unique_name || '|' || l.client || '|' AS prefix, r.job_id IS NOT NULL AS is_kept
     FROM name_segment_set l JOIN name_job j ON j.lineage_id = l.id
     LEFT JOIN name_run r ON r.director = l.director AND r.job_id = j.job_id AND r.lineage_id = l.id WHERE ${active}`,
  );
  const flaws: string[] = [];
  const found = new Map<number, { names: Set<string>; isWhole: boolean }>();
  const missing = new Set(kept.keys());
  for (const { lineage, job_id: jobId, prefix, is_kept: isKept } of standing) {
    const all = found.get(lineage) ?? { names: new Set(), isWhole: true };
    found.set(lineage, { names: all.names, isWhole: all.isWhole && isKept });
    if (!isKept) continue;
    if (!missing.delete(jobId)) flaws.push(`run ${jobId} is found and is not kept`);
    const recorded = [...(kept.get(jobId) ?? [])];
    const names = recorded.map((line) => line.slice(prefix.length));
    const known = lineages.get(lineage)?.names;
    const others = recorded.filter((line) => !line.startsWith(prefix));
    flaws.push(...others.map((line) => `run ${jobId} stands as ${prefix} and recorded ${line}`));
    flaws.push(
      ...names.filter((name) => known?.has(name) !== true).map((name) => `of run ${jobId} ${name} is not found`),
    );
    for (const name of names) all.names.add(name);
  }
  flaws.push(...[...missing].map((jobId) => `run ${jobId} is not found`));
  return [...flaws, ...flawsOfSizes(found, lineages)];
}

/** Where a run is gone, what it alone had may be found still, and leads to nothing. */
function flawsOfSizes(
  found: ReadonlyMap<number, { readonly names: ReadonlySet<string>; readonly isWhole: boolean }>,
  lineages: ReadonlyMap<number, LineageRead>,
): string[] {
  const sizeOf = (lineage: number): number => lineages.get(lineage)?.names.size ?? 0;
  return [...found]
    .filter(([lineage, { names, isWhole }]) => isWhole && names.size !== sizeOf(lineage))
    .map(([lineage, { names }]) => `lineage ${lineage} has ${sizeOf(lineage)} names, its runs ${names.size}`);
}
