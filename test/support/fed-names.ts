import { type DataSource } from 'typeorm';
import { foldedLine } from '../../src/domain/name-pattern.js';
import { RawPath } from '../../src/domain/raw-path.js';
import { everything } from '../../src/domain/scope.js';
import { signatureOf, segmentBlocks } from '../../src/mirror/names/block-signature.js';
import { BlockCutter, type NameBlock } from '../../src/mirror/names/name-block.js';
import { type CatalogScene } from './catalog-scene.js';

interface MadeName {
  readonly pathId: number;
  readonly name: Buffer;
  /** A folder's own name; of a file its name. */
  readonly word: string;
}

/** Writes an index of names as a feed would, of one Director, by hand: which run goes where is up to the test. */
export class NameWriter {
  private readonly known = new Map<number, Set<string>>();
  private moment = 0;

  constructor(
    private readonly dataSource: DataSource,
    readonly director = 'here',
  ) {}

  async openLineage(client: string, fullAt: Date | null = null, fileset = 'Home'): Promise<number> {
    const moment = await this.nextMoment();
    const rows = await this.dataSource.query<{ id: number }[]>(
      `INSERT INTO name_lineage (director, generation, client, fileset, full_job_id, full_at, created_moment, entries, blocks)
       VALUES ($1, 1, $2, $3, NULL, $4, $5, 0, 0) RETURNING id`,
      [this.director, client, fileset, fullAt, moment],
    );
    const id = rows[0]?.id ?? 0;
    this.known.set(id, new Set());
    return id;
  }

  /** From now on the lineage is not read; what was asked before goes on reading it. */
  async retire(lineage: number): Promise<void> {
    const moment = await this.nextMoment();
    const text = 'UPDATE name_lineage SET retired_moment = $2, retired_at = now() WHERE id = $1';
    await this.dataSource.query(text, [lineage, moment]);
  }

  async remove(lineage: number): Promise<void> {
    for (const table of ['name_block', 'name_block_detail', 'name_signature', 'name_job']) {
      await this.dataSource.query(`DELETE FROM ${table} WHERE lineage_id = $1`, [lineage]);
    }
    await this.dataSource.query('DELETE FROM name_lineage WHERE id = $1', [lineage]);
    await this.nextMoment();
  }

  /** Adds a run with names that the lineage has not met. */
  async add(lineage: number, jobId: number, names: readonly MadeName[]): Promise<void> {
    const known = this.known.get(lineage) ?? new Set();
    const blocks: NameBlock[] = [];
    const cutter = new BlockCutter((block) => blocks.push(block));
    const fresh = names.filter(({ pathId, name }) => {
      const key = `${pathId} ${name.toString('latin1')}`;
      return !known.has(key) && known.add(key);
    });
    fresh.forEach(({ pathId, name, word }) => cutter.add({ pathId, name, line: foldedLine(word) }));
    cutter.flush();
    const [last] = await this.dataSource.query<{ blocks: number }[]>('SELECT blocks FROM name_lineage WHERE id = $1', [
      lineage,
    ]);
    const first = last?.blocks ?? 0;
    await this.writeBlocks(lineage, first, blocks);
    const moment = await this.nextMoment();
    await this.dataSource.query(
      `INSERT INTO name_job (lineage_id, job_id, unique_name, fed_moment, fed_at, entries, first_block, blocks)
       VALUES ($1, $2::integer, $2::integer::text, $3, now(), $4, $5, $6)`,
      [lineage, jobId, moment, fresh.length, first, blocks.length],
    );
  }

  /** A run with all names that the catalog has of it. */
  async feed(lineage: number, jobId: number, { catalog, maker }: CatalogScene): Promise<void> {
    const wanted = { jobids: [jobId], query: { text: '*' }, after: null };
    const keys = await catalog.findNames(everything, wanted, 10_000);
    const names: MadeName[] = [];
    for (const { pathId, name } of keys) {
      const text = "SELECT convert_to(path, 'SQL_ASCII') AS path FROM path WHERE pathid = $1";
      const { rows } = await maker.client.query<{ path: Buffer }>(text, [pathId]);
      const word = name.length > 0 ? name : RawPath.ofBytes(rows[0]?.path ?? Buffer.alloc(0)).name;
      names.push({ pathId: Number(pathId), name, word: word.toString('utf8') });
    }
    await this.add(lineage, jobId, names);
  }

  private async writeBlocks(lineage: number, first: number, blocks: readonly NameBlock[]): Promise<void> {
    await this.dataSource.query(
      `WITH made AS (SELECT * FROM unnest($2::integer[], $3::text[], $4::bytea[]) AS m(block, folded, details)),
         folded AS (INSERT INTO name_block SELECT $1, block, folded FROM made)
       INSERT INTO name_block_detail SELECT $1, block, details FROM made`,
      [lineage, blocks.map((_, at) => first + at), blocks.map((one) => one.folded), blocks.map((one) => one.details)],
    );
    const end = first + blocks.length;
    await this.dataSource.query('UPDATE name_lineage SET blocks = $2 WHERE id = $1', [lineage, end]);
    for (let segment = Math.floor(first / segmentBlocks); (segment + 1) * segmentBlocks <= end; segment += 1) {
      const rows = await this.dataSource.query<{ folded: string }[]>(
        'SELECT folded FROM name_block WHERE lineage_id = $1 AND block >= $2 AND block < $3 ORDER BY block',
        [lineage, segment * segmentBlocks, (segment + 1) * segmentBlocks],
      );
      const bits = signatureOf(rows.map(({ folded }) => folded));
      await this.dataSource.query('INSERT INTO name_signature VALUES ($1, $2, $3)', [lineage, segment, bits]);
    }
  }

  private async nextMoment(): Promise<number> {
    this.moment += 1;
    await this.dataSource.query(
      `INSERT INTO name_feed (director, generation, moment, waiting) VALUES ($1, 1, $2, 0)
       ON CONFLICT (director) DO UPDATE SET moment = $2`,
      [this.director, this.moment],
    );
    return this.moment;
  }
}
