import { type Schemas } from '../../api/request';
import { type RestoreQuery } from './restore-query';

type Policy = Schemas['ReplacePolicy'];

/** What becomes of files that are there, the one that harms nothing first. */
export const policies: readonly Policy[] = ['never', 'ifnewer', 'always'];

/** Whether a folder is the root, as the server reads it: empty words and `.` are no folders. Below it every path is the original one. */
export function isRoot(folder: string | undefined): boolean {
  return folder !== undefined && /^\/[./]*$/.test(folder) && !folder.includes('..');
}

/** Whether the original location is chosen. */
export function isOriginalPlace({ where, relocate }: RestoreQuery): boolean {
  return isRoot(where) && relocate === undefined;
}

/**
 * The policy that the address names. Else in place the file is replaced, for a user who restores a file in place wants it back;
 * in a folder nothing is.
 */
export function policyOf(query: RestoreQuery): Policy {
  return policies.find((policy) => policy === query.replace) ?? (isOriginalPlace(query) ? 'always' : 'never');
}
