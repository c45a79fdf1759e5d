import { pathOfRef, pathOfText } from './path-input.js';
import { type RawPath } from '../../domain/raw-path.js';
import { invalidField } from '../../domain/errors.js';

/** The path that a query gives as `path` or as `ref`; null where it gives neither. Both at once is a fault. */
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
