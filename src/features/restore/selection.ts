import { type CatalogPort, type ResolvedChain, type RestorePlan } from '../../domain/catalog.port.js';
import { asFolder } from './path-input.js';
import { type RawPath } from '../../domain/raw-path.js';
import { type Scope } from '../../domain/scope.js';

/** A selection as the catalog knows it: folders with their final slash, and without what the chain does not hold. */
export interface FoundSelection {
  readonly plan: RestorePlan;
  readonly found: readonly RawPath[];
  /** As they were given. */
  readonly missing: readonly RawPath[];
}

/** Looks a selection up in the chain. A folder may be given without its final slash, as people write it. */
export async function findSelection(
  catalog: CatalogPort,
  scope: Scope,
  chain: ResolvedChain,
  given: readonly RawPath[],
): Promise<FoundSelection> {
  const asGiven = await catalog.planRestore(scope, chain, given);
  const missing = refsOf(asGiven.missing);
  const retried = new Set(given.filter((path) => !path.isFolder && missing.has(path.ref)));
  if (retried.size === 0) return { plan: asGiven, ...parted(given, given, missing) };
  const asFolders = given.map((path) => (retried.has(path) ? asFolder(path) : path));
  const plan = await catalog.planRestore(scope, chain, asFolders);
  return { plan, ...parted(given, asFolders, refsOf(plan.missing)) };
}

function refsOf(paths: readonly RawPath[]): ReadonlySet<string> {
  return new Set(paths.map(({ ref }) => ref));
}

function parted(
  given: readonly RawPath[],
  asked: readonly RawPath[],
  missing: ReadonlySet<string>,
): Pick<FoundSelection, 'found' | 'missing'> {
  const isMissing = (path: RawPath | undefined): boolean => path !== undefined && missing.has(path.ref);
  return {
    found: asked.filter((path) => !isMissing(path)),
    missing: given.filter((_, index) => isMissing(asked[index])),
  };
}
