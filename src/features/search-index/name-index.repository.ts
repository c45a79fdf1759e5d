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
} from '../../domain/name-index.port.js';
import { needleOf, needlesOf } from '../../domain/name-pattern.js';
import { Refusal } from '../../domain/errors.js';
import { arraysOf } from '../../database/prepared-statement.js';
import { hitsOf } from './block-hits.js';
import { type BlockRange, candidatesOf, firstOf, nextPortion, type SegmentPieces } from './block-range.js';
import { chosenSlices, segmentBlocks, sliceBytes } from './block-signature.js';
import {
  blocksOfWindow,
  chosenBlocks,
  endOfBlocks,
  firstLineages,
  lineagesOfRuns,
  momentOf,
  nextLineages,
  presentLineages,
  signaturePieces,
} from './name-statements.js';

type LineageRow = readonly [id: number, client: string, fileset: string, jobIds: number[]];
type PresentRow = readonly [moment: string, ...LineageRow] | readonly [moment: string, id: null];
type EndAndPieces = readonly [end: number | null, segment: number | null, pieces: Buffer];
type BlockRow = readonly [block: number, folded: string, details: Buffer];

const firstPortion = 24;
const largestPortion = 384;
/** So many blocks are looked into before other requests get their turn. */
const blocksAtOnce = 24;

/** Reads the index of names in the console's own database. */
@Injectable()
export class StoredNameIndex extends NameIndex {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async now(director: string): Promise<number> {
    const [row] = await arraysOf<[string]>(this.dataSource, momentOf, [director]);
    return Number(row?.[0] ?? 0);
  }

  override async present(director: string, jobIds: readonly number[]): Promise<PresentLineages> {
    const rows = await arraysOf<PresentRow>(this.dataSource, presentLineages, [director, jobIds]);
    const lineages = rows.flatMap(([, ...row]) => (row[0] === null ? [] : [lineageOf(row as LineageRow)]));
    return { asOf: Number(rows[0]?.[0] ?? 0), lineages };
  }

  override async lineagesOf(director: string, jobIds: readonly number[], asOf: number): Promise<readonly Lineage[]> {
    if (asOf === 0 || jobIds.length === 0) return [];
    return (await arraysOf<LineageRow>(this.dataSource, lineagesOfRuns, [director, asOf, jobIds])).map(lineageOf);
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
    if (after === null) return (await arraysOf<LineageRow>(this.dataSource, firstLineages, values)).map(lineageOf);
    await this.endOf(director, after, asOf);
    return (await arraysOf<LineageRow>(this.dataSource, nextLineages, [...values, after])).map(lineageOf);
  }

  override async scan(request: ScanRequest): Promise<LineageScan> {
    const needle = needleOf(request.pattern);
    const names: IndexedName[] = [];
    let range = await this.rangeOf(request);
    let blocksRead = 0;
    while (range !== null) {
      const size = nextSize(blocksRead, names.length, request.limit);
      const portion = await this.readPortion(request.lineage, needle, range, size);
      blocksRead += size;
      if (await this.collect(names, portion.blocks, needle, request)) {
        return { names, next: names.at(-1)?.place ?? null };
      }
      range = portion.rest;
      if (range !== null && request.until !== undefined && performance.now() > request.until) {
        return { names, next: { block: firstOf(range), line: -1 } };
      }
    }
    return { names, next: null };
  }

  /** What there is to be read of the lineage as of the moment; null: nothing. */
  private async rangeOf({ director, lineage, asOf, after, pattern }: ScanRequest): Promise<BlockRange | null> {
    const from = after?.block ?? 0;
    const slices = chosenSlices(needlesOf(pattern));
    if (slices.length === 0) {
      const end = await this.endOf(director, lineage, asOf);
      return from < end ? { chosen: [], from, end } : null;
    }
    const starts = slices.map((slice) => slice * sliceBytes + 1);
    const first = Math.floor(from / segmentBlocks);
    const rows = await arraysOf<EndAndPieces>(this.dataSource, signaturePieces, [
      lineage,
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

  private async endOf(director: string, lineage: number, asOf: number): Promise<number> {
    const [row] = await arraysOf<[number | null]>(this.dataSource, endOfBlocks, [lineage, director, asOf]);
    return row ? (row[0] ?? 0) : unknownLineage();
  }

  private async readPortion(
    lineage: number,
    needle: string,
    range: BlockRange,
    size: number,
  ): Promise<{ readonly blocks: readonly BlockRow[]; readonly rest: BlockRange | null }> {
    const portion = nextPortion(range, size);
    if ('chosen' in portion) {
      const values = [lineage, needle, portion.chosen];
      return { blocks: await arraysOf<BlockRow>(this.dataSource, chosenBlocks, values), rest: portion.rest };
    }
    const values = [lineage, needle, portion.from, portion.end, size];
    const blocks = await arraysOf<BlockRow>(this.dataSource, blocksOfWindow, values);
    const last = blocks.at(-1);
    // A window with more hits than were asked for goes on behind the last of them.
    if (last === undefined || blocks.length < size || last[0] + 1 >= range.end) return { blocks, rest: portion.rest };
    return { blocks, rest: { chosen: [], from: last[0] + 1, end: range.end } };
  }

  /** Adds the hits of the blocks; true: there are as many as were asked for. */
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
  throw new Refusal('cursor_expired', detail, { errors: [{ field: 'cursor', code: 'cursor_expired', detail }] });
}

function lineageOf([id, client, fileset, jobIds]: LineageRow): Lineage {
  return { id, client, fileset, jobIds };
}

/** The first look is short: a pattern that many names match ends with it. Later ones are about as long as will do. */
function nextSize(blocksRead: number, found: number, limit: number): number {
  if (blocksRead === 0) return firstPortion;
  const needed = found === 0 ? largestPortion : Math.ceil(((limit - found) * blocksRead * 1.2) / found);
  return Math.min(Math.max(needed, firstPortion), largestPortion, blocksRead * 8);
}
