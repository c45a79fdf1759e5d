import { type ResolvedChain, type RestorePlan } from '../../domain/catalog.port.js';
import { entryTypeOfMode } from '../../domain/lstat.js';
import { type RawPath } from '../../domain/raw-path.js';
import { type CatalogConnection } from '../connection.js';
import { findDeltaParts, type DeltaPart } from './delta-parts.js';
import { FileIndexSet } from './file-index-set.js';
import { findEmptyTrees, streamFiles, streamTrees, type LiveRow } from '../files/visible-files.js';
import { figuresOf } from '../lstat-figures.js';
import { NeededVolumes } from './needed-volumes.js';
import { selectionOf } from '../files/restore-selection.js';
import { integerOf } from '../rows.js';

/**
 * What a restore of the selection reads: entries (folders and links count, as in a run's own figures), bytes of content,
 * volumes. Files are streamed, so memory does not grow with the chain but for a bit each.
 */
export async function planRestore(
  catalog: CatalogConnection,
  chain: ResolvedChain,
  paths: readonly RawPath[],
): Promise<RestorePlan> {
  const selection = selectionOf(paths);
  if (chain.jobids.length === 0) return { files: 0, contents: 0, bytes: 0, volumes: [], missing: [...paths] };
  const tally = new Tally(await NeededVolumes.ofChain(catalog, chain.jobids));
  const foundTrees = new Set<number>();
  const foundFiles = new Set<number>();
  await streamTrees(catalog, chain.jobids, selection, (rows) => {
    for (const row of rows) {
      foundTrees.add(row[3]);
      tally.add(row);
    }
  });
  await streamFiles(catalog, chain.jobids, selection, (rows) => {
    for (const row of rows) {
      foundFiles.add(row[3]);
      tally.add(row);
    }
  });
  tally.addParts(await findDeltaParts(catalog, chain.jobids, tally.deltaFileIds));
  const emptyTrees = await findEmptyTrees(catalog, chain.jobids, selection.nested);
  const missing = [
    ...selection.trees.filter((_tree, position) => !foundTrees.has(position)).map((tree) => tree.folder),
    ...emptyTrees.map((tree) => tree.folder),
    ...selection.files.filter((_file, position) => !foundFiles.has(position)),
    ...selection.impossible,
  ];
  return { ...(await tally.finish()), missing };
}

/** Sums up live files. Hard links wait for the end: only then is it known whether their first name is restored as well. */
class Tally {
  private files = 0;
  private contents = 0;
  private bytes = 0;
  private readonly met = new FileIndexSet();
  private readonly links: { readonly jobId: number; readonly first: number; readonly size: number }[] = [];

  readonly deltaFileIds: string[] = [];

  constructor(private readonly volumes: NeededVolumes) {}

  add([jobId, fileIndex, lstat, , deltaFileId]: LiveRow): void {
    if (!this.met.add(jobId, fileIndex)) return;
    const { mode, size, linkFileIndex } = figuresOf(lstat);
    this.files += 1;
    this.volumes.need(jobId, fileIndex);
    if (deltaFileId !== null) this.deltaFileIds.push(deltaFileId);
    const type = entryTypeOfMode(mode);
    if (type === 'file' || type === 'symlink') this.contents += 1;
    if (type !== 'file') return;
    if (linkFileIndex > 0) this.links.push({ jobId, first: linkFileIndex, size });
    else this.bytes += size;
  }

  /** Parts of a file that was counted already. */
  addParts(parts: readonly DeltaPart[]): void {
    for (const part of parts) this.volumes.need(part.jobid, part.fileindex);
  }

  /** The content of a hard link lies with its first name; without that one in the selection it is read from there. */
  async finish(): Promise<Omit<RestorePlan, 'missing'>> {
    for (const link of this.links) {
      if (!this.met.add(link.jobId, link.first)) continue;
      this.bytes += link.size;
      this.volumes.need(link.jobId, link.first);
    }
    const { files, contents } = this;
    return { files, contents, bytes: integerOf(this.bytes), volumes: await this.volumes.describe() };
  }
}
