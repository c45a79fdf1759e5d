import { type ResolvedChain, type RestorePlan, type RestoreReader } from '../../domain/restore-reader.port.js';
import { RawPath } from '../../domain/catalog-entry.js';
import { type Scope } from '../../domain/principal.js';
import { invalidField, AppError } from '../../domain/error-codes.js';

const absolute = /^(?:[A-Za-z]:)?\//;

/** The raw path of a caller's text. The errors path_is_lossy and validation_failed name `field`. */
export function pathOfText(text: string, field: string): RawPath {
  // A lone surrogate would become U+FFFD when encoded.
  if (text.includes('\uFFFD') || RawPath.ofText(text).text !== text) {
    const detail = `${field} contains U+FFFD, which replaces bytes that are not UTF-8. Use the ref of the entry instead.`;
    throw new AppError('path_is_lossy', detail, { errors: [{ field, code: 'path_is_lossy', detail }] });
  }
  if (!absolute.test(text) || text.includes('\0')) {
    throw invalidField(field, `${field} must be an absolute path, for example /etc/hosts`, 'invalid_format');
  }
  return RawPath.ofText(text);
}

export function pathOfRef(ref: string, field: string): RawPath {
  const path = RawPath.ofRef(ref);
  if (!path) throw invalidField(field, `${field} must be the unchanged ref of a catalog entry`, 'invalid_format');
  return path;
}

/** The same path as a folder: with its final slash. */
export function asFolder(path: RawPath): RawPath {
  return path.isFolder ? path : RawPath.ofBytes(Buffer.concat([path.bytes, Buffer.from('/')]));
}

/** The path that a query gives as `path` or as `ref`; null without either. Both together are an error. */
export function pathInput({ path, ref }: { readonly path?: string; readonly ref?: string }): RawPath | null {
  if (path !== undefined && ref !== undefined) throw invalidField('ref', 'Specify either path or ref, not both.');
  if (ref !== undefined) return pathOfRef(ref, 'ref');
  return path === undefined || path === '' ? null : pathOfText(path, 'path');
}

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
