import { type FileReader, type NamesQuery } from '../../domain/file-reader.port.js';
import { foldedLine } from '../../domain/name-pattern.js';
import { type PageKey } from '../../domain/pagination.js';
import { AppError } from '../../domain/error-codes.js';
import { fullScope } from '../../domain/principal.js';
import { rowsInBatch, smallerBatch } from './indexing-policy.js';
import { BlockCutter, longestLineBytes, type NameBlock } from './name-block.js';
import { type OpenLineage, type WaitingRun } from './name-batches.repository.js';
import { type IndexedRun, type NameWrites } from './name-writes.repository.js';

/** After this many blocks the batch is committed before more is read. */
const blocksInStep = 256;
/** Folder numbers have to fit the details of a block. */
const largestPathId = 2 ** 51;

export interface ReadingParts {
  readonly files: FileReader;
  readonly writes: NameWrites;
  /** Called after each batch with the time the catalog took. Throws if reading must end. */
  readonly rest: (workedMs: number) => Promise<void>;
}

/** Where in a run the next batch starts, and its size. */
interface Place {
  readonly after: PageKey | null;
  readonly rows: number;
  readonly isEnd: boolean;
}

/** A run that could not be read, and why. */
export class UnreadRun extends Error {
  constructor(
    readonly run: WaitingRun,
    cause: unknown,
  ) {
    super(`Could not read the names of run ${run.jobId}.`, { cause });
  }
}

/** Reads runs into one segment set, in batches: memory depends neither on the size of a run nor on their number. */
export class BatchReading {
  private readonly ready: NameBlock[] = [];
  private readonly cutter = new BlockCutter((block) => this.ready.push(block));
  /** Of the blocks that are written. */
  private written: number;

  constructor(
    private readonly parts: ReadingParts,
    private readonly segmentSet: OpenLineage,
  ) {
    this.written = segmentSet.blocks;
  }

  /** Those of the runs that were read, the first ones; all their names are written. */
  async read(runs: readonly WaitingRun[]): Promise<{ readonly fed: readonly IndexedRun[]; readonly blocks: number }> {
    const fed: IndexedRun[] = [];
    for (const run of runs) {
      const knownIn = this.originsWith(fed).filter((id) => id !== run.jobId);
      fed.push(await this.readRun(run, knownIn));
      if (this.written - this.segmentSet.blocks >= blocksInStep) break;
    }
    this.cutter.flush();
    await this.writeReady();
    return { fed, blocks: this.written };
  }

  /** The runs by which names were left out: each name of the segment set is unique only while they have it. */
  originsWith(fed: readonly IndexedRun[]): number[] {
    return [...this.segmentSet.origins, ...fed.filter(({ entries }) => entries > 0).map(({ jobId }) => jobId)];
  }

  private async readRun(run: WaitingRun, knownIn: readonly number[]): Promise<IndexedRun> {
    const firstBlock = this.written;
    const query = { jobId: run.jobId, knownIn };
    let place: Place = { after: null, rows: rowsInBatch(knownIn.length), isEnd: false };
    let entries = 0;
    while (!place.isEnd) {
      const began = performance.now();
      const names = await this.batchOf(run, query, place);
      const workedMs = performance.now() - began;
      place = names.place;
      entries += names.entries;
      await this.writeReady();
      await this.parts.rest(workedMs);
    }
    const end = entries === 0 ? firstBlock : this.written + 1;
    return { ...run, entries, firstBlock, blocks: end - firstBlock };
  }

  private async batchOf(
    run: WaitingRun,
    query: Omit<NamesQuery, 'after'>,
    { after, rows }: Place,
  ): Promise<{ readonly entries: number; readonly place: Place }> {
    try {
      const { names, next } = await this.parts.files.readNames(fullScope, { ...query, after }, rows);
      for (const { pathId, name, word } of names) {
        this.cutter.add({ pathId: checkedPathId(pathId), name, line: checkedLine(word) });
      }
      return { entries: names.length, place: { after: next, rows, isEnd: next === null } };
    } catch (error) {
      const fewer = error instanceof AppError && error.code === 'director_too_slow' ? smallerBatch(rows) : null;
      if (fewer === null) throw new UnreadRun(run, error);
      return { entries: 0, place: { after, rows: fewer, isEnd: false } };
    }
  }

  private async writeReady(): Promise<void> {
    const blocks = this.ready.splice(0);
    await this.parts.writes.write(this.segmentSet, this.written, blocks);
    this.written += blocks.length;
  }
}

function checkedLine(word: Buffer): string {
  const line = foldedLine(word.toString('utf8'));
  if (Buffer.byteLength(line) <= longestLineBytes) return line;
  const detail = `A name of ${word.length} bytes exceeds the limit of the index. The run is searched in the catalog instead.`;
  throw new AppError('out_of_range', detail);
}

function checkedPathId(text: string): number {
  const pathId = Number(text);
  if (pathId >= 0 && pathId <= largestPathId) return pathId;
  throw new AppError('out_of_range', `The catalog uses the folder id ${text}, which exceeds the limit of the index.`);
}
