import { type DirectorEntry } from './directors.port.js';
import { Refusal } from './refusals.js';
import { type Scope } from './scope.js';

/** Before anything is shown or tried: what the Director cannot do is not confirmed either. */
export async function refuseUnable(
  { name, director }: Pick<DirectorEntry, 'name' | 'director'>,
  scope: Scope,
  ability: string,
  what: string,
): Promise<void> {
  await director.refuseDenied(ability);
  const { abilities } = await director.describe(scope);
  if (abilities.includes(ability)) return;
  const detail = `Director ${name} cannot ${what}: this kind of Director does not support it, or the console does not implement it.`;
  throw new Refusal('not_supported_by_director', detail, {
    reason: 'unsupported',
    params: { director: name, ability },
  });
}
