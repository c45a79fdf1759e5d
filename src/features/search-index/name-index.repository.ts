import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type IndexedName,
  type Lineage,
  type LineageScan,
  NameIndex,
  type PresentLineages,
  type ScanRequest,
  type FileKey,
} from '../../domain/file-search.js';
import { needleOf, needlesOf, type NamePattern } from '../../domain/name-pattern.js';
import { AppError } from '../../domain/error-codes.js';
import { queryArrays } from '../../database/prepared-statement.js';
import { chosenSlices, segmentBlocks, sliceBytes, blocksInAll, detailsAt } from './name-block.js';

interface BlockHit extends FileKey {
  readonly line: number;
}

const lineBreak = 10;

/**
 * The names of a block that match, those after `afterLine` (-1: all). A folder's own name is not in the details, so its folded
 * line decides, and passes if the line cannot decide.
 */
export function hitsOf(
  folded: string,
  details: Buffer,
  needle: string,
  pattern: NamePattern,
  afterLine: number,
): BlockHit[] {
  const lines = linesWith(folded, needle).filter(({ line }) => line > afterLine);
  if (lines.length === 0) return [];
  const entries = detailsAt(
    details,
    lines.map(({ line }) => line),
  );
  return entries.flatMap(({ pathId, name }, index) => {
    const { line, start } = lines[index] ?? { line: -1, start: 0 };
    const isHit =
      name.length > 0
        ? pattern.matches(name.toString('utf8'))
        : mayBeFolder(folded.slice(start, folded.indexOf('\n', start)), pattern);
    return isHit ? [{ line, pathId: String(pathId), name }] : [];
  });
}

/** Another letter case or a line break in the name is no longer to be seen in its line. */
function mayBeFolder(line: string, pattern: NamePattern): boolean {
  return pattern.kind === 'exact' || line.includes('\u0001') || pattern.matches(line);
}

/** The lines of a block's text that contain the needle, and where they start. A needle may contain the line breaks around a line. */
export function linesWith(folded: string, needle: string): { readonly line: number; readonly start: number }[] {
  const lines: { line: number; start: number }[] = [];
  const lead = needle.startsWith('\n') ? 1 : 0;
  let line = -1;
  let counted = 0;
  for (let at = folded.indexOf(needle); at !== -1;) {
    for (; counted < at + lead; counted += 1) if (folded.charCodeAt(counted) === lineBreak) line += 1;
    const inLine = at + lead;
    if (inLine === 0) {
      at = folded.indexOf(needle, 1);
      continue;
    }
    if (inLine >= folded.length) break;
    lines.push({ line, start: folded.lastIndexOf('\n', inLine - 1) + 1 });
    const end = folded.indexOf('\n', inLine);
    if (end === -1) break;
    at = folded.indexOf(needle, lead === 1 ? end : end + 1);
  }
  return lines;
}

/** Blocks still to be read: the chosen ones, ascending, then all from `from` up to, not including, `end`. */
interface BlockRange {
  readonly chosen: readonly number[];
  readonly from: number;
  readonly end: number;
}

/** A segment and the pieces of its signature, one behind the other. */
export type SegmentPieces = readonly [segment: number, pieces: Buffer];

type BlockBatch =
  | { readonly chosen: readonly number[]; readonly rest: BlockRange | null }
  | { readonly from: number; readonly end: number; readonly rest: BlockRange | null };

/** Blocks scanned by one statement. */
const windowBlocks = 8_192;

/**
 * Of the blocks from `from` on, the candidates for a needle. Blocks after the last signature, and segments without one, must be
 * read whole.
 */
export function candidatesOf(signatures: readonly SegmentPieces[], from: number, end: number): BlockRange {
  const bySegment = new Map(signatures);
  const last = signatures.at(-1)?.[0];
  if (last === undefined) return { chosen: [], from, end };
  const chosen: number[] = [];
  for (let segment = Math.floor(from / segmentBlocks); segment <= last; segment += 1) {
    const pieces = bySegment.get(segment);
    const first = segment * segmentBlocks;
    for (const within of pieces ? blocksInAll(partsOf(pieces)) : everyBlock) {
      const block = first + within;
      if (block >= from && block < end) chosen.push(block);
    }
  }
  return { chosen, from: Math.min(end, Math.max(from, (last + 1) * segmentBlocks)), end };
}

/** What to read next: at most `size` of the chosen blocks, or a window of the others. */
export function nextBatch({ chosen, from, end }: BlockRange, size: number): BlockBatch {
  if (chosen.length > 0) {
    const later = chosen.slice(size);
    const isMore = later.length > 0 || from < end;
    return { chosen: chosen.slice(0, size), rest: isMore ? { chosen: later, from, end } : null };
  }
  const cut = Math.min(end, from + windowBlocks);
  return { from, end: cut, rest: cut < end ? { chosen: [], from: cut, end } : null };
}

export function firstOf({ chosen, from }: BlockRange): number {
  return chosen[0] ?? from;
}

const everyBlock = Array.from({ length: segmentBlocks }, (_, block) => block);

function partsOf(pieces: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < pieces.length; at += sliceBytes) parts.push(pieces.subarray(at, at + sliceBytes));
  return parts;
}

const lineageColumns = `l.id, l.client, l.fileset,
  ARRAY(SELECT j.job_id FROM name_job j WHERE j.lineage_id = l.id AND j.fed_moment <= $2 ORDER BY j.job_id)`;
const wasThere = 'l.director = $1 AND l.created_moment <= $2 AND (l.retired_moment IS NULL OR l.retired_moment > $2)';
/** A segment set without a known Full comes last of its client's. */
const fullAt = "COALESCE(l.full_at, '-infinity')";

/**
 * After the Director's ids started over, the index has pruned runs under ids of new ones: it returns nothing until the indexer has
 * caught up.
 */
const isOfNow =
  'NOT EXISTS (SELECT FROM run_sync_state r WHERE r.director = f.director AND r.generation <> f.generation)';

const indexVersionOf = {
  name: 'names_moment',
  text: `SELECT f.moment FROM index_state f WHERE f.director = $1 AND ${isOfNow}`,
};

const lineagesOfRuns = {
  name: 'names_lineages_of_runs',
  text: `SELECT ${lineageColumns} FROM name_segment_set l
    WHERE ${wasThere} AND l.id IN (
      SELECT j.lineage_id FROM name_job j WHERE j.job_id = ANY ($3::integer[]) AND j.fed_moment <= $2)
    ORDER BY l.id`,
};

/**
 * The current index version, and in the same snapshot the segment sets of the runs. At least one row if there is an index of the
 * current runs.
 */
const presentLineages = {
  name: 'names_present_lineages',
  text: `SELECT f.moment, l.id, l.client, l.fileset,
      ARRAY(SELECT j.job_id FROM name_job j WHERE j.lineage_id = l.id ORDER BY j.job_id)
    FROM index_state f
    LEFT JOIN name_segment_set l ON l.director = f.director AND l.created_moment <= f.moment AND l.retired_moment IS NULL
      AND l.id IN (SELECT j.lineage_id FROM name_job j WHERE j.job_id = ANY ($2::integer[]))
    WHERE f.director = $1 AND ${isOfNow} ORDER BY l.id`,
};

const firstLineages = {
  name: 'names_first_lineages',
  text: `SELECT ${lineageColumns} FROM name_segment_set l
    WHERE ${wasThere} AND ($3::text IS NULL OR l.client = $3)
    ORDER BY l.client, ${fullAt} DESC, l.id DESC LIMIT $4`,
};

const nextLineages = {
  name: 'names_next_lineages',
  text: `SELECT ${lineageColumns} FROM name_segment_set last, name_segment_set l
    WHERE last.id = $5 AND ${wasThere} AND ($3::text IS NULL OR l.client = $3)
      AND (l.client > last.client
        OR l.client = last.client AND (${fullAt}, l.id) < (COALESCE(last.full_at, '-infinity'), last.id))
    ORDER BY l.client, ${fullAt} DESC, l.id DESC LIMIT $4`,
};

/** One row if the segment set is known; null in it if it was empty then. */
const endOfBlocks = {
  name: 'names_end_of_blocks',
  text: `SELECT (SELECT max(j.first_block + j.blocks) FROM name_job j WHERE j.lineage_id = l.id AND j.fed_moment <= $3)
    FROM name_segment_set l WHERE l.id = $1 AND l.director = $2`,
};

/**
 * The end of the blocks at the index version, and from the segment of the first block on the pieces of each signature. They are
 * stored uncompressed, so that a piece is read without the rest of its signature. At least one row if the segment set is known.
 */
const signaturePieces = {
  name: 'names_signature_pieces',
  text: `SELECT lineage.ending, s.segment,
      (SELECT string_agg(substring(s.bits FROM piece.start FOR ${sliceBytes}), ''::bytea ORDER BY piece.place)
       FROM unnest($5::integer[]) WITH ORDINALITY AS piece(start, place))
    FROM (
      SELECT l.id,
        (SELECT max(j.first_block + j.blocks) FROM name_job j WHERE j.lineage_id = l.id AND j.fed_moment <= $3) AS ending
      FROM name_segment_set l WHERE l.id = $1 AND l.director = $2) lineage
    LEFT JOIN name_signature s ON s.lineage_id = lineage.id AND s.segment >= $4::integer
      AND s.segment <= (lineage.ending - 1) / ${segmentBlocks}
    ORDER BY s.segment`,
};

const blocksWithNeedle = `SELECT b.block, b.folded, d.details
  FROM name_block b JOIN name_block_detail d ON d.lineage_id = b.lineage_id AND d.block = b.block
  WHERE b.lineage_id = $1 AND strpos(b.folded, $2) > 0`;

const chosenBlocks = {
  name: 'names_chosen_blocks',
  text: `${blocksWithNeedle} AND b.block = ANY ($3::integer[]) ORDER BY b.block`,
};

const blocksOfWindow = {
  name: 'names_blocks_of_window',
  text: `${blocksWithNeedle} AND b.block >= $3 AND b.block < $4 ORDER BY b.block LIMIT $5`,
};

type LineageRow = readonly [id: number, client: string, fileset: string, jobIds: number[]];
type PresentRow = readonly [moment: string, ...LineageRow] | readonly [moment: string, id: null];
type EndAndPieces = readonly [end: number | null, segment: number | null, pieces: Buffer];
type BlockRow = readonly [block: number, folded: string, details: Buffer];

const firstBatch = 24;
const largestBatch = 384;
/** Blocks read before other requests run. */
const blocksAtOnce = 24;

/** Reads the index of names in the console's own database. */
@Injectable()
export class StoredNameIndex extends NameIndex {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async now(director: string): Promise<number> {
    const [row] = await queryArrays<[string]>(this.dataSource, indexVersionOf, [director]);
    return Number(row?.[0] ?? 0);
  }

  override async present(director: string, jobIds: readonly number[]): Promise<PresentLineages> {
    const rows = await queryArrays<PresentRow>(this.dataSource, presentLineages, [director, jobIds]);
    const lineages = rows.flatMap(([, ...row]) => (row[0] === null ? [] : [lineageOf(row as LineageRow)]));
    return { asOf: Number(rows[0]?.[0] ?? 0), lineages };
  }

  override async lineagesOf(director: string, jobIds: readonly number[], asOf: number): Promise<readonly Lineage[]> {
    if (asOf === 0 || jobIds.length === 0) return [];
    return (await queryArrays<LineageRow>(this.dataSource, lineagesOfRuns, [director, asOf, jobIds])).map(lineageOf);
  }

  override async listLineages(
    director: string,
    client: string | null,
    asOf: number,
    after: Lineage['id'] | null,
    limit: number,
  ): Promise<readonly Lineage[]> {
    if (asOf === 0) return [];
    const values = [director, asOf, client, limit];
    if (after === null) return (await queryArrays<LineageRow>(this.dataSource, firstLineages, values)).map(lineageOf);
    await this.endOf(director, after, asOf);
    return (await queryArrays<LineageRow>(this.dataSource, nextLineages, [...values, after])).map(lineageOf);
  }

  override async scan(request: ScanRequest): Promise<LineageScan> {
    const needle = needleOf(request.pattern);
    const names: IndexedName[] = [];
    let range = await this.rangeOf(request);
    let blocksRead = 0;
    while (range !== null) {
      const size = nextSize(blocksRead, names.length, request.limit);
      const batch = await this.readBatchRows(request.lineage, needle, range, size);
      blocksRead += size;
      if (await this.collect(names, batch.blocks, needle, request)) {
        return { names, next: names.at(-1)?.place ?? null };
      }
      range = batch.rest;
      if (range !== null && request.until !== undefined && performance.now() > request.until) {
        return { names, next: { block: firstOf(range), line: -1 } };
      }
    }
    return { names, next: null };
  }

  /** The readable part of the segment set at the index version; null: nothing. */
  private async rangeOf({
    director,
    lineage: segmentSet,
    asOf,
    after,
    pattern,
  }: ScanRequest): Promise<BlockRange | null> {
    const from = after?.block ?? 0;
    const slices = chosenSlices(needlesOf(pattern));
    if (slices.length === 0) {
      const end = await this.endOf(director, segmentSet, asOf);
      return from < end ? { chosen: [], from, end } : null;
    }
    const starts = slices.map((slice) => slice * sliceBytes + 1);
    const first = Math.floor(from / segmentBlocks);
    const rows = await queryArrays<EndAndPieces>(this.dataSource, signaturePieces, [
      segmentSet,
      director,
      asOf,
      first,
      starts,
    ]);
    const end = rows[0] ? (rows[0][0] ?? 0) : unknownLineage();
    if (from >= end) return null;
    const signatures = rows.flatMap(([, segment, pieces]): SegmentPieces[] =>
      segment === null ? [] : [[segment, pieces]],
    );
    const range = candidatesOf(signatures, from, end);
    return range.chosen.length > 0 || range.from < range.end ? range : null;
  }

  private async endOf(director: string, segmentSet: number, asOf: number): Promise<number> {
    const [row] = await queryArrays<[number | null]>(this.dataSource, endOfBlocks, [segmentSet, director, asOf]);
    return row ? (row[0] ?? 0) : unknownLineage();
  }

  private async readBatchRows(
    segmentSet: number,
    needle: string,
    range: BlockRange,
    size: number,
  ): Promise<{ readonly blocks: readonly BlockRow[]; readonly rest: BlockRange | null }> {
    const batch = nextBatch(range, size);
    if ('chosen' in batch) {
      const values = [segmentSet, needle, batch.chosen];
      return { blocks: await queryArrays<BlockRow>(this.dataSource, chosenBlocks, values), rest: batch.rest };
    }
    const values = [segmentSet, needle, batch.from, batch.end, size];
    const blocks = await queryArrays<BlockRow>(this.dataSource, blocksOfWindow, values);
    const last = blocks.at(-1);
    // A window with more hits than requested continues after the last of them.
    if (last === undefined || blocks.length < size || last[0] + 1 >= range.end) return { blocks, rest: batch.rest };
    return { blocks, rest: { chosen: [], from: last[0] + 1, end: range.end } };
  }

  /** Adds the hits of the blocks; true: the requested number is reached. */
  private async collect(
    names: IndexedName[],
    blocks: readonly BlockRow[],
    needle: string,
    { pattern, after, limit, folders }: ScanRequest,
  ): Promise<boolean> {
    for (const [index, [block, folded, details]] of blocks.entries()) {
      if (index > 0 && index % blocksAtOnce === 0) await setImmediate();
      const afterLine = after?.block === block ? after.line : -1;
      for (const { line, pathId, name } of hitsOf(folded, details, needle, pattern, afterLine)) {
        if (folders && !folders.has(pathId)) continue;
        names.push({ pathId, name, place: { block, line } });
        if (names.length >= limit) return true;
      }
    }
    return false;
  }
}

function unknownLineage(): never {
  const detail = 'The data of this cursor is no longer stored. Start again without a cursor.';
  throw new AppError('cursor_expired', detail, { errors: [{ field: 'cursor', code: 'cursor_expired', detail }] });
}

function lineageOf([id, client, fileset, jobIds]: LineageRow): Lineage {
  return { id, client, fileset, jobIds };
}

/** The first read is short: a frequent pattern ends with it. Later ones grow up to the useful size. */
function nextSize(blocksRead: number, found: number, limit: number): number {
  if (blocksRead === 0) return firstBatch;
  const needed = found === 0 ? largestBatch : Math.ceil(((limit - found) * blocksRead * 1.2) / found);
  return Math.min(Math.max(needed, firstBatch), largestBatch, blocksRead * 8);
}
