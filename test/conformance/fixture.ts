import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ResolvedChain } from '../../src/domain/restore-reader.port.js';
import { type RestoreOrder, type RunOrder, type StartedRun } from '../../src/domain/director.port.js';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { hasEnded, type Run } from '../../src/domain/run.js';
import { fullScope } from '../../src/domain/principal.js';
import { fillAlpha } from '../harness/lab/lab-files.js';
import { readPaged } from '../harness/fixtures/paging.js';
import { until } from '../harness/fixtures/until.js';
import { type ConformanceJobs, type Subject } from './subject.js';

/** Far beyond what any run of the suite takes: a busy machine must not fail a test. */
const limitMs = 120_000;

/** A Director under test with a tree of files of the suite's own to back up. */
export class Fixture {
  /** What is backed up, changed and restored; holds what tends to break on its way. */
  readonly tree: string;
  private readonly kept = new Map<string, Promise<Run>>();

  constructor(
    readonly jobs: ConformanceJobs,
    readonly subject: Subject,
  ) {
    this.tree = join(mkdtempSync(join(subject.source, 'conformance-')), 'tree');
    mkdirSync(this.tree);
    fillAlpha(this.tree);
  }

  async close(): Promise<void> {
    rmSync(join(this.tree, '..'), { recursive: true, force: true });
    await this.subject.close();
  }

  newMark(): string {
    return `conformance:${Math.random().toString(36).slice(2)}`;
  }

  start(job: string, level: string, more: Partial<RunOrder> = {}): Promise<StartedRun> {
    return this.subject.director.startRun(fullScope, { job, level, mark: this.newMark(), ...more });
  }

  /** Orders a run and waits for its end. */
  async run(job: string, level: string, more: Partial<RunOrder> = {}): Promise<Run> {
    return this.ended((await this.start(job, level, more)).jobId);
  }

  /** The same run for all who ask under this key, begun by the first. */
  once(key: string, begin: () => Promise<Run>): Promise<Run> {
    const run = this.kept.get(key) ?? begin();
    this.kept.set(key, run);
    return run;
  }

  find(jobId: number): Promise<Run | null> {
    return this.subject.catalog.runs.findRun(fullScope, jobId);
  }

  /** Fails with how the run stands and what its log says where it does not end. */
  ended(jobId: number): Promise<Run> {
    return until(async () => {
      const run = await this.find(jobId);
      return run && hasEnded(run.status) && run.endedAt !== null ? run : null;
    }, limitMs).catch(async (cause: unknown) => {
      const run = await this.find(jobId);
      const stand = `${run?.status ?? 'gone'} (${run?.statusCode ?? '–'}), ended ${run?.endedAt?.toISOString() ?? 'not'}`;
      throw new Error(`Run ${jobId} did not end: it is ${stand}. Its log:\n${await this.log(jobId)}`, { cause });
    });
  }

  async log(jobId: number): Promise<string> {
    const lines = await readPaged(100, (page) => this.subject.catalog.runs.listLog(fullScope, jobId, page));
    return lines.map(({ text }) => text).join('\n');
  }

  chain(jobids: readonly number[]): Promise<ResolvedChain> {
    return this.subject.catalog.restore.resolveChain(fullScope, jobids);
  }

  /** The jobids of the restore point that this run made. */
  async chainOfPoint({ jobId, client, fileset }: Run): Promise<readonly number[]> {
    const { catalog } = this.subject;
    const options = { fileset: fileset ?? '' };
    const points = await readPaged(50, (page) => catalog.restore.listPoints(fullScope, client ?? '', options, page));
    const point = points.find((one) => one.jobId === jobId);
    if (!point) throw new Error(`Run ${jobId} of ${client ?? '?'} is no restore point.`);
    return point.jobids;
  }

  /** Makes the runs ready to be browsed, as the console does before it lists folders. */
  async browsable(jobids: readonly number[]): Promise<ResolvedChain> {
    await this.subject.director.prepareBrowsing(fullScope, jobids);
    return this.chain(jobids);
  }

  /** Orders a restore into a fresh folder, unless another is given, and waits for its end. */
  async restore(order: Pick<RestoreOrder, 'jobids'> & Partial<RestoreOrder>, client: string): Promise<Restored> {
    const where = order.where ?? this.freshFolder();
    const usual = { selection: [], restoreClient: client, where, replace: 'always', anywhere: true } as const;
    const started = await this.subject.director.startRestore(fullScope, { ...usual, mark: this.newMark(), ...order });
    return { run: await this.ended(started.jobId), where, at: (path) => join(where, path), tree: where + this.tree };
  }

  freshFolder(): string {
    return mkdtempSync(join(this.subject.where, 'restored-'));
  }

  /** A path of the tree; a folder's ends in `/`. */
  path(name: string): RawPath {
    return RawPath.ofBytes(this.bytes(name));
  }

  /** Names are given as latin1 text where they are no UTF-8. */
  latin1Path(name: string): RawPath {
    return RawPath.ofBytes(Buffer.concat([Buffer.from(`${this.tree}/`), Buffer.from(name, 'latin1')]));
  }

  rawPath(path: string): RawPath {
    return RawPath.ofText(path);
  }

  private bytes(name: string): Buffer {
    return Buffer.from(name === '' ? `${this.tree}/` : join(this.tree, name));
  }
}

export interface Restored {
  readonly run: Run;
  readonly where: string;
  at(path: string): string;
  /** Where the suite's tree was restored to. */
  readonly tree: string;
}
