import { RawPath } from './catalog-entry.js';
import { AppError, invalidField } from './error-codes.js';

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
