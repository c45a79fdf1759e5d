import { type CatalogMaker } from '../builders/catalog-builder.js';
import { type CatalogShape } from '../builders/catalog-shapes.js';
import { type Act, clients, type Edit, partOfAll } from './actions.js';
import { emptyCatalog, timeOfDay, writeRecords } from './records.js';
import { chainOfPoint, chainOn, isKept, type MadeRecord, type RecordedRun } from './reference.js';

type BackUp = Extract<Act, { do: 'back up' }>;
type Upheaval = Extract<Act, { pick: number }>;
type File = Pick<MadeRecord, 'mode' | 'size' | 'day'>;
type Tree = ReadonlyMap<string, File>;

const nothing: Tree = new Map();
type NewRun = Pick<RecordedRun, 'client' | 'fileset' | 'level' | 'time'> & Partial<RecordedRun>;

export interface Index {
  catchUp(): Promise<void>;
  rebuild(): Promise<void>;
}

/** Clients with files, a Director that backs them up, and the same fake history. */
export class World {
  readonly runs = new Map<number, RecordedRun>();
  /** Paths that runs held whose records are gone by now. */
  readonly disturbed = new Set<string>();
  private readonly trees = new Map<string, Map<string, File>>(clients.map((client) => [client, new Map()]));
  /** What a fileset looked like at its last backup, and at its last Full. */
  private readonly seen = new Map<string, { last: Tree; full: Tree }>();
  private time = timeOfDay(20);
  private files = 0;

  private constructor(
    private readonly maker: CatalogMaker,
    private readonly shape: CatalogShape,
    private readonly index: Index,
  ) {}

  static async begin(maker: CatalogMaker, shape: CatalogShape, index: Index): Promise<World> {
    await emptyCatalog(maker, shape);
    return new World(maker, shape, index);
  }

  get hasCrowd(): boolean {
    return [...this.trees.values()].some((tree) => tree.size > 1_000);
  }

  /** Runs by id, of which a number picks one. */
  pick(number: number, among: (run: RecordedRun) => boolean = () => true): RecordedRun | undefined {
    const choice = [...this.runs.values()].filter(among);
    return choice[number % Math.max(1, choice.length)];
  }

  /** `untouched`: runs that stay as they are. */
  async apply(act: Act, untouched: ReadonlySet<number> = new Set()): Promise<void> {
    if (act.do === 'change') for (const edit of act.edits) this.edit(this.trees.get(act.client)!, edit);
    else if (act.do === 'back up') await this.backUp(act);
    else if (act.do === 'feed') await this.index.catchUp();
    else if (act.do === 'rebuild') await this.index.rebuild();
    else await this.change(act, untouched);
  }

  private edit(tree: Map<string, File>, edit: Edit): void {
    if (edit.kind === 'write') {
      tree.set(edit.path, { mode: edit.mode, size: edit.size, day: edit.day });
      return;
    }
    const [path, file] = [...tree][edit.pick % Math.max(1, tree.size)] ?? [];
    if (path === undefined || file === undefined) return;
    tree.delete(path);
    if (edit.kind === 'rename') tree.set(edit.path, file);
  }

  /** Enough for blocks of names whose signature is written. */
  crowd(): void {
    const tree = this.trees.get('ada')!;
    const word = 'crowd-'.repeat(40);
    for (let at = 0; at < 4_200; at += 1) tree.set(`/crowd/${word}${at}`, { mode: 0o100644, size: at, day: 1 });
  }

  private async backUp(act: BackUp): Promise<void> {
    const { client, fileset, level, status } = act;
    for (const edit of act.edits) this.edit(this.trees.get(client)!, edit);
    const tree = new Map([...this.trees.get(client)!].filter(([path]) => isIn(fileset, path)));
    const seen = this.seen.get(`${client} ${fileset}`) ?? { last: nothing, full: nothing };
    const base = level === 'F' ? this.baseOf(act) : undefined;
    const since = { F: treeOf(base), B: nothing, D: seen.full, I: seen.last }[level];
    const records = this.differences(since, tree, act.isAccurate && level !== 'F');
    if (act.isRepeated) records.push(...records.slice(0, 1).map((first) => this.again(first)));
    if (!act.isSameSecond) this.time += 60;
    const bases = base && isLeaningOn(base, tree) ? [base.jobId] : [];
    const run = await this.add({ client, fileset, level, status, bases, records, time: this.time });
    if (isKept(run)) this.remember(run, seen.full, tree);
  }

  private remember({ client, fileset, level }: RecordedRun, lastFull: Tree, tree: Tree): void {
    if (level === 'B') return;
    this.seen.set(`${client} ${fileset}`, { last: tree, full: level === 'F' ? tree : lastFull });
  }

  /** The file as it was met once more, a moment later. */
  private again(record: MadeRecord): MadeRecord {
    return { ...record, isLive: true, fileId: this.nextFile(), size: record.size + 1 };
  }

  private baseOf({ client, fileset, isRepeated }: BackUp): RecordedRun | undefined {
    if (isRepeated) return undefined;
    const bases = [...this.runs.values()].filter((run) => isKept(run) && run.level === 'B');
    return bases.findLast((run) => run.client === client && run.fileset === fileset);
  }

  private differences(since: Tree, now: Tree, tellsDeletions: boolean): MadeRecord[] {
    const changed = [...now].filter(([path, file]) => !isSame(since.get(path), file));
    const gone = tellsDeletions ? [...since].filter(([path]) => !now.has(path)) : [];
    return [
      ...changed.map(([path, file]) => ({ path, ...file, isLive: true, fileId: this.nextFile() })),
      ...gone.map(([path, file]) => ({ path, ...file, isLive: false, fileId: this.nextFile() })),
    ];
  }

  private nextFile(): number {
    this.files += 1;
    return this.files;
  }

  private async add(made: NewRun): Promise<RecordedRun> {
    const { client, fileset, level, time, type = 'B', status = 'T', copyOf = null, bases = [], records = [] } = made;
    const { files = records.length } = made;
    const jobId = await this.maker.makeRun({
      client,
      fileset,
      level,
      type,
      status,
      dataTime: time,
      files,
      priorJobId: copyOf ?? 0,
      hasBase: bases.length > 0,
    });
    await writeRecords(this.maker, this.shape, jobId, records);
    for (const base of bases) await this.maker.recordBaseFiles(jobId, base);
    const run = { jobId, client, fileset, level, type, status, time, copyOf, bases, files, records, isPurged: false };
    this.runs.set(jobId, run);
    return run;
  }

  private async change({ do: what, pick: number }: Upheaval, untouched: ReadonlySet<number>): Promise<void> {
    const isFree = (run: RecordedRun) => !untouched.has(run.jobId);
    const isPlain = (run: RecordedRun) => isKept(run) && run.level !== 'B' && run.bases.length === 0;
    if (what === 'consolidate') return this.consolidate(this.pick(number, (run) => isKept(run) && run.level !== 'B'));
    if (what === 'copy') return this.copy(this.pick(number, isPlain)).then(() => undefined);
    if (what === 'replace') return this.replace(this.pick(number, (run) => isFree(run) && isPlain(run)));
    if (what === 'promote') return this.promote(this.pick(number, (run) => isFree(run) && this.isOrphan(run)));
    if (what === 'migrate') return this.migrate(this.pick(number, (run) => isFree(run) && isPlain(run)));
    return this.forget(what, this.pick(number, isFree));
  }

  /** A virtual Full: the state at a point in time, with the time of its data. */
  private async consolidate(point: RecordedRun | undefined): Promise<void> {
    if (!point) return;
    const state = new Map<string, MadeRecord>();
    for (const run of chainOn(this.runs, chainOfPoint(this.runs, point))) {
      for (const record of run.records) state.set(record.path, record);
    }
    const live = [...state.values()].filter(({ isLive }) => isLive);
    const records = live.map((record) => ({ ...record, fileId: this.nextFile() }));
    const { client, fileset, time } = point;
    await this.add({ client, fileset, level: 'F', time, records });
  }

  private async copy(run: RecordedRun | undefined): Promise<RecordedRun | undefined> {
    if (!run) return undefined;
    const records = run.records.map((record) => ({ ...record, fileId: this.nextFile() }));
    return this.add({ ...run, type: 'C', copyOf: run.jobId, records, files: records.length });
  }

  /** All at once what else takes three steps. */
  private async replace(run: RecordedRun | undefined): Promise<void> {
    const copy = await this.copy(run);
    await this.forget('purge', run);
    await this.promote(copy);
  }

  private isOrphan({ type, copyOf }: RecordedRun): boolean {
    return type === 'C' && !isKept(this.runs.get(copyOf ?? 0));
  }

  /** A copy takes the place of its original that is gone. */
  private async promote(run: RecordedRun | undefined): Promise<void> {
    if (!run) return;
    run.type = 'B';
    await this.maker.client.query("UPDATE job SET type = 'B' WHERE jobid = $1", [run.jobId]);
  }

  private async migrate(run: RecordedRun | undefined): Promise<void> {
    if (!run) return;
    const { client } = this.maker;
    const moved = await this.add({ ...run, records: [], files: run.records.length });
    moved.records = run.records;
    this.leave(run);
    run.type = 'M';
    await client.query('UPDATE file SET jobid = $2 WHERE jobid = $1', [run.jobId, moved.jobId]);
    await client.query("UPDATE job SET type = 'M', purgedfiles = 1 WHERE jobid = $1", [run.jobId]);
  }

  private async forget(what: 'purge' | 'prune', run: RecordedRun | undefined): Promise<void> {
    if (!run) return;
    const { client } = this.maker;
    this.leave(run);
    await client.query('DELETE FROM file WHERE jobid = $1', [run.jobId]);
    if (what === 'purge') {
      await client.query('UPDATE job SET purgedfiles = 1 WHERE jobid = $1', [run.jobId]);
      return;
    }
    await client.query('DELETE FROM basefiles WHERE jobid = $1', [run.jobId]);
    await client.query('DELETE FROM job WHERE jobid = $1', [run.jobId]);
    this.runs.delete(run.jobId);
  }

  private leave(run: RecordedRun): void {
    for (const { path } of run.records) this.disturbed.add(`${run.client} ${path}`);
    run.isPurged = true;
    run.records = [];
  }
}

function isIn(fileset: string, path: string): boolean {
  return fileset === 'Home' || path.startsWith(partOfAll);
}

function treeOf(run: RecordedRun | undefined): Tree {
  return new Map((run?.records ?? []).map((record) => [record.path, record]));
}

function isLeaningOn(base: RecordedRun, tree: Tree): boolean {
  const held = treeOf(base);
  return [...tree].some(([path, file]) => isSame(held.get(path), file));
}

function isSame(a: File | undefined, b: File): boolean {
  return a?.mode === b.mode && a.size === b.size && a.day === b.day;
}
