import { type Pool } from 'pg';
import { RejectedResources } from '../resources/configuration-file.js';
import { type Renames } from '../resources/renames.js';
import { resourceLists, type ResourceType } from '../resources/resource-types.js';
import { type Resources } from '../resources/resources.js';
import { findNamesWithHistory } from './catalog-renames.js';

export interface TakenName {
  readonly type: ResourceType;
  readonly name: string;
}

/**
 * New names under which the catalog has runs or volumes of another resource, which was removed. With one name for both, their runs
 * would form chains with each other, and a restore would mix them.
 */
export async function findTakenNames(pool: Pool, renames: Renames): Promise<readonly TakenName[]> {
  if (renames.length === 0) return [];
  const taken = new Set(await findNamesWithHistory(pool, renames));
  const found: TakenName[] = [];
  for (const { type, from, to } of renames) {
    if (taken.has(`${type} ${to}`)) found.push({ type: type as ResourceType, name: to });
    // The history goes with the name, which is free for the renames after this one.
    if (taken.delete(`${type} ${from}`)) taken.add(`${type} ${to}`);
  }
  return found;
}

export async function rejectTakenNames(pool: Pool, next: Resources, renames: Renames): Promise<void> {
  const taken = await findTakenNames(pool, renames);
  if (taken.length === 0) return;
  throw new RejectedResources(
    taken.map((one) => ({ place: placeOfName(next, one), sentence: takenNameSentence(one) })),
  );
}

export function placeOfName(next: Resources, { type, name }: TakenName): string {
  const list = resourceLists[type];
  const index = next[list].findIndex((resource) => resource.name === name);
  return index === -1 ? list : `${list}[${index}].name`;
}

export function takenNameSentence({ type, name }: TakenName): string {
  return `the catalog has runs or volumes of a removed ${type} named ${name}. Choose another name`;
}
