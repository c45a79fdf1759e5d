import { createHash } from 'node:crypto';
import { directorFileName } from './director-file.js';

/** Identifies a configuration: a digest over its files, sorted by path, each with its own digest. This Director has one file. */
export function revisionOf(text: string): string {
  return sha256(JSON.stringify([[directorFileName, sha256(text)]]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
