import { type Schemas } from '../api/ask';

type Policy = Schemas['ReplacePolicy'];

/** What becomes of files that are there, the one that harms nothing first. */
export const policies: readonly Policy[] = ['never', 'ifnewer', 'always'];

/** The policy that a text of the address names; else the one that harms nothing. */
export function policyOf(text: string | undefined): Policy {
  return policies.find((policy) => policy === text) ?? 'never';
}
