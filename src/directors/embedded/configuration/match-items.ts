import { diffArrays } from 'diff';
import { isJsonObject, type JsonValue, memberOf } from './json-value.js';

/** Lists that differ more are compared by names and positions only: finding their common items would take quadratic time. */
const mostDifferences = 400;

/**
 * Which items of a list remain: the index of each in `before`, with its index in `after`. Both increase. Items between the same ones
 * are matched by their names, since a resource never becomes another one; items without a name are matched in their order.
 */
export function matchItems(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  isSame: (before: number, after: number) => boolean,
): ReadonlyMap<number, number> {
  const matches = new Map<number, number>();
  const matchByName = (removed: readonly number[], added: readonly number[]): void => {
    const names = added.map((item) => nameOf(after[item]));
    let from = 0;
    for (const index of removed) {
      const name = nameOf(before[index]);
      const found = name === undefined ? from : names.indexOf(name, from);
      const item = added[found];
      if (item === undefined || names[found] !== name) continue;
      matches.set(index, item);
      from = found + 1;
    }
  };

  const [all, wanted] = [[...before.keys()], [...after.keys()]];
  const changes = diffArrays(all, wanted, { comparator: isSame, maxEditLength: mostDifferences });
  let [removed, added] = changes === undefined ? [all, wanted] : [[], []];
  let next = 0;
  for (const change of changes ?? []) {
    if (change.added) added = change.value;
    else if (change.removed) {
      removed = change.value;
      next += change.count;
    } else {
      matchByName(removed, added);
      [removed, added] = [[], []];
      // These are the indexes in `after`.
      for (const item of change.value) matches.set(next++, item);
    }
  }
  matchByName(removed, added);
  return matches;
}

function nameOf(value: JsonValue | undefined): string | undefined {
  const name = isJsonObject(value) ? memberOf(value, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
