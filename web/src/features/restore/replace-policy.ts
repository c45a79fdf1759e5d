import { type Schemas } from '../../api/request';
import { type RestoreQuery } from './restore-query';

type Policy = Schemas['ReplacePolicy'];

/** What becomes of files that are there, the one that harms nothing first. */
export const policies: readonly Policy[] = ['never', 'ifnewer', 'always'];

/** Whether files go back to the paths they were read from. */
export function isInPlace({ where, relocate }: RestoreQuery): boolean {
  return where === '/' && relocate === undefined;
}

/**
 * The policy that the address names. Else in place the file is replaced, for a user who restores a file in place wants it back;
 * in a folder nothing is.
 */
export function policyOf(query: RestoreQuery): Policy {
  return policies.find((policy) => policy === query.replace) ?? (isInPlace(query) ? 'always' : 'never');
}
