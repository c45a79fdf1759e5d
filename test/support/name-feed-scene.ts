import { type DataSource } from 'typeorm';
import { foldedLine } from '../../src/domain/name-pattern.js';
import { createLog } from '../../src/platform/logging/log.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { type BaculaCatalog } from '../../src/adapters/catalog/bacula-catalog.js';
import { DirectorNameFeeder } from '../../src/mirror/names/director-name-feeder.js';
import { FeedHousekeeping } from '../../src/mirror/names/feed-housekeeping.repository.js';
import { KeptRunsRepository } from '../../src/mirror/names/kept-runs.repository.js';
import { detailsOf, linesOf } from '../../src/mirror/names/name-block.js';
import { NameBatches } from '../../src/mirror/names/name-batches.repository.js';
import { NameWrites } from '../../src/mirror/names/name-writes.repository.js';
import { type CatalogScene, openCatalogScene } from './catalog-scene.js';
import { type CatalogShape } from './catalog-shapes.js';
import { openConsoleDatabase } from './console-database.js';
import { PaperDirector } from './paper-director.js';

export interface LineageShown {
  readonly id: number;
  readonly client: string;
  readonly fileset: string;
  readonly full: number | null;
  /** Runs by id. */
  readonly jobs: readonly number[];
  readonly blocks: number;
  /** `folder number/raw name as latin1 = line`, sorted. */
  readonly names: readonly string[];
}

/** A catalog as a Director left it, the index of its names in a database of the console, and what feeds the one from the other. */
export class NameFeedScene {
  readonly director = new PaperDirector('here', true);
  generation = 1;
  readonly kept: KeptRunsRepository;
  readonly batches: NameBatches;
  readonly writes: NameWrites;
  readonly housekeeping: FeedHousekeeping;
  private readonly feeders: DirectorNameFeeder[] = [];

  private constructor(
    readonly database: DataSource,
    readonly source: CatalogScene,
  ) {
    const unitOfWork = new UnitOfWork(database);
    this.kept = new KeptRunsRepository(database, unitOfWork);
    this.batches = new NameBatches(database, unitOfWork);
    this.writes = new NameWrites(database, unitOfWork);
    this.housekeeping = new FeedHousekeeping(database, unitOfWork);
  }

  static async open(shape?: CatalogShape): Promise<NameFeedScene> {
    const [source, database] = await Promise.all([openCatalogScene(shape), openConsoleDatabase()]);
    return new NameFeedScene(database, source);
  }

  async close(): Promise<void> {
    await this.stopFeeders();
    await this.source.close();
    await this.database.destroy();
  }

  /** One that reads only when it is told to, unless it is its turn. */
  feeder(isMyTurn = false, catalog: BaculaCatalog = this.source.catalog): DirectorNameFeeder {
    const { kept, batches, writes, housekeeping, director } = this;
    const about = { name: 'here', kind: 'paper', isDefault: true, origin: 'file' as const, settings: null };
    const feeder = new DirectorNameFeeder(
      { ...about, director, catalog },
      {
        ...{ kept, batches, writes, housekeeping, log: createLog('silent') },
        isMyTurn: () => Promise.resolve(isMyTurn),
        generation: () => Promise.resolve(this.generation),
        endedAmong: (jobIds) => Promise.resolve(jobIds),
      },
    );
    this.feeders.push(feeder);
    return feeder;
  }

  /** As after a start of the console: nothing is remembered but what is stored. */
  async catchUp(): Promise<void> {
    await this.feeder().catchUp();
    await this.stopFeeders();
  }

  async stopFeeders(): Promise<void> {
    await Promise.all(this.feeders.splice(0).map((feeder) => feeder.stop()));
  }

  /** The Director's ids start over, and the record of runs has noticed. */
  async startOver(): Promise<void> {
    this.generation += 1;
    await this.database.query(
      `INSERT INTO run_feed (director, generation, generation_from, filled_from) VALUES ('here', $1, 1, 0)
       ON CONFLICT (director) DO UPDATE SET generation = excluded.generation`,
      [this.generation],
    );
  }

  /** Throws the index away. */
  async rebuild(): Promise<void> {
    await new UnitOfWork(this.database).run((transaction) => this.housekeeping.rebuild(transaction, 'here'));
  }

  /** What readers see of the index now, by client, fileset and Full. */
  async lineages(): Promise<LineageShown[]> {
    const rows = await this.database.query<(Omit<LineageShown, 'names'> & object)[]>(
      `SELECT l.id, l.client, l.fileset, l.full_job_id AS "full", l.blocks,
         ARRAY(SELECT job_id FROM name_job WHERE lineage_id = l.id ORDER BY job_id) AS jobs
       FROM name_lineage l WHERE l.director = 'here' AND l.retired_moment IS NULL
         AND EXISTS (SELECT 1 FROM name_job WHERE lineage_id = l.id)
       ORDER BY l.client, l.fileset, l.full_job_id NULLS FIRST, l.id`,
    );
    return Promise.all(rows.map(async (row) => ({ ...row, names: await this.namesOf(row.id, row.blocks) })));
  }

  private async namesOf(lineage: number, blocks: number): Promise<string[]> {
    const rows = await this.database.query<{ folded: string; details: Buffer }[]>(
      `SELECT b.folded, d.details FROM name_block b JOIN name_block_detail d USING (lineage_id, block)
       WHERE b.lineage_id = $1 AND b.block < $2 ORDER BY block`,
      [lineage, blocks],
    );
    if (rows.length !== blocks) throw new Error(`Of ${blocks} blocks of lineage ${lineage} ${rows.length} are there.`);
    const names = rows.flatMap(({ folded, details }) => {
      const lines = linesOf(folded);
      return detailsOf(details).map(({ pathId, name }, at) => `${pathId}/${name.toString('latin1')} = ${lines[at]}`);
    });
    return names.sort();
  }
}

/** What a lineage of these runs holds, asked of the catalog in the plainest way. */
export async function naiveNames(scene: NameFeedScene, jobs: readonly number[], names: string): Promise<string[]> {
  const name = names === 'apart' ? '(SELECT n.name FROM filename n WHERE n.filenameid = f.filenameid)' : `f.${names}`;
  const { rows } = await scene.source.maker.client.query<{ pathid: string; path: Buffer; name: Buffer }>(
    `SELECT DISTINCT f.pathid, convert_to(p.path, 'SQL_ASCII') AS path, convert_to(${name}, 'SQL_ASCII') AS name
     FROM file f JOIN path p ON p.pathid = f.pathid WHERE f.jobid = ANY ($1)`,
    [jobs],
  );
  return rows
    .map(({ pathid, path, name: raw }) => {
      const called = raw.length > 0 ? raw : Buffer.from(path.toString('latin1').split('/').at(-2) ?? '', 'latin1');
      return `${pathid}/${raw.toString('latin1')} = ${foldedLine(called.toString('utf8'))}`;
    })
    .sort();
}
