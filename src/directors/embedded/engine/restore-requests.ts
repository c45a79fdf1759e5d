import { isAbsolute, join, resolve, sep } from 'node:path';
import { type Clock } from '../../../domain/clock.js';
import { type RestoreOrder } from '../../../domain/director.port.js';
import { AppError } from '../../../domain/error-codes.js';
import { reasonOf } from '../backup/failure-text.js';
import { ownFolders } from '../protected-folders.js';
import { restoreJobName } from '../resources/read-resources.js';
import { type RestoreTask } from '../restore/restore-task.js';
import { type Engine } from './engine.js';
import { type RunSpec } from './active-run.js';
import { type NewRun, type StoredRun } from './run-store.js';

interface ChainSource {
  readonly filesetid: number;
  readonly fileset: string;
  readonly poolid: number;
  readonly pool: string;
  readonly storageid: number;
  readonly storage: string;
}

/** Restores start before backups that wait for the same client, because a user is waiting for them. */
const restorePriority = 5;

export interface RestorePlaces {
  /** DATA_DIR. */
  readonly folder: string;
  /** The first is where a restore goes that names no place. */
  readonly roots: readonly string[];
}

interface Guarded {
  readonly protectedFolders: readonly string[];
  readonly openFolders: readonly string[];
}

/** Turns a restore request into a queued run of type R. */
export class RestoreCommands {
  constructor(
    private readonly engine: Engine,
    private readonly catalogUrl: string,
    private readonly places: RestorePlaces,
    private readonly clock: Clock,
  ) {}

  /** Rejects an unknown client, a target outside the restore roots without the right to it, and missing runs. */
  async start(order: RestoreOrder): Promise<StoredRun> {
    const { rows } = this.engine;
    const clientId = rows.clients.get(order.restoreClient);
    if (clientId === undefined) throw new AppError('unknown_client', 'This Director has no client with this name.');
    const where = await this.placeOf(order);
    const source = await this.sourceOf(order.jobids);
    const now = this.clock.now();
    const run: NewRun = {
      name: restoreJobName,
      type: 'R',
      level: ' ',
      clientId,
      comment: order.mark,
      filesetId: source.filesetid,
      poolId: source.poolid,
      storageId: source.storageid,
      schedTime: now,
    };
    return this.engine.order(run, now, (stored) => this.specOf(stored, order, where, source));
  }

  private specOf(stored: StoredRun, order: RestoreOrder, where: string, source: ChainSource): RunSpec {
    const spec: RunSpec = {
      stored,
      jobId: stored.jobId,
      type: 'R',
      level: 'None',
      client: order.restoreClient,
      notBefore: null,
      fileset: source.fileset,
      pool: source.pool,
      storage: source.storage,
      // A report of Bacula names the expressions as the folder, too.
      restore: { where: order.relocation?.text ?? where, replace: order.replace },
      priority: restorePriority,
      needs: order.jobids,
      maxRunSeconds: null,
      prepare: async () => {
        const task = this.taskOf(stored.jobId, order, where, await this.guarded());
        return {
          order: { kind: 'restore', task },
          levelLetter: ' ',
          levelText: 'None',
          inUse: order.jobids,
          reads: [spec.storage],
        };
      },
    };
    return spec;
  }

  /** Where this order writes; an AppError where it may not. */
  async placeOf(order: Pick<RestoreOrder, 'where' | 'anywhere' | 'relocation'>): Promise<string> {
    const { roots } = this.places;
    const { relocation } = order;
    // The target of an expression is known for each path only: that requires the right to the root.
    if (relocation?.root === null && !order.anywhere) throw outsideRoots(roots);
    const where = relocation === undefined ? (order.where ?? roots[0] ?? '/') : (relocation.root ?? '/');
    if (!isAbsolute(where))
      throw new AppError('where_not_allowed', 'where must be an absolute path that starts with a slash.', {
        reason: 'not_absolute',
      });
    const place = resolve(where);
    await this.rejectOwnData(place);
    if (order.anywhere || roots.some((root) => isIn(place, root))) return place;
    throw outsideRoots(roots);
  }

  /** Always rejected: the console runs on it, and overwriting PostgreSQL or a volume destroys every backup. */
  private async rejectOwnData(place: string): Promise<void> {
    const { protectedFolders, openFolders } = await this.guarded();
    let isOwn: boolean;
    try {
      isOwn = await this.engine.files.of(place).isInOwnData(place, protectedFolders, openFolders);
    } catch (cause) {
      const sentence = `Could not check whether a restore may write to ${place}: ${reasonOf(cause)}`;
      throw new AppError('director_error', sentence, { cause });
    }
    if (!isOwn) return;
    const sentence = `${place} is inside the console's own data or volumes. Restores cannot write there. Restore to another folder.`;
    throw new AppError('where_not_allowed', sentence, { reason: 'own_data', params: { folder: place } });
  }

  /** The folder for restores is in DATA_DIR and is allowed; other restore roots in it are a mistake and are not. */
  private async guarded(): Promise<Guarded> {
    const { folder, roots } = this.places;
    const storageFolders = await this.engine.answeringFolders();
    const openFolders = roots.filter((root) => root === join(folder, 'restores') || !isIn(root, folder));
    return { protectedFolders: ownFolders(folder, storageFolders), openFolders };
  }

  private async sourceOf(jobids: readonly number[]): Promise<ChainSource> {
    const { rows } = await this.engine.pool.query<ChainSource>(
      `SELECT j.filesetid, f.fileset, j.poolid, COALESCE(p.name, '') AS pool, j.writestorageid AS storageid,
         COALESCE(s.name, '') AS storage
       FROM job j JOIN fileset f USING (filesetid) LEFT JOIN pool p USING (poolid)
         LEFT JOIN storage s ON s.storageid = j.writestorageid
       WHERE j.jobid = ANY ($1::int[]) AND j.type = 'B' ORDER BY j.jobtdate DESC, j.jobid DESC LIMIT 1`,
      [jobids],
    );
    const [source] = rows;
    if (!source) throw new AppError('unknown_run', 'None of these runs is a backup known to this Director.');
    return source;
  }

  private taskOf(jobId: number, order: RestoreOrder, where: string, guarded: Guarded): RestoreTask {
    const { storages } = this.engine.resources;
    return {
      jobId,
      catalogUrl: this.catalogUrl,
      storageFolders: Object.fromEntries(storages.map(({ name, folder }) => [name, folder])),
      jobids: order.jobids,
      selection: order.selection.map((path) => path.bytes),
      where,
      ...(order.relocation === undefined ? {} : { relocation: order.relocation }),
      replace: order.replace,
      anywhere: order.anywhere,
      restoreRoots: this.places.roots,
      ...guarded,
    };
  }
}

function outsideRoots(roots: readonly string[]): AppError {
  const folders = roots.join(', ');
  return new AppError(
    'where_not_allowed',
    `A restore may write below ${folders}. Other folders need restore:anywhere.`,
    {
      requiredCapability: 'restore:anywhere',
      reason: 'outside_roots',
      params: { folders },
    },
  );
}

function isIn(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
