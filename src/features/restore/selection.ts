import { type ResolvedChain, type RestorePlan, type RestoreReader } from '../../domain/restore-reader.port.js';
import { type RawPath } from '../../domain/catalog-entry.js';
import { asFolder, pathOfRef, pathOfText } from '../../domain/path-input.js';
import { type Scope } from '../../domain/principal.js';

/** Paths and refs of a selection as raw paths, each once. */
export function selectionInput(paths: readonly string[], refs: readonly string[]): RawPath[] {
  const all = [...paths.map((path) => pathOfText(path, 'paths')), ...refs.map((ref) => pathOfRef(ref, 'refs'))];
  return [...new Map(all.map((path) => [path.ref, path])).values()];
}

/** A selection in the catalog's form: folders with their final slash, and without paths that the chain lacks. */
export interface FoundSelection {
  readonly plan: RestorePlan;
  readonly found: readonly RawPath[];
  /** As they were given. */
  readonly missing: readonly RawPath[];
}

/** Looks up a selection in the chain. A folder may be given without its final slash. */
export async function findSelection(
  reader: RestoreReader,
  scope: Scope,
  chain: ResolvedChain,
  given: readonly RawPath[],
): Promise<FoundSelection> {
  const asGiven = await reader.planRestore(scope, chain, given);
  const missing = refsOf(asGiven.missing);
  const retried = new Set(given.filter((path) => !path.isFolder && missing.has(path.ref)));
  if (retried.size === 0) return { plan: asGiven, ...splitIds(given, given, missing) };
  const asFolders = given.map((path) => (retried.has(path) ? asFolder(path) : path));
  const plan = await reader.planRestore(scope, chain, asFolders);
  return { plan, ...splitIds(given, asFolders, refsOf(plan.missing)) };
}

function refsOf(paths: readonly RawPath[]): ReadonlySet<string> {
  return new Set(paths.map(({ ref }) => ref));
}

function splitIds(
  given: readonly RawPath[],
  requested: readonly RawPath[],
  missing: ReadonlySet<string>,
): Pick<FoundSelection, 'found' | 'missing'> {
  const isMissing = (path: RawPath | undefined): boolean => path !== undefined && missing.has(path.ref);
  return {
    found: requested.filter((path) => !isMissing(path)),
    missing: given.filter((_, index) => isMissing(requested[index])),
  };
}
