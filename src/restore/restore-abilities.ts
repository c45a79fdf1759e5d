import { type DirectorDescription } from '../domain/director.port.js';
import { Refusal } from '../domain/refusals.js';

export type RestoreAbility = 'relocate' | 'restoreJob' | 'restoreStorage' | 'pluginOptions';

export function refuseLacking({ name, abilities }: DirectorDescription, ability: RestoreAbility, what: string): void {
  if (abilities.includes(ability)) return;
  const detail = `Director ${name} cannot ${what}: this kind of Director does not support it, or the console does not implement it.`;
  throw new Refusal('not_supported_by_director', detail, {
    reason: 'unsupported',
    params: { director: name, ability },
  });
}
