import { type DirectorDescription, type DirectorPort } from './director.port.js';
import { type DirectorEntry } from './directors.port.js';
import { AppError } from './error-codes.js';
import { type Scope } from './principal.js';

/** Before anything is shown or tried: what the Director cannot do is not confirmed either. */
export async function rejectUnsupported(
  { director }: Pick<DirectorEntry, 'director'>,
  scope: Scope,
  ability: string,
  what: string,
): Promise<void> {
  return rejectMissingAbility(director, await director.describe(scope), ability, what);
}

/** If the Director denies commands to this console, the error names the commands instead of a missing ability. */
export async function rejectMissingAbility(
  director: DirectorPort,
  { name, abilities }: DirectorDescription,
  ability: string,
  what: string,
): Promise<void> {
  await director.rejectDenied(ability);
  if (abilities.includes(ability)) return;
  const detail = `Director ${name} cannot ${what}: this kind of Director does not support it, or the console does not implement it.`;
  throw new AppError('not_supported_by_director', detail, {
    reason: 'unsupported',
    params: { director: name, ability },
  });
}
